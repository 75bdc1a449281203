/** Fen as yuan with two decimals, e.g. 6050 → "60.50"; the minus sign comes first. */
export function yuan(fen: number): string {
  const sign = fen < 0 ? '-' : ''
  const whole = Math.abs(fen)
  return `${sign}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}
