/** Question for a learner's orders that wait for money, the same wherever it is asked. */
export const unpaidOrders = { status: 'unpaid', limit: 50 } as const
