import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { create as openFont } from 'fontkit'

/** A letter the pinned fonts cannot draw; printing a blank in its place would falsify the document. */
export class MissingGlyph extends Error {
  readonly letters: string
  constructor(letters: string) {
    super(`The fonts have no glyph for ${letters}`)
    this.letters = letters
  }
}

const folder = fileURLToPath(new URL('./pdf/fonts/', import.meta.url))
const fontFiles = ['NotoSansSC-Regular.ttf', 'NotoSerifSC-SemiBold.ttf']

/** The names by which a source may set text. */
const fontNames = `
#let sans = "Noto Sans SC"
#let serif = "Noto Serif SC"
`

interface Press {
  compiler: NodeCompiler
  has(letter: string): boolean
}
let press: Press | undefined

/** Fonts are read at the first document, not at start; the system's own fonts are never used. */
function openPress(): Press {
  if (press) return press
  const blobs = fontFiles.map((file) => readFileSync(folder + file))
  const fonts = blobs.map(
    (blob) => openFont(blob) as unknown as { hasGlyphForCodePoint(code: number): boolean },
  )
  press = {
    compiler: NodeCompiler.create({ fontArgs: [{ fontBlobs: blobs }] }),
    has: (letter) => fonts.every((font) => font.hasGlyphForCodePoint(letter.codePointAt(0)!)),
  }
  return press
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}

/** A document, and the values of what its source marked as `#metadata(…) <noted>`. */
export interface Printed {
  pdf: Buffer
  noted: unknown[]
}

/**
 * Typesets a document: `source` is Typst, which reads the data as `json(bytes(sys.inputs.data))`, so that no
 * text of a person is ever program, and sets text in `sans` or `serif`. Throws MissingGlyph rather than print a blank.
 */
export function renderPdf(source: string, data: object, printed: unknown = data): Printed {
  const { compiler, has } = openPress()
  const letters = new Set(textsOf(printed).join('').replace(/\s/g, ''))
  const missing = [...letters].filter((letter) => !has(letter))
  if (missing.length > 0) throw new MissingGlyph(missing.join(''))
  const compiled = compiler.compile({
    mainFileContent: fontNames + source,
    inputs: { data: JSON.stringify(data) },
  })
  const document = compiled.result
  if (!document) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics))
  const noted = compiler.query(document, { selector: '<noted>', field: 'value' })
  const pdf = compiler.pdf(document, { pdfTags: false })
  compiler.evictCache(10)
  return { pdf, noted }
}
