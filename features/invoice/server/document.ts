import { randomUUID } from 'node:crypto'
import { isEmail } from '../../../contract/identity.ts'
import { fill } from '../../../contract/fill.ts'
import { yuan } from '../../../contract/money.ts'
import { type Bilingual, type Language, refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { audit } from '../../../server/audit.ts'
import { CarrierRefused } from '../../../server/channels/carrier.ts'
import type { Tx } from '../../../server/db.ts'
import type { FileReply } from '../../../server/serve.ts'
import type { Session } from '../../../server/session.ts'
import { sheetMime, writeSheet } from '../../../server/sheet.ts'
import { type invoiceFormats, invoiceRefusals } from '../contract.ts'
import { findInvoice, isReader } from './data.ts'
import { findFile, listRoster } from './read.ts'
import { filePlace, fileRow } from './record.ts'

type Format = (typeof invoiceFormats)[number]
type Files = Pick<AppContext, 'db' | 'secrets'>

const types: Readonly<Record<Format, string>> = {
  pdf: 'application/pdf',
  ofd: 'application/ofd',
  xml: 'application/xml',
}

const rosterWords = {
  title: { zh: '名单', en: 'Roster' },
  orderNo: { zh: '订单号', en: 'Order' },
  name: { zh: '姓名', en: 'Name' },
  unit: { zh: '单位', en: 'Unit' },
  class: { zh: '班级', en: 'Class' },
  paid: { zh: '金额', en: 'Amount' },
} as const satisfies Record<string, Bilingual>

/** Files of an invoice that the caller reads, opened; refuses 404, and (409) one that is not issued yet. */
async function openFiles({ db, secrets }: Files, session: Session, id: string) {
  const invoice = await findInvoice(db, id, isReader(db, session))
  if (invoice.number === null) refuse(invoiceRefusals.notOpened)
  const found = await findFile(db, session, id)
  const files = found.map(({ format, contentSealed }) => ({
    format: format as Format,
    name: `${invoice.number}.${format}`,
    bytes: Buffer.from(secrets.open(filePlace, fileRow(id, format), contentSealed), 'base64'),
  }))
  return { invoice, files }
}

/** A file of an issued invoice, or the roster of the batches it is for. */
export async function readFile(
  app: Files,
  session: Session,
  { id, format }: { id: string; format: Format | 'roster' },
  language: Language,
): Promise<FileReply> {
  if (format === 'roster') return readRoster(app, session, id, language)
  const { files } = await openFiles(app, session, id)
  const file = files.find((each) => each.format === format)
  if (!file) return refuse(invoiceRefusals.noFile, { format: format.toUpperCase() })
  return { name: file.name, type: types[format], body: file.bytes }
}

async function readRoster(
  { db }: Files,
  session: Session,
  id: string,
  language: Language,
): Promise<FileReply> {
  const { applyNo } = await findInvoice(db, id, isReader(db, session))
  const people = await listRoster(db, session.scope, id)
  if (people.length === 0) refuse(invoiceRefusals.noRoster)
  const say = (word: keyof typeof rosterWords) => rosterWords[word][language]
  return {
    name: `${say('title')} ${applyNo}.xlsx`,
    type: sheetMime,
    body: writeSheet({
      name: say('title'),
      columns: [
        { title: say('orderNo'), width: 24 },
        { title: say('name') },
        { title: say('unit'), width: 30 },
        { title: say('class'), width: 40 },
        { title: say('paid'), format: 'money' },
      ],
      rows: people.map(({ orderNo, name, unitName, className, paid }) => [
        orderNo,
        name,
        unitName,
        className,
        paid / 100,
      ]),
    }),
  }
}

const mailWords = {
  subject: { zh: '发票 {number}', en: 'Invoice {number}' },
  text: {
    zh: '{title}：发票 {number}，¥{amount}。文件见附件。',
    en: '{title}: invoice {number}, ¥{amount}. The files are attached.',
  },
} as const satisfies Record<string, Bilingual>

/** Sends the files of an issued invoice to an address. Refuses (422) what is none, and (503) when no mail can be sent. */
export async function mailInvoice(
  app: AppContext,
  session: Session,
  { id, email }: { id: string; email: string },
): Promise<{ number: string }> {
  if (!isEmail(email)) refuse(invoiceRefusals.mailWrong, {}, 'email')
  const { invoice, files } = await openFiles(app, session, id)
  if (files.length === 0) refuse(invoiceRefusals.noFile, { format: 'PDF' })
  const mail = app.channels.mail ?? refuse(invoiceRefusals.noMail)
  const values = { number: invoice.number!, title: invoice.title.name, amount: yuan(invoice.amount) }
  const say = (words: Bilingual, between: string) =>
    `${fill(words.zh, values)}${between}${fill(words.en, values)}`
  try {
    await mail.send({
      to: email,
      subject: say(mailWords.subject, ' · '),
      text: say(mailWords.text, '\n\n'),
      outId: randomUUID(),
      attachments: files.map(({ format, name, bytes }) => ({ name, type: types[format], bytes })),
    })
  } catch (error) {
    if (!(error instanceof CarrierRefused)) throw error
    app.log.warn({ code: error.code }, 'the mail with an invoice was not taken')
    refuse(invoiceRefusals.noMail)
  }
  return { number: invoice.number! }
}

/** Records that the files of an invoice were sent to an address, which the log does not repeat. */
export const recordMailed = (tx: Tx, session: Session, id: string) =>
  audit(tx, { by: session, action: 'invoice.mail', subjectKind: 'invoice', subjectId: id })
