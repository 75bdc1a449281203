import { randomUUID } from 'node:crypto'
import { isEmail } from '../../../contract/identity.ts'
import { fill } from '../../../contract/fill.ts'
import { yuan } from '../../../contract/money.ts'
import { type Bilingual, type Language, refuse } from '../../../contract/refusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { audit } from '../../../server/audit.ts'
import { CarrierRefused } from '../../../server/channels/carrier.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { FileReply } from '../../../server/serve.ts'
import type { Session } from '../../../server/session.ts'
import { sheetMime, writeSheet } from '../../../server/sheet.ts'
import { type invoiceFormats, invoiceRefusals } from '../contract.ts'
import { findInvoice, isReader, readInvoice, type StoredInvoice } from './data.ts'
import { filePlace, fileRow } from './record.ts'
import { listRoster } from './roster.ts'
import { maskMail } from '../../message/rules.ts'

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
  sold: { zh: '班级或报名项目', en: 'Class or sign-up' },
  paid: { zh: '金额', en: 'Amount' },
} as const satisfies Record<string, Bilingual>

/** Opens the files of an issued invoice that its caller may read. */
async function openFiles({ db, secrets }: Files, { id, number }: StoredInvoice) {
  const found = await db<{ format: Format; contentSealed: Buffer }[]>`
    select format, content_sealed from invoice_files where invoice_id = ${id} order by format`
  return found.map(({ format, contentSealed }) => ({
    format,
    name: `${number}.${format}`,
    bytes: Buffer.from(secrets.open(filePlace, fileRow(id, format), contentSealed), 'base64'),
  }))
}

/** An issued invoice that the caller reads; refuses 404, and (409) one that is not issued yet. */
async function findIssued(db: Db, session: Session, id: string): Promise<StoredInvoice> {
  const invoice = await findInvoice(db, id, isReader(db, session))
  return invoice.number === null ? refuse(invoiceRefusals.notOpened) : invoice
}

/** A file of an issued invoice, or the roster of the people a unit paid for. */
export async function readFile(
  app: Files,
  session: Session,
  { id, format }: { id: string; format: Format | 'roster' },
  language: Language,
): Promise<FileReply> {
  if (format === 'roster') return readRoster(app, session, id, language)
  const files = await openFiles(app, await findIssued(app.db, session, id))
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
        { title: say('sold'), width: 40 },
        { title: say('paid'), format: 'money' },
      ],
      rows: people.map(({ orderNo, name, unitName, soldName, paid }) => [
        orderNo,
        name,
        unitName,
        soldName,
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

/** Sends the files of an issued invoice to an address. Refuses (404) where there are none, and (503) when no mail can be sent. */
async function sendFiles(app: AppContext, invoice: StoredInvoice, email: string): Promise<void> {
  const files = await openFiles(app, invoice)
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
}

/** Sends the files of an issued invoice that the caller reads to an address. Refuses (422) what is none, and as `sendFiles`. */
export async function mailInvoice(
  app: AppContext,
  session: Session,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (!isEmail(email)) refuse(invoiceRefusals.mailWrong, {}, 'email')
  await sendFiles(app, await findIssued(app.db, session, id), email)
}

/** Sends the files of an invoice that was just issued to the address that was asked for; a download is left where that fails. */
export async function mailIssued(app: AppContext, id: string): Promise<void> {
  const invoice = (await readInvoice(app.db, id))!
  if (invoice.email === null) return
  try {
    await sendFiles(app, invoice, invoice.email)
  } catch (error) {
    app.log.warn({ err: error, invoice: id }, 'the files of an invoice were not mailed')
  }
}

/** Records that the files of an invoice were sent to an address, which the log has masked. */
export const recordMailed = (tx: Tx, session: Session, { id, email }: { id: string; email: string }) =>
  audit(tx, {
    by: session,
    action: 'invoice.mail',
    subjectKind: 'invoice',
    subjectId: id,
    after: { mailedTo: maskMail(email) },
  })
