/** Encodings in which text files come. */
export type TextEncoding = 'UTF-8' | 'UTF-16LE' | 'UTF-16BE' | 'GB18030'

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

/**
 * The text of a file and the encoding it was found in: by its mark, or by what its bytes are without damage. Null for
 * bytes that are no text in any of them.
 */
export function readTextFile(bytes: Uint8Array): { text: string; encoding: TextEncoding } | null {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
  const wide = wideOf(bytes)
  for (const encoding of marked ? [marked] : wide ? [wide] : (['UTF-8', 'GB18030'] as const)) {
    const text = decode(bytes, encoding)
    if (text !== null) return { text, encoding }
  }
  return null
}
