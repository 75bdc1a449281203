import { qrPicture } from '../../../../server/pdf/qrCode.ts'
import { renderPdf, renderPicture, unprintable } from '../../../../server/pdf.ts'
import type { Design, DesignElement, PrintedText } from '../contract.ts'

/**
 * Several designs, a page each. Places every element absolutely, in millimetres; rings in the corner are the product's
 * motif. A text that does not fit into its room is set smaller, by fortieths of its size and down to 6 points.
 */
const layout = `
// A line is as high as its Han letters: where two boxes do not touch, no letters do.
#set text(lang: "zh", region: "cn", font: sans, fallback: false, top-edge: 0.88em, bottom-edge: -0.12em)
#set par(leading: 0.63em)
// A day in brackets, as of a reissue, stays on one line.
#show regex("（\\d{4}\\p{Han}[^（）]{1,14}）"): box
#let fitted(index, element, size, width, room, draw, balanced: false) = context {
  let fits(size) = {
    let body = box(width: width, draw(size, element.text))
    measure(body).height <= room and element.words.all(word => measure(draw(size, word)).width <= width)
  }
  let smallest = calc.min(size, 6pt)
  let sizes = range(40).map(step => size * (1 - step / 40)).filter(each => each > smallest) + (smallest,)
  // What fits in one size fits in all that are smaller: halving finds the largest in six steps.
  let (first, last) = (0, sizes.len())
  while first < last {
    let middle = calc.quo(first + last, 2)
    if fits(sizes.at(middle)) { last = middle } else { first = middle + 1 }
  }
  let largest = sizes.at(first, default: none)
  let chosen = if largest == none { smallest } else { largest }
  [#metadata((element: index, scale: calc.round(chosen / size, digits: 3), fits: largest != none)) <noted>]
  // Lines of a seal are of one length as far as they can be: the narrowest box of as many lines.
  let width = if balanced {
    let high = measure(box(width: width, draw(chosen, element.text))).height
    let widths = range(20).map(step => width * (1 - step / 30)).filter(each =>
      measure(box(width: each, draw(chosen, element.text))).height <= high
        and element.words.all(word => measure(draw(chosen, word)).width <= each))
    widths.at(-1, default: width)
  } else { width }
  box(width: width, draw(chosen, element.text))
}
#let ring(radius, share, x, y, tone) = {
  place(dx: x - radius, dy: y - radius, circle(radius: radius, stroke: 4mm + tone.lighten(88%)))
  let steps = calc.max(2, int(60 * share))
  let points = range(steps + 1).map(i => {
    let angle = -90deg + 360deg * share * i / steps
    (radius + radius * calc.cos(angle), radius + radius * calc.sin(angle))
  })
  place(dx: x - radius, dy: y - radius, curve(
    stroke: (paint: tone.lighten(72%), thickness: 4mm, cap: "round"),
    curve.move(points.first()), ..points.slice(1).map(point => curve.line(point))))
}
#let sheet(data) = page(width: data.width * 1mm, height: data.height * 1mm, margin: 0mm, {
  let accent = rgb(data.accent)
  place(box(width: data.width * 1mm, height: data.height * 1mm, clip: true, {
    ring(22mm, 0.82, data.width * 1mm - 16mm, 14mm, accent)
    ring(34mm, 0.61, data.width * 1mm - 16mm, 14mm, accent)
    ring(26mm, 0.74, 10mm, data.height * 1mm - 8mm, accent)
  }))
  place(dx: 9mm, dy: 9mm, rect(width: (data.width - 18) * 1mm, height: (data.height - 18) * 1mm, stroke: 0.6pt + accent))
  place(dx: 10.5mm, dy: 10.5mm, rect(width: (data.width - 21) * 1mm, height: (data.height - 21) * 1mm, stroke: 0.25pt + accent))
  for (index, element) in data.elements.enumerate() {
    if element.kind == "text" {
      let side = if element.align == "center" { center } else if element.align == "right" { right } else { left }
      let font = if element.font == "serif" { serif } else { sans }
      place(dx: element.x * 1mm, dy: element.y * 1mm,
        fitted(index, element, element.size * 1pt, element.width * 1mm, element.room * 1mm, (size, words) =>
          align(side, text(size: size, fill: rgb(element.color), font: font, words))))
    } else if element.kind == "qr" {
      // One picture of one shape: a rectangle for each of its hundreds of runs took half the time of a page.
      place(dx: element.x * 1mm, dy: element.y * 1mm,
        image(bytes(data.qr), format: "svg", width: element.size * 1mm, height: element.size * 1mm))
    } else if element.kind == "seal" {
      let tone = rgb(element.color).transparentize(18%)
      place(dx: element.x * 1mm, dy: element.y * 1mm, box(width: element.size * 1mm, height: element.size * 1mm, {
        place(circle(radius: element.size * 0.5mm, stroke: 1mm + tone))
        place(dx: element.size * 0.09mm, dy: element.size * 0.09mm, circle(radius: element.size * 0.41mm, stroke: 0.3mm + tone))
        set par(leading: 0.25em)
        place(center + horizon,
          fitted(index, element, element.size * 0.26pt, element.size * 0.6mm, element.size * 0.55mm, balanced: true, (size, words) =>
            align(center, text(size: size, fill: tone, font: serif, words))))
      }))
    }
  }
})
#for data in json(bytes(sys.inputs.data)) { sheet(data) }
`

