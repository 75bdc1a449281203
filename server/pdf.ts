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
const rareFile = 'RareHan-Regular.ttf'

/** The names by which a source may set text; what is missing from either font is set in the third. */
const fontNames = `
#let sans = ("Noto Sans SC", "Rare Han")
#let serif = ("Noto Serif SC", "Rare Han")
`

interface Press {
  compiler: NodeCompiler
  has(letter: string): boolean
}
let press: Press | undefined

/** Fonts are read at the first document, not at start; the system's own fonts are never used. */
function openPress(): Press {
  if (press) return press
  const blobs = [...fontFiles, rareFile].map((file) => readFileSync(folder + file))
  const fonts = blobs.map(
    (blob) => openFont(blob) as unknown as { hasGlyphForCodePoint(code: number): boolean },
  )
  const rare = fonts.pop()!
  press = {
    compiler: NodeCompiler.create({ fontArgs: [{ fontBlobs: blobs }] }),
    has(letter) {
      const code = letter.codePointAt(0)!
      return fonts.every((font) => font.hasGlyphForCodePoint(code)) || rare.hasGlyphForCodePoint(code)
    },
  }
  return press
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}

/** The letters of a text that the fonts cannot draw, each once. */
export function unprintable(text: string): string {
  const { has } = openPress()
  return [...new Set(text.replace(/\s/g, ''))].filter((letter) => !has(letter)).join('')
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
  const missing = unprintable(textsOf(printed).join(''))
  if (missing) throw new MissingGlyph(missing)
  const { compiler } = openPress()
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
