/** Fen as yuan with two decimals, e.g. 6050 → "60.50"; the minus sign comes first. */
export function yuan(fen: number): string {
  const sign = fen < 0 ? '-' : ''
  const whole = Math.abs(fen)
  return `${sign}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/** Yuan a person typed as fen; null when it is not an amount with at most two decimals. */
export function fenOf(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}
