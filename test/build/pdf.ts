import assert from 'node:assert/strict'
import { inflateSync } from 'node:zlib'

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** The bytes of the strings of a piece of a PDF: in hexadecimal, or literal, where brackets may be in pairs. */
function stringsOf(text: string): string {
  let bytes = ''
  let depth = 0
  for (const [part, octal, escaped, hex] of text.matchAll(
    /\\([0-7]{1,3})|\\([\s\S])|<([0-9A-F]+)>|[\s\S]/gi,
  )) {
    if (hex && depth === 0) bytes += Buffer.from(hex, 'hex').toString('latin1')
    if (part === ')') depth--
    if (depth > 0)
      bytes += octal
        ? String.fromCharCode(Number.parseInt(octal, 8))
        : escaped
          ? (escapes[escaped] ?? escaped)
          : part
    if (part === '(') depth++
  }
  return bytes
}

/** Returns the text that a reader of a PDF of one font can select, a line each piece. */
export function textOf(pdf: Buffer): string {
  const whole = pdf.toString('latin1')
  const maps = [...whole.matchAll(/begincmap([\s\S]*?)endcmap/g)]
  assert.equal(maps.length, 1, 'the text is in one font')
  const letters = new Map(
    [...maps[0]![1]!.matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>/gi)].map(([, glyph, letter]) => [
      Number.parseInt(glyph!, 16),
      Buffer.from(letter!, 'hex').swap16().toString('utf16le'),
    ]),
  )
  const contents = [...whole.matchAll(/\/FlateDecode[^>]*>>\s*stream\n/g)].map(({ 0: { length }, index }) => {
    const start = index + length
    return inflateSync(pdf.subarray(start, whole.indexOf('endstream', start))).toString('latin1')
  })
  const blocks = contents.flatMap((content) => content.match(/^BT$[\s\S]*?^ET$/gm) ?? [])
  const lineOf = (block: string) =>
    [...new Uint16Array(new Uint8Array(Buffer.from(stringsOf(block), 'latin1').swap16()).buffer)]
      .map((glyph) => letters.get(glyph) ?? '')
      .join('')
  return blocks.map(lineOf).join('\n')
}
