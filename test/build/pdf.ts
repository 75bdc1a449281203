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

/** The streams of a PDF that were deflated, among them the content of its pages. */
function contentsOf(pdf: Buffer): string[] {
  const whole = pdf.toString('latin1')
  return [...whole.matchAll(/\/FlateDecode[^>]*>>\s*stream\n/g)].map(({ 0: { length }, index }) => {
    const start = index + length
    return inflateSync(pdf.subarray(start, whole.indexOf('endstream', start))).toString('latin1')
  })
}

/** A printed piece of a line, in points from the lower left corner of its page. */
interface Piece {
  left: number
  right: number
  baseline: number
  size: number
}

/** The printed pieces of each page of a PDF. Each glyph counts as wide as a Han letter, so `right` is a bound. */
export function piecesOf(pdf: Buffer): Piece[][] {
  const pages = contentsOf(pdf).filter((content) => /^BT$/m.test(content))
  return pages.map((content) =>
    [...content.matchAll(/^1 0 0 -1 (\S+) (\S+) cm$(?:(?!^q$)[\s\S])*?^BT$([\s\S]*?)^ET$/gm)].map(
      ([, x, y, block]) => {
        const size = Number(/ (\S+) Tf$/m.exec(block!)![1])
        const glyphs = stringsOf(block!).length / 2
        return { left: Number(x), right: Number(x) + glyphs * size, baseline: Number(y), size }
      },
    ),
  )
}

/** The pairs of lines that were printed over each other. */
export function overlapsOf(pdf: Buffer): [Piece, Piece][] {
  const isOver = (a: Piece, b: Piece) =>
    // Pieces of one line follow each other.
    a.baseline !== b.baseline &&
    a.left < b.right &&
    b.left < a.right &&
    a.baseline - 0.12 * a.size < b.baseline + 0.88 * b.size &&
    b.baseline - 0.12 * b.size < a.baseline + 0.88 * a.size
  return piecesOf(pdf).flatMap((pieces) =>
    pieces.flatMap((a, i) =>
      pieces.slice(i + 1).flatMap((b): [Piece, Piece][] => (isOver(a, b) ? [[a, b]] : [])),
    ),
  )
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
  const blocks = contentsOf(pdf).flatMap((content) => content.match(/^BT$[\s\S]*?^ET$/gm) ?? [])
  const lineOf = (block: string) =>
    [...new Uint16Array(new Uint8Array(Buffer.from(stringsOf(block), 'latin1').swap16()).buffer)]
      .map((glyph) => letters.get(glyph) ?? '')
      .join('')
  return blocks.map(lineOf).join('\n')
}
