import { XMLBuilder } from 'fast-xml-parser'
import { zipSync } from 'fflate'
import { decimalYuan, yuan, yuanInCharacters } from '../../contract/money.ts'
import { renderPdf, unprintable } from '../../server/pdf.ts'
import type { GatewayInvoice } from './data.ts'

/** The mark of every paper of the demo: it is no invoice. */
const sampleMark = '样票 SAMPLE 不得作为发票使用'

/** A page of A4 across, as fully digital invoices have it: title, both sides, lines, sums, remark, drawer; and the mark. */
const layout = `
#let data = json(bytes(sys.inputs.data))
#let ink = rgb("#7a1f1f")
#let line = 0.6pt + ink
#set page(paper: "a4", flipped: true, margin: (x: 16mm, y: 14mm), foreground: rotate(-24deg,
  text(size: 46pt, fill: rgb("#c0202030"), font: sans, data.mark)))
#set text(lang: "zh", region: "cn", font: sans, size: 9.5pt, fallback: false)
#grid(columns: (1fr, auto, 1fr), align: (left, center, right),
  text(fill: ink, data.mark),
  text(size: 19pt, fill: ink, data.title),
  grid(columns: 2, column-gutter: 2mm, row-gutter: 2.4mm, align: left,
    ..data.head.map(it => (text(fill: ink, it.at(0)), it.at(1))).flatten()))
#v(5mm)
#table(columns: (1fr, 1fr), stroke: line, inset: 3mm,
  ..data.sides.map(side => grid(columns: (auto, 1fr), column-gutter: 3mm, row-gutter: 2.6mm,
    ..side.map(it => (text(fill: ink, it.at(0)), it.at(1))).flatten())))
#v(-1.2em + 0.6pt)
#table(columns: (1fr, auto, auto, auto, auto), stroke: line, inset: 2.6mm,
  align: (x, y) => if x == 0 or y == 0 { left } else { right },
  ..data.heads.map(head => text(fill: ink, head)),
  ..data.rows.flatten(),
  table.cell(colspan: 2, text(fill: ink, data.total.at(0))), data.total.at(1), "", data.total.at(2))
#v(-1.2em + 0.6pt)
#table(columns: (auto, 1fr, auto), stroke: line, inset: 3mm, align: (left, left, right),
  text(fill: ink, data.sum.at(0)), data.sum.at(1), data.sum.at(2))
#v(-1.2em + 0.6pt)
#table(columns: (auto, 1fr), stroke: line, inset: 3mm, text(fill: ink, data.remark.at(0)), data.remark.at(1))
#grid(columns: (auto, 1fr), column-gutter: 3mm, text(fill: ink, data.drawer.at(0)), data.drawer.at(1))
`

/** Names on the papers, as the tax bureau's have them. */
const words = {
  titles: { pc: '电子发票（普通发票）', bs: '电子发票（增值税专用发票）' },
  number: '发票号码：',
  day: '开票日期：',
  buyer: '购买方名称：',
  seller: '销售方名称：',
  // 诺诺 knows the seller by the tax number, and an order names none.
  sellerName: '演示培训机构',
  taxNo: '统一社会信用代码/纳税人识别号：',
  heads: ['项目名称', '数量', '金额', '税率/征收率', '税额'],
  total: '合计',
  sum: '价税合计（大写）',
  small: '（小写）',
  minus: '（负数）',
  remark: '备注',
  drawer: '开票人：',
  red: '红字发票，被红冲蓝字数电票号码见红字信息确认单',
} as const

const dayOf = (moment: string) => new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().slice(0, 10)

/** A text with a mark in place of each letter that the fonts cannot draw: a sample is better than none. */
function printable(text: string): string {
  const missing = unprintable(text)
  return missing ? [...text].map((letter) => (missing.includes(letter) ? '〓' : letter)).join('') : text
}

const rate = (text: string) => (Number(text) === 0 ? '0%' : `${Number((Number(text) * 100).toFixed(2))}%`)

