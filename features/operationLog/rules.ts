/** One thing that an action changed; absent on a side is null. */
export interface Difference {
  /** Its path, from the outermost key inwards. */
  path: string[]
  before: unknown
  after: unknown
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Lists differences between two states, leaf by leaf in their order; lists are compared as a whole. */
export function differencesOf(before: unknown, after: unknown, path: string[] = []): Difference[] {
  if (isTree(before) || isTree(after)) {
    const [old, fresh] = [isTree(before) ? before : {}, isTree(after) ? after : {}]
    return [...new Set([...Object.keys(old), ...Object.keys(fresh)])].flatMap((key) =>
      differencesOf(old[key], fresh[key], [...path, key]),
    )
  }
  const [old, fresh] = [before ?? null, after ?? null]
  return JSON.stringify(old) === JSON.stringify(fresh) ? [] : [{ path, before: old, after: fresh }]
}
