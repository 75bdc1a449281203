/**
 * One page of A4 about the money of an order, for `renderPdf`: facts, what it is for, sums, and below them the facts of an
 * account to pay to, where there are any. Its data is `lang`, `region`, `title`, `notInvoice`, `madeAt`, `facts`, `heads`,
 * `rows`, `sums` and `bank`.
 */
export const orderPaper = `
#let data = json(bytes(sys.inputs.data))
#let ink = rgb("#16202c")
#let soft = rgb("#5b6b7d")
#let line = 0.5pt + rgb("#cfd6de")
#set page(paper: "a4", margin: (x: 22mm, top: 24mm, bottom: 22mm), footer: text(size: 8.5pt, fill: soft, grid(
  columns: (1fr, auto), data.notInvoice, data.madeAt)))
#set text(lang: data.lang, region: data.region, font: sans, size: 10.5pt, fill: ink, fallback: false)
#set par(leading: 0.7em)
#align(center, text(size: 20pt, data.title))
#v(2mm)
#align(center, text(fill: soft, data.notInvoice))
#v(7mm)
#grid(columns: (auto, 1fr), column-gutter: 8mm, row-gutter: 3.2mm,
  ..data.facts.map(fact => (text(fill: soft, fact.at(0)), fact.at(1))).flatten())
#v(7mm)
#table(
  columns: (1fr,) + (auto,) * (data.heads.len() - 1),
  align: (x, y) => if x == 0 { left + horizon } else { right + horizon },
  stroke: (x, y) => (bottom: line, top: if y == 0 { 0.8pt + ink } else { none }),
  inset: (x: 2mm, y: 2.6mm),
  table.header(..data.heads.map(head => text(size: 9.5pt, fill: soft, head))),
  ..data.rows.flatten())
#v(4mm)
#align(right, grid(columns: (auto, auto), column-gutter: 8mm, row-gutter: 3.2mm, align: right,
  ..data.sums.map(sum => (text(fill: soft, sum.at(0)), sum.at(1))).flatten()))
#if data.bank.len() > 0 {
  v(8mm)
  grid(columns: (auto, 1fr), column-gutter: 8mm, row-gutter: 3.2mm,
    ..data.bank.map(fact => (text(fill: soft, fact.at(0)), fact.at(1))).flatten())
}
`

/** A moment by the clock of China, to the second or, `short`, to the minute. */
export const inChina = (moment: string, timeStyle: 'medium' | 'short' = 'medium') =>
  new Date(moment).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle })
