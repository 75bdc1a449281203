import { randomBytes } from 'node:crypto'

/** An identifier of a moment of the past, as it would have been made then (UUID version 7). */
export function idAt(moment: string): string {
  const hex = Date.parse(moment).toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
