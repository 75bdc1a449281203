import { createHmac, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with SHA-1, six digits and steps of 30 seconds: what every authenticator speaks. */
const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The step a moment, in seconds since 1970, is in. */
export const stepOf = (seconds: number) => Math.floor(seconds / stepSeconds)

/** The six digits of a step (RFC 4226: dynamic truncation of an HMAC over the counter). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.at(-1)! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The step, at most one off, that a typed code belongs to and that is later than the last one used; or null. */
export function stepOfCode(secret: Buffer, typed: string, now: number, lastStep: number): number | null {
  const given = Buffer.from(typed)
  const fits = (step: number) =>
    given.length === 6 && timingSafeEqual(Buffer.from(codeOf(secret, step)), given)
  return [now - 1, now, now + 1].find((step) => step > lastStep && fits(step)) ?? null
}

/** Base 32 without padding (RFC 4648), as authenticators have secrets typed in. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

/** The address an authenticator scans. */
export function otpauthUri(issuer: string, account: string, secret: Buffer): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
}
