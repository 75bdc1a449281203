import type { Bilingual } from '../../../contract/refusal.ts'
import type { CertificateKind, SkillLevel } from '../template/contract.ts'

/** Content of a certificate's QR code, under a signature: as printed, long names cut. */
export interface Stated {
  kind: CertificateKind
  level: SkillLevel | null
  number: string
  name: string
  /** The last characters of the ID number. */
  cardTail: string
  title: string
  issuer: string
  /** The day of its first issue, 2023-11-21. */
  issued: string
  year: number
  hoursTenths: number
}

/** Kinds of reasons for which a key is withdrawn. */
export const withdrawalKinds = {
  stolen: { zh: '密钥被盗', en: 'the key was stolen' },
  suspected: { zh: '密钥可能外泄', en: 'the key may have leaked' },
} as const satisfies Readonly<Record<string, Bilingual>>

export type WithdrawalKind = keyof typeof withdrawalKinds

/** The moment a key was withdrawn at, and the kind of the reason. */
export interface Withdrawal {
  at: string
  reason: WithdrawalKind
}

/** A key by its number, and its 32 bytes in hexadecimal; published for as long as what it signed is shown. */
export interface PublishedKey {
  no: number
  key: string
  /** Left out of a key that was not withdrawn. */
  withdrawn?: Withdrawal
}

const version = 1
const signatureBytes = 64
const headBytes = 8
const kinds = ['class', 'year', 'skill'] as const
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const dayZero = Date.UTC(2000, 0, 1)
const dayLength = 86_400_000

/** Bytes as letters and digits that a QR code stores in five and a half bits each. */
function toLetters(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += letters[(held >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + letters[(held << (5 - bits)) & 31] : text
}

/** The bytes of such a text; null for one that `toLetters` does not write. */
function fromLetters(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8))
  let bits = 0
  let held = 0
  let at = 0
  for (const letter of text) {
    const value = letters.indexOf(letter)
    if (value < 0) return null
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (held >> bits) & 255
  }
  return bits < 5 && (held & ((1 << bits) - 1)) === 0 ? bytes : null
}

/** A text of so many letters at most, and of fewer than 256 bytes. */
const cut = (text: string, most: number) => {
  const all = [...text]
  return all.length > most ? `${all.slice(0, most - 1).join('')}…` : text
}

/** The bytes of which a key signs: what is stated, and by which key. */
export function statedBytes(stated: Stated, keyNo: number): Uint8Array {
  const texts = [
    cut(stated.number, 40),
    cut(stated.name, 30),
    stated.cardTail,
    cut(stated.title, 20),
    cut(stated.issuer, 16),
  ].map((text) => new TextEncoder().encode(text))
  const day = Math.round((Date.parse(`${stated.issued}T00:00:00Z`) - dayZero) / dayLength)
  const { hoursTenths, year } = stated
  const head = [
    version,
    keyNo,
    (kinds.indexOf(stated.kind) << 4) | Number(stated.level ?? 0),
    day >> 8,
    day & 255,
    year - 2000,
    (hoursTenths >> 8) & 255,
    hoursTenths & 255,
  ]
  return Uint8Array.from([...head, ...texts.flatMap((text) => [text.length, ...text])])
}

/** The bytes that are signed: those of another purpose would not pass for a certificate's. */
export function signedBytes(stated: Uint8Array): Uint8Array {
  const purpose = new TextEncoder().encode('jixu certificate\0')
  const all = new Uint8Array(purpose.length + stated.length)
  all.set(purpose)
  all.set(stated, purpose.length)
  return all
}

/** The text a QR code carries behind the address: what is stated, and its signature. */
export function payloadOf(stated: Uint8Array, signature: Uint8Array): string {
  return toLetters(Uint8Array.from([...stated, ...signature]))
}

/** A payload taken apart, its signature not yet verified; null for a text that is none. */
export interface Opened {
  stated: Stated
  keyNo: number
  bytes: Uint8Array
  signature: Uint8Array
}

/** Takes a payload apart; null for a text that is none. */
export function openPayload(payload: string): Opened | null {
  const all = fromLetters(payload)
  if (!all || all.length < headBytes + signatureBytes || all[0] !== version) return null
  const bytes = all.slice(0, -signatureBytes)
  const texts: string[] = []
  for (let at = headBytes; at < bytes.length; ) {
    const end = at + 1 + bytes[at]!
    if (end > bytes.length) return null
    try {
      texts.push(new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice(at + 1, end)))
    } catch {
      return null
    }
    at = end
  }
  const [number, name, cardTail, title, issuer] = texts
  const kind = kinds[bytes[2]! >> 4]
  if (texts.length !== 5 || !kind) return null
  const level = bytes[2]! & 15
  const stated: Stated = {
    kind,
    level: level > 0 ? (String(level) as SkillLevel) : null,
    number: number!,
    name: name!,
    cardTail: cardTail!,
    title: title!,
    issuer: issuer!,
    issued: new Date(dayZero + (bytes[3]! * 256 + bytes[4]!) * dayLength).toISOString().slice(0, 10),
    year: 2000 + bytes[5]!,
    hoursTenths: bytes[6]! * 256 + bytes[7]!,
  }
  return { stated, keyNo: bytes[1]!, bytes, signature: all.slice(-signatureBytes) }
}

/** The payload in what was scanned or pasted: behind the `#` of the address, or by itself; spaces and lines do not count. */
export const payloadIn = (text: string): string => text.replace(/\s/g, '').replace(/^[^#]*#/, '')
