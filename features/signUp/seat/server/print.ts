import type { Bilingual, Language } from '../../../../contract/refusal.ts'
import { inChina } from '../../../../server/pdf/orderPaper.ts'
import { qrPicture } from '../../../../server/pdf/qrCode.ts'
import { renderPdf } from '../../../../server/pdf.ts'
import type { Ticket } from './data.ts'

const words = {
  title: { zh: '准考证', en: 'Admission ticket' },
  exam: { zh: '考试', en: 'Exam' },
  name: { zh: '姓名', en: 'Name' },
  card: { zh: '证件号', en: 'ID number' },
  unit: { zh: '单位', en: 'Unit' },
  ticketNo: { zh: '准考证号', en: 'Ticket number' },
  code: { zh: '查验码', en: 'Code' },
  subject: { zh: '科目', en: 'Subject' },
  time: { zh: '时间', en: 'Time' },
  room: { zh: '考场', en: 'Room' },
  seat: { zh: '座位号', en: 'Seat' },
  bring: {
    zh: '请携带本准考证和有效身份证件，提前到达考场。扫描二维码可查验真伪。',
    en: 'Bring this ticket and a valid ID document, and arrive early. Scan the code to check that it is genuine.',
  },
} as const satisfies Record<string, Bilingual>

/** One page of A4: facts beside the code to check it, and the seats below. */
const ticketPaper = `
#let data = json(bytes(sys.inputs.data))
#let ink = rgb("#16202c")
#let soft = rgb("#5b6b7d")
#let line = 0.5pt + rgb("#cfd6de")
#set page(paper: "a4", margin: (x: 22mm, top: 24mm, bottom: 22mm))
#set text(lang: data.lang, region: data.region, font: sans, size: 10.5pt, fill: ink, fallback: false)
#set par(leading: 0.7em)
#align(center, text(fill: soft, data.organiser))
#v(2mm)
#align(center, text(size: 20pt, data.title))
#v(7mm)
#grid(columns: (1fr, 34mm), column-gutter: 8mm,
  grid(columns: (auto, 1fr), column-gutter: 8mm, row-gutter: 3.6mm,
    ..data.facts.map(fact => (text(fill: soft, fact.at(0)), fact.at(1))).flatten()),
  image(bytes(data.qr), format: "svg", width: 32mm, height: 32mm))
#v(7mm)
#table(
  columns: (1fr, auto, 1fr, auto),
  align: left + horizon,
  stroke: (x, y) => (bottom: line, top: if y == 0 { 0.8pt + ink } else { none }),
  inset: (x: 2mm, y: 2.6mm),
  table.header(..data.heads.map(head => text(size: 9.5pt, fill: soft, head))),
  ..data.rows.flatten())
#v(7mm)
#text(fill: soft, data.bring)
`

/** Prints a ticket, with the address by which it is checked as a code; its name is that of the file. Throws MissingGlyph. */
export async function printTicket(
  ticket: Ticket,
  checkUrl: string,
  language: Language,
): Promise<{ name: string; pdf: Buffer }> {
  const say = (word: keyof typeof words) => words[word][language]
  const facts: (readonly [string, string | null])[] = [
    [say('exam'), ticket.signUpTitle],
    [say('name'), ticket.realName],
    [say('card'), ticket.cardMask],
    [say('unit'), ticket.unitName],
    [say('ticketNo'), ticket.ticketNo],
    [say('code'), ticket.code],
  ]
  const timeOf = (from: string, to: string) => `${inChina(from, 'short')}–${inChina(to, 'short').slice(11)}`
  const texts = {
    organiser: ticket.organiser,
    title: say('title'),
    facts: facts.filter(([, value]) => value !== null),
    heads: [say('subject'), say('time'), say('room'), say('seat')],
    rows: ticket.seats.map(({ subjectName, startsAt, endsAt, room, seatNo }) => [
      subjectName,
      timeOf(startsAt, endsAt),
      room ?? '',
      String(seatNo ?? ''),
    ]),
    bring: say('bring'),
  }
  const data = { ...texts, lang: language, region: language === 'zh' ? 'cn' : 'us', qr: qrPicture(checkUrl) }
  const { pdf } = await renderPdf({ source: ticketPaper, data, printed: texts })
  return { name: `${say('title')} ${ticket.ticketNo}.pdf`, pdf }
}