type TextElement = Extract<DesignElement, { kind: 'text' }>

const millimetresAPoint = 0.3528

/** Returns the height a text may have: down to the next element below it that shares its columns, or to the frame. */
function roomOf(text: TextElement, { elements, height }: Design): number {
  const line = text.size * millimetresAPoint
  const right = (one: DesignElement) => one.x + (one.kind === 'text' ? one.width : one.size)
  // What begins beside its first line was placed beside it.
  const below = elements.filter(
    (other) => other.y > text.y + line / 2 && other.x < right(text) && text.x < right(other),
  )
  const frame = height - 10.5
  const room = Math.min(text.y < frame ? frame : height, ...below.map(({ y }) => y)) - text.y
  const gap = 1.5
  return Math.max(room - gap, Math.min(room, line))
}

/** A filled design, and the content of its QR codes. */
export interface Sheet {
  filled: Design
  code: string
}

function pageOf({ filled, code }: Sheet) {
  const elements = filled.elements.map((element) => ({
    ...element,
    ...(element.kind === 'text' ? { room: roomOf(element, filled) } : {}),
    // What no line break divides must fit its line.
    ...('text' in element
      ? { words: element.text.match(/（\d{4}\p{Script=Han}[^（）]{1,14}）|[^\s\p{Script=Han}]+/gu) ?? [] }
      : {}),
  }))
  return { ...filled, elements, qr: qrPicture(code) }
}

const textsOf = ({ filled }: Sheet) =>
  filled.elements.map((element) => ('text' in element ? element.text : ''))

/** The document of filled designs, a page each. */
const documentOf = (sheets: readonly Sheet[]) => ({
  source: layout,
  data: sheets.map(pageOf),
  printed: sheets.map(textsOf),
})

/** The letters of a filled design that no font has. */
export const missingLetters = (sheet: Sheet): string => unprintable(textsOf(sheet).join(''))

/** Prints a filled design. Throws MissingGlyph. */
export async function printDesign(sheet: Sheet): Promise<{ pdf: Buffer; texts: PrintedText[] }> {
  const { pdf, noted } = await renderPdf(documentOf([sheet]))
  return { pdf, texts: noted as PrintedText[] }
}

/** Prints filled designs as one PDF of a page each, whose fonts are in it once. Throws MissingGlyph. */
export const printSheets = async (sheets: readonly Sheet[]): Promise<Buffer> =>
  (await renderPdf(documentOf(sheets))).pdf

/** Pixels of a certificate's picture: its smallest letters can be read on a phone, enlarged. */
const pictureWidth = 1400

/** Draws a filled design as PNG. Throws MissingGlyph. */
export const drawDesign = (sheet: Sheet): Promise<Buffer> => renderPicture(documentOf([sheet]), pictureWidth)
