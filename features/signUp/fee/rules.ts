/** Fees that one order of a unit pays at most. */
export const mostFees = 1000