/** The PDF of an issued invoice. */
export async function printSample(invoice: GatewayInvoice): Promise<Buffer> {
  const { content, lines, amount, tax } = invoice
  const data = {
    mark: sampleMark,
    title: words.titles[content.invoiceLine],
    head: [
      [words.number, invoice.number!],
      [words.day, dayOf(invoice.issuedAt!)],
    ],
    sides: [
      [
        [words.buyer, printable(content.buyerName)],
        [words.taxNo, content.buyerTaxNum],
      ],
      [
        [words.seller, words.sellerName],
        [words.taxNo, content.salerTaxNum],
      ],
    ],
    heads: words.heads,
    rows: lines.map((line) => [
      printable(line.name),
      line.quantity ?? '',
      yuan(line.amount - line.tax),
      rate(line.rate),
      yuan(line.tax),
    ]),
    total: [words.total, `¥${yuan(amount - tax)}`, `¥${yuan(tax)}`],
    sum: [
      words.sum,
      (amount < 0 ? words.minus : '') + yuanInCharacters(Math.abs(amount)),
      `${words.small} ¥${yuan(amount)}`,
    ],
    remark: [words.remark, printable(content.remark) + (invoice.color === 'red' ? ` ${words.red}` : '')],
    drawer: [words.drawer, printable(content.clerk)],
  }
  return (await renderPdf({ source: layout, data })).pdf
}

const xml = new XMLBuilder({ ignoreAttributes: false, format: true })
const xmlText = (root: object) =>
  xml.build({ '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' }, ...root }) as string

/** The facts of an issued invoice as XML. */
export function writeXml(invoice: GatewayInvoice): string {
  const { content, lines, amount, tax } = invoice
  return xmlText({
    EInvoice: {
      '@_sample': 'true',
      Mark: sampleMark,
      EInvoiceNumber: invoice.number,
      IssueTime: invoice.issuedAt,
      Kind: content.invoiceLine,
      Color: invoice.color,
      Buyer: { Name: content.buyerName, TaxNo: content.buyerTaxNum },
      Seller: { TaxNo: content.salerTaxNum },
      Lines: {
        Line: lines.map((line) => ({
          '@_index': line.index,
          Name: line.name,
          TaxCode: line.taxCode,
          Rate: line.rate,
          Amount: decimalYuan(line.amount - line.tax),
          Tax: decimalYuan(line.tax),
        })),
      },
      Total: decimalYuan(amount),
      Tax: decimalYuan(tax),
      Remark: content.remark,
      Drawer: content.clerk,
    },
  })
}

const ofdNamespace = 'http://www.ofdspec.org/2016'

/** An OFD package of one blank page whose document information has the facts of an issued invoice. */
export function writeOfd(invoice: GatewayInvoice): Buffer {
  const fact = (name: string, text: string) => ({ '@_Name': name, '#text': text })
  const root = xmlText({
    'ofd:OFD': {
      '@_xmlns:ofd': ofdNamespace,
      '@_Version': '1.1',
      '@_DocType': 'OFD',
      'ofd:DocBody': {
        'ofd:DocInfo': {
          'ofd:DocID': invoice.number,
          'ofd:Title': sampleMark,
          'ofd:CustomDatas': {
            'ofd:CustomData': [
              fact('Sample', sampleMark),
              fact('Number', invoice.number!),
              fact('Total', decimalYuan(invoice.amount)),
              fact('Tax', decimalYuan(invoice.tax)),
            ],
          },
        },
        'ofd:DocRoot': 'Doc_0/Document.xml',
      },
    },
  })
  const document = xmlText({
    'ofd:Document': {
      '@_xmlns:ofd': ofdNamespace,
      'ofd:CommonData': { 'ofd:MaxUnitID': 1, 'ofd:PageArea': { 'ofd:PhysicalBox': '0 0 210 140' } },
      'ofd:Pages': { 'ofd:Page': { '@_ID': 1, '@_BaseLoc': 'Pages/Page_0/Content.xml' } },
    },
  })
  const page = xmlText({
    'ofd:Page': { '@_xmlns:ofd': ofdNamespace, 'ofd:Area': { 'ofd:PhysicalBox': '0 0 210 140' } },
  })
  const parts = { 'OFD.xml': root, 'Doc_0/Document.xml': document, 'Doc_0/Pages/Page_0/Content.xml': page }
  const encoder = new TextEncoder()
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, encoder.encode(text)]))),
  )
}
