/** Age of the oldest transfer that can be recorded today, in days: a wrong year is a mistake. */
export const oldestDays = 366

/** Fen of the largest transfer that is recorded. */
export const mostFen = 100_000_000_00

/** Returns every text of six characters in a memo that may be the reference of an order, blanks left out. */
export function referencesIn(memo: string): string[] {
  const letters = memo.normalize('NFKC').toUpperCase().replaceAll(/\s/g, '')
  const texts = Array.from(letters, (_, at) => letters.slice(at, at + 6))
  return [...new Set(texts.filter((text) => /^[2-9A-HJKMNP-TV-Z]{6}$/.test(text)))]
}

/** A receipt with the fen of it that can be used. */
interface Balance {
  id: string
  free: number
}

/** Returns the parts of receipts that pay an order, in their order; null where they come to less. */
export function takenFrom(
  receipts: readonly Balance[],
  due: number,
): { receiptId: string; amount: number }[] | null {
  let left = due
  const taken = receipts.flatMap(({ id: receiptId, free }) => {
    const amount = Math.min(free, left)
    left -= amount
    return amount > 0 ? [{ receiptId, amount }] : []
  })
  return left === 0 ? taken : null
}
