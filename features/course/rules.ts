/** Fields of a course that decide a learner's hours and pass. */
interface Substance {
  hoursTenths: number
  attribute: string
  /** Videos, in any order. */
  resourceIds: readonly string[]
}

/** True if two versions of a course require the same of a learner. */
export function isSameSubstance(before: Substance, after: Substance): boolean {
  return (
    before.hoursTenths === after.hoursTenths &&
    before.attribute === after.attribute &&
    before.resourceIds.length === after.resourceIds.length &&
    new Set([...before.resourceIds, ...after.resourceIds]).size === before.resourceIds.length
  )
}

/** The first entry whose video is earlier in the list already, or null. */
export function findTwice<T extends { resourceId: string }>(items: readonly T[]): T | null {
  const seen = new Set<string>()
  return items.find((item) => seen.size === seen.add(item.resourceId).size) ?? null
}
