import QRCode from 'qrcode'
import { renderPdf } from '../../../../server/pdf.ts'
import type { Design } from '../contract.ts'

/** Places every element absolutely, in millimetres; rings in the corner are the product's motif. */
const layout = `
#let data = json(bytes(sys.inputs.data))
#let accent = rgb(data.accent)
#set page(width: data.width * 1mm, height: data.height * 1mm, margin: 0mm)
#set text(lang: "zh", region: "cn", font: "Noto Sans SC", fallback: false)
#set par(leading: 0.9em)
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
#place(box(width: data.width * 1mm, height: data.height * 1mm, clip: true, {
  ring(22mm, 0.82, data.width * 1mm - 16mm, 14mm, accent)
  ring(34mm, 0.61, data.width * 1mm - 16mm, 14mm, accent)
  ring(26mm, 0.74, 10mm, data.height * 1mm - 8mm, accent)
}))
#place(dx: 9mm, dy: 9mm, rect(width: (data.width - 18) * 1mm, height: (data.height - 18) * 1mm, stroke: 0.6pt + accent))
#place(dx: 10.5mm, dy: 10.5mm, rect(width: (data.width - 21) * 1mm, height: (data.height - 21) * 1mm, stroke: 0.25pt + accent))
#for element in data.elements {
  if element.kind == "text" {
    place(dx: element.x * 1mm, dy: element.y * 1mm, box(width: element.width * 1mm, align(
      if element.align == "center" { center } else if element.align == "right" { right } else { left },
      text(size: element.size * 1pt, fill: rgb(element.color),
        font: if element.font == "serif" { "Noto Serif SC" } else { "Noto Sans SC" }, element.text))))
  } else if element.kind == "qr" {
    let cell = element.size * 1mm / data.qr.len()
    for (y, row) in data.qr.enumerate() {
      for run in row {
        place(dx: element.x * 1mm + cell * run.at(0), dy: element.y * 1mm + cell * y,
          rect(width: cell * run.at(1) + 0.01mm, height: cell + 0.01mm, fill: black, stroke: none))
      }
    }
  } else if element.kind == "seal" {
    let tone = rgb(element.color).transparentize(18%)
    place(dx: element.x * 1mm, dy: element.y * 1mm, box(width: element.size * 1mm, height: element.size * 1mm, {
      place(circle(radius: element.size * 0.5mm, stroke: 1mm + tone))
      place(dx: element.size * 0.09mm, dy: element.size * 0.09mm, circle(radius: element.size * 0.41mm, stroke: 0.3mm + tone))
      place(center + horizon, box(width: element.size * 0.7mm, align(center,
        text(size: element.size * 0.26pt, fill: tone, font: "Noto Serif SC", element.text))))
    }))
  }
}
`

/** Rows of a QR code as runs of dark cells, [start, length]: far fewer shapes than cells. */
function qrRuns(text: string): [number, number][][] {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  return Array.from({ length: modules.size }, (_, y) => {
    const runs: [number, number][] = []
    for (let x = 0; x < modules.size; x++) {
      if (!modules.get(y, x)) continue
      const last = runs.at(-1)
      if (last && last[0] + last[1] === x) last[1]++
      else runs.push([x, 1])
    }
    return runs
  })
}

/** Prints a filled design; `checkUrl` is the content of its QR codes. Throws MissingGlyph. */
export function printDesign(filled: Design, checkUrl: string): Buffer {
  const texts = filled.elements.map((element) => ('text' in element ? element.text : ''))
  return renderPdf(layout, { ...filled, qr: qrRuns(checkUrl) }, texts)
}
