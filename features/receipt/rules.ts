/** Age of the oldest transfer that can be recorded today, in days: a wrong year is a mistake. */
export const oldestDays = 366

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
