import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { InputOf } from '../../../../contract/call.ts'
import { refuse } from '../../../../contract/refusal.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import type { Tx } from '../../../../server/db.ts'
import { handlerOf } from '../../../../server/events.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import type { Session } from '../../../../server/session.ts'
import type { Upload } from '../../../../server/upload.ts'
import { invoiceFormats } from '../../contract.ts'
import { blueLifecycle, redLifecycle } from '../../rules.ts'
import { type issueCalls, issueRefusals } from '../contract.ts'
import { mostFileBytes } from '../rules.ts'
import { lockVisible, recordStatus, storeFiles, type StoredInvoice } from '../../server/actions.ts'
import { findNumber } from './data.ts'
import { formatOf } from './deliver.ts'
import { announce } from './record.ts'
import { tellIssued } from './settle.ts'

declare module '../../../../server/events.ts' {
  interface Events {
    /** A locked red invoice was recorded as issued elsewhere: what it reverses is counted. */
    redMarked(tx: Tx, session: Session, red: StoredInvoice, number: string): Promise<void>
  }
}

type Format = (typeof invoiceFormats)[number]

/** Column that a sealed upload is bound to. */
const uploadPlace = 'invoice_uploads.content'

/** Stores an uploaded file for an invoice that is recorded next. Refuses (422) what is no PDF, OFD or XML by its content. */
export async function saveUpload(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  { projectId, accountId }: Session,
  file: Upload['file'],
): Promise<{ key: string; format: Format }> {
  if (!file || file.bytes > mostFileBytes)
    refuse(issueRefusals.fileWrong, { limit: mostFileBytes / 1024 ** 2 }, 'file')
  const bytes = await readFile(file.path)
  const format =
    (await formatOf(bytes)) ?? refuse(issueRefusals.fileWrong, { limit: mostFileBytes / 1024 ** 2 }, 'file')
  const id = randomUUID()
  const contentSealed = secrets.seal(uploadPlace, id, bytes.toString('base64'))
  await db`insert into invoice_uploads ${db({ id, projectId, accountId, format, contentSealed })}`
  return { key: id, format }
}

/** Takes a file that the caller uploaded for an invoice; refuses (422) another. */
async function takeUpload(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  { invoiceId, key }: { invoiceId: string; key: string },
): Promise<void> {
  const [taken] = await tx<{ format: Format; contentSealed: Buffer }[]>`
    delete from invoice_uploads
    where id::text = ${key} and account_id = ${session.accountId} and project_id = ${session.projectId}
    returning format, content_sealed`
  const { format, contentSealed } = taken ?? refuse(issueRefusals.fileAbsent, {}, 'file')
  const bytes = Buffer.from(secrets.open(uploadPlace, key, contentSealed), 'base64')
  await storeFiles(tx, secrets, invoiceId, [{ format, bytes }])
}

/** Refuses (422) a day after today, before the payment of an invoice's orders, or before the one that a red one reverses. */
async function judgeDay(tx: Tx, { id, originalId }: StoredInvoice, day: string): Promise<void> {
  const [row] = await tx<{ today: string; paid: string | null; blue: string | null }[]>`
    select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today,
      (select to_char(max(o.paid_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD')
        from invoice_lines l join orders o on o.id = l.order_id where l.invoice_id = ${id}) as paid,
      (select to_char(issued_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') from invoices where id = ${originalId}) as blue`
  const { today, paid, blue } = row!
  if (day > today) refuse(issueRefusals.dayAhead, {}, 'day')
  if (blue !== null && day < blue) refuse(issueRefusals.dayBeforeBlue, {}, 'day')
  if (paid !== null && day < paid) refuse(issueRefusals.dayEarly, {}, 'day')
}

/**
 * Records an invoice of either colour in the caller's scope that was issued elsewhere. Refuses 404; (409) what is under
 * way or over, and a number that another has; (422) a day that cannot be and a file that was not brought.
 */
export async function markInvoice(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  { id, number, day, file }: InputOf<typeof issueCalls.mark>,
): Promise<null> {
  const invoice = await lockVisible(tx, session.scope, id)
  const isRed = invoice.colour === 'red'
  const status = isRed
    ? redLifecycle.next(invoice.status as Parameters<typeof redLifecycle.next>[0], 'mark')
    : blueLifecycle.next(invoice.status as Parameters<typeof blueLifecycle.next>[0], 'mark')
  // A red one that a provider was asked for turns red by itself.
  if (isRed && invoice.status === 'requested' && invoice.provider === 'nuonuo') refuse(issueRefusals.provided)
  if (!isRed && invoice.waitsForRed) refuse(issueRefusals.redFirst)
  await judgeDay(tx, invoice, day)
  // Of two that are recorded at once the second waits, and sees the first.
  await tx`select pg_advisory_xact_lock(hashtext(${`invoice ${invoice.projectId} ${number}`}))`
  const other = await findNumber(tx, { projectId: invoice.projectId, number, beside: id })
  if (other) refuse(issueRefusals.numberTaken, { number, applyNo: other.applyNo }, 'number')
  if (file !== undefined) await takeUpload(tx, secrets, session, { invoiceId: id, key: file })
  await tx`
    update invoices set status = ${status}, provider = 'manual', number = ${number}, ask_at = null, failure = null,
      failure_code = null, decider_id = ${session.accountId}, decided_at = moment(),
      issued_at = least(moment(), (${day}::date + time '12:00') at time zone 'Asia/Shanghai')
    where id = ${id}`
  await recordStatus(tx, session, invoice, status, { number, day })
  if (isRed) await handlerOf('redMarked')(tx, session, invoice, number)
  else {
    await tellIssued(tx, invoice, number)
    await announce(tx, invoice)
  }
  return null
}
