import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { answerQuestions } from '../askThread.ts'
import { readFonts } from './fonts.ts'

/** A source of Typst with its data, as text. */
export interface PrintJob {
  source: string
  data: string
}
/** A document, and the values of what its source marked as `#metadata(…) <noted>`. */
export interface Printed<Bytes = Buffer> {
  pdf: Bytes
  noted: unknown[]
}

/** The names by which a source may set text; what is missing from either font is set in the third. */
const fontNames = `
#let sans = ("Noto Sans SC", "Rare Han")
#let serif = ("Noto Serif SC", "Rare Han")
`

const compiler = NodeCompiler.create({ fontArgs: [{ fontBlobs: readFonts() }] })

answerQuestions(({ source, data }: PrintJob): Printed<Uint8Array> => {
  const compiled = compiler.compile({ mainFileContent: fontNames + source, inputs: { data } })
  const document = compiled.result
  if (!document) throw new Error(JSON.stringify(compiled.takeError()?.shortDiagnostics))
  const noted = compiler.query(document, { selector: '<noted>', field: 'value' })
  const pdf = compiler.pdf(document, { pdfTags: false })
  compiler.evictCache(10)
  return { pdf, noted }
})
