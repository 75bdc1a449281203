/** How many days ago a transfer may have come at most that is recorded today: a wrong year is a mistake. */
export const oldestDays = 366

/** A receipt with the fen of it that can be used. */
interface Balance {
  id: string
  free: number
}

/** What an order takes of receipts, in their order, until it is paid; null where they come to less. */
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
