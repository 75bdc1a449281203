/** Subject of an edit, as it was read: its revision and the form's values. */
export interface Read<V> {
  readonly revision: number
  readonly values: V
}

/** True if two values of a form are the same; what is not there is as good as null. */
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** The latest values, but where somebody typed another than was read at first, what they typed. */
export function mergeValues<V extends object>(first: V, typed: V, latest: V): V {
  const keys = new Set([...Object.keys(latest), ...Object.keys(typed)]) as Set<keyof V & string>
  const pick = (key: keyof V) => (isSame(first[key], typed[key]) ? latest[key] : typed[key])
  return Object.fromEntries([...keys].map((key) => [key, pick(key)])) as V
}
