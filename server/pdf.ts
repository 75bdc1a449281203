import { create as openFont } from 'fontkit'
import { threadToAsk } from './askThread.ts'
import { readFonts } from './pdf/fonts.ts'
import type { PrintJob, Printed } from './pdf/worker.ts'

/** A letter the pinned fonts cannot draw; printing a blank in its place would falsify the document. */
export class MissingGlyph extends Error {
  readonly letters: string
  constructor(letters: string) {
    super(`The fonts have no glyph for ${letters}`)
    this.letters = letters
  }
}

type Font = { hasGlyphForCodePoint(code: number): boolean }
let opened: Font[] | undefined

/** True if a letter is in both fonts, or in the one of rare letters; they are read at the first question, not at start. */
function canDraw(letter: string): boolean {
  opened ??= readFonts().map((font) => openFont(font) as unknown as Font)
  const code = letter.codePointAt(0)!
  const [rare, ...fonts] = opened.toReversed()
  return fonts.every((font) => font.hasGlyphForCodePoint(code)) || rare!.hasGlyphForCodePoint(code)
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}

/** The letters of a text that the fonts cannot draw, each once. */
export const unprintable = (text: string): string =>
  [...new Set(text.replace(/\s/g, ''))].filter((letter) => !canDraw(letter)).join('')

const openPress = () =>
  threadToAsk<PrintJob, Printed>(new URL('./pdf/worker.ts', import.meta.url), {
    seconds: 20,
    idleSeconds: 300,
    inTurn: 50,
    old: 256,
  })

/** Typesetting takes seconds for a full page of texts: it is done in a thread of its own, one document at a time. */
const withPress = openPress()
/** Pictures take longer and are asked for by whole lists: no document waits for them. */
const withPicturePress = openPress()

/** A document to set: its Typst source, the data it reads, and what of these is printed, all by default. */
interface Document {
  source: string
  data: object
  printed?: unknown
}

async function typeset({ source, data, printed = data }: Document, pixels?: number) {
  const missing = unprintable(textsOf(printed).join(''))
  if (missing) throw new MissingGlyph(missing)
  const job = { source, data: JSON.stringify(data), ...(pixels ? { pixels } : {}) }
  const { bytes, noted } = await (pixels ? withPicturePress : withPress)((ask) => ask(job))
  return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), noted }
}

/**
 * Typesets a document: its source reads the data as `json(bytes(sys.inputs.data))`, so that no text of a person
 * is ever program, and sets text in `sans` or `serif`. Throws MissingGlyph rather than print a blank.
 */
export async function renderPdf(document: Document): Promise<{ pdf: Buffer; noted: unknown[] }> {
  const { bytes, noted } = await typeset(document)
  return { pdf: bytes, noted }
}

/** The one page of a document as a PNG of so many pixels in width. Throws MissingGlyph. */
export async function renderPicture(document: Document, pixels: number): Promise<Buffer> {
  const { bytes } = await typeset(document, pixels)
  return bytes
}
