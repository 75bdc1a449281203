import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { answerQuestions } from '../askThread.ts'
import { readFonts } from './fonts.ts'

/** A source of Typst with its data, as text; as PDF, or its page as a PNG of so many pixels in width. */
export interface PrintJob {
  source: string
  data: string
  pixels?: number
}
/** A document, and the values of what its source marked as `#metadata(…) <noted>`. */
export interface Printed {
  bytes: Uint8Array
  noted: unknown[]
}

/** The names by which a source may set text; what is missing from either font is set in the third. */
const fontNames = `
#let sans = ("Noto Sans SC", "Rare Han")
#let serif = ("Noto Serif SC", "Rare Han")
`

const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs: readFonts() }] })

/** Draws in this thread's turn: one picture at a time, in one of the process's few threads for such work. */
async function draw(svg: string, pixels: number): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  const png = await sharp(Buffer.from(svg))
    .resize({ width: pixels })
    .flatten({ background: 'white' })
    .png({ palette: true, effort: 1 })
    .toBuffer()
  return new Uint8Array(png)
}

answerQuestions(async ({ source, data, pixels }: PrintJob): Promise<Printed> => {
  const compiled = compiler.compile({ mainFileContent: fontNames + source, inputs: { data } })
  const document = compiled.result
  if (!document) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics))
  const noted = compiler.query(document, { selector: '<noted>', field: 'value' })
  const bytes = pixels
    ? await draw(compiler.plainSvg(document), pixels)
    : compiler.pdf(document, { pdfTags: false })
  // What the next document does not use either is let go of: a file of a thousand pages is set in forty.
  compiler.evictCache(1)
  return { bytes, noted }
})
