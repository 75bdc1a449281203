import type { TextEncoding } from './textEncoding.ts'

const marks: readonly [TextEncoding, readonly number[]][] = [
  ['UTF-8', [0xef, 0xbb, 0xbf]],
  ['UTF-16LE', [0xff, 0xfe]],
  ['UTF-16BE', [0xfe, 0xff]],
]

/** Signs of a wrong guess: control and private characters. */
const unlikely = /[^\P{Cc}\t\n\f\r]|\p{Co}/u

function decode(bytes: Uint8Array, encoding: TextEncoding): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return unlikely.test(text) ? null : text
  } catch {
    return null
  }
}

/** The encoding of text of two bytes a character, by the zeros of its ASCII; null for any other. */
function wideOf(bytes: Uint8Array): TextEncoding | null {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2]!++
  if (zeros[0] === zeros[1] || bytes.length % 2 === 1) return null
  return zeros[1]! > zeros[0]! ? 'UTF-16LE' : 'UTF-16BE'
}

/** Bytes that are looked at together: a large file is in memory once. */
const piece = 65_536

/** True for UTF-8 with damage: more of its long characters are whole than broken. Of GB18030 hardly any is whole. */
function isDamaged(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8')
  let balance = 0
  for (let at = 0; at < bytes.length; at += piece) {
    for (const sign of decoder.decode(bytes.subarray(at, at + piece), { stream: true })) {
      if (sign === '\uFFFD') balance--
      else if (sign >= '\u0800') balance++
    }
  }
  return balance > 0
}

/**
 * The text of a file and the encoding it was found in: by its mark, or by what its bytes are without damage. Null for
 * bytes that are no text in any of them.
 */
export function readTextFile(bytes: Uint8Array): { text: string; encoding: TextEncoding } | null {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
  const wide = wideOf(bytes)
  for (const encoding of marked ? [marked] : wide ? [wide] : (['UTF-8', 'GB18030'] as const)) {
    const text = decode(bytes, encoding)
    if (text === null) continue
    return encoding === 'GB18030' && isDamaged(bytes) ? null : { text, encoding }
  }
  return null
}
