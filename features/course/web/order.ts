/** The list with the entry at one place moved to another; places beyond the ends are the ends. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const entry = list[from]
  if (entry === undefined) return [...list]
  const others = list.filter((_, i) => i !== from)
  const at = Math.max(0, Math.min(others.length, to))
  return [...others.slice(0, at), entry, ...others.slice(at)]
}
