/** The list with one entry a step nearer its start (-1) or end (1); at the end it stays. */
export function stepped<T>(list: readonly T[], place: number, step: number): T[] {
  const next = [...list]
  const other = place + step
  if (list[place] === undefined || list[other] === undefined) return next
  next[place] = list[other]
  next[other] = list[place]
  return next
}
