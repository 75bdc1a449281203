import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { namedCache } from '../../../server/cache.ts'
import { type Pool, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import { MissingGlyph } from '../../../server/pdf.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import { endOfNextDay, signedQuery } from '../../../server/signedQuery.ts'
import { getHeldHours } from '../../hours/server/actions.ts'
import { type CertificateFiles, certificateRefusals } from '../contract.ts'
import { Design } from '../template/contract.ts'
import { fillDesign, numberOf } from '../template/rules.ts'
import { drawDesign, printDesign } from '../template/server/print.ts'
import { findFile, getPrint, HolderRow, type ListedCertificate, type PrintRow } from './data.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { certificateIssued } from './messages.ts'

const today = (db: Tx) => db`to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

/** A certificate before it has its number. */
const Draft = Type.Object({
  projectId: Type.String(),
  accountId: Type.String(),
  enrolmentId: Type.String(),
  templateId: Type.String(),
  templateVersion: Type.Integer(),
  kind: Type.String(),
  design: Design,
  reissueOf: Nullable(Type.String()),
  numbering: Type.String(),
  holder: Type.Omit(HolderRow, ['number']),
})

/** Gives a certificate its number, which no other ever has, and puts it on record. Returns its id. */
async function putOnRecord(tx: Tx, by: Session | null, draft: Static<typeof Draft>): Promise<string> {
  const { numbering, holder, design, ...columns } = draft
  const { projectId, enrolmentId, reissueOf } = columns
  const { year } = holder
  const [serial] = await tx`
    insert into certificate_serials (project_id, year, last) values (${projectId}, ${year}, 1)
    on conflict (project_id, year) do update set last = certificate_serials.last + 1 returning last`
  const number = numberOf(numbering, year, serial!.last as number)
  const [issued] = await tx`insert into certificates ${tx({
    ...columns,
    number,
    verifyCode: randomBytes(12).toString('base64url'),
    holder: tx.json({ ...holder, number } as never),
    design: tx.json(design as never),
  })} returning id`
  const id = issued!.id as string
  await audit(tx, {
    by,
    projectId,
    action: 'certificate.issue',
    subjectKind: 'certificate',
    subjectId: id,
    after: { number, enrolmentId, ...(reissueOf ? { reissueOf } : {}) },
  })
  const { className } = holder
  await sendMessage(tx, certificateIssued, columns.accountId, { className, number, year: String(year) }, id)
  return id
}

/**
 * Issues the certificate of a passed enrolment, in the transaction that passes it. Returns its id; null when the
 * class has no template, or while the learner's name and ID are not known: then it is issued when they are. A
 * second call gives the certificate that is already valid.
 */
export async function issueCertificate(tx: Tx, enrolmentId: string): Promise<string | null> {
  const [valid] =
    await tx`select id from certificates where enrolment_id = ${enrolmentId} and status = 'valid'`
  if (valid) return valid.id as string
  // Who completes a profile holds the account: one of the two sees what the other wrote.
  await tx`
    select from accounts where id = (select account_id from enrolments where id = ${enrolmentId}) for key share`
  const rows = await tx`
    select e.project_id, e.account_id, e.id as enrolment_id, t.id as template_id, t.version as template_version, t.kind,
      t.design, null as reissue_of, t.numbering,
      jsonb_build_object('realName', s.real_name, 'cardMask', coalesce(s.card_mask, ''),
        'unitName', coalesce(u.name, ''), 'className', k.name, 'year', k.year, 'hoursTenths', (
          select coalesce(sum(h.hours_tenths), 0) from hour_entries h where h.enrolment_id = e.id),
        'issuedDate', ${today(tx)}, 'projectTitle', settings_of(e.project_id)->>'title') as holder
    from enrolments e
    join accounts a on a.id = e.account_id
    join students s on s.account_id = e.account_id
    left join units u on u.id = coalesce(s.unit_id, a.unit_id)
    join train_classes k on k.id = e.class_id
    join certificate_templates t on t.id = k.certificate_template_id and t.status = 'active'
    where e.id = ${enrolmentId}`
  const draft = rowOf(Draft, rows)
  if (!draft) return null
  const heldTenths = await getHeldHours(tx, enrolmentId)
  const holder = heldTenths > 0 ? { ...draft.holder, heldTenths } : draft.holder
  return putOnRecord(tx, null, { ...draft, holder })
}

/**
 * Issues the valid certificates of a learner again where they name somebody else than the profile does by now. The old
 * ones are superseded, and lead anyone who checks them to the new.
 */
export async function reissueCertificates(
  tx: Tx,
  by: Session,
  accountId: string,
  reason: string,
): Promise<void> {
  // Who passes just now holds the account: what is issued in the old name meanwhile is seen here.
  await tx`select from accounts where id = ${accountId} for update`
  const rows = await tx`
    with old as (
      update certificates k set status = 'superseded' from students s
      where k.account_id = ${accountId} and s.account_id = k.account_id and k.status = 'valid'
        and (k.holder->>'realName', k.holder->>'cardMask') is distinct from (s.real_name, s.card_mask)
      returning k.*, s.real_name, s.card_mask)
    select old.project_id, old.account_id, old.enrolment_id, old.template_id, old.template_version, old.kind, old.design,
      old.id as reissue_of, t.numbering, old.holder - 'number' || jsonb_build_object('realName', old.real_name,
        'cardMask', old.card_mask, 'reissuedDate', ${today(tx)}) as holder
    from old join certificate_templates t on t.id = old.template_id order by old.issued_at, old.id`
  for (const draft of rowsOf(Draft, rows)) {
    await audit(tx, {
      by,
      action: 'certificate.correct',
      subjectKind: 'certificate',
      subjectId: draft.reissueOf!,
      after: { status: 'superseded' },
      reason,
    })
    await putOnRecord(tx, by, draft)
  }
}

/** Issues what waited for the name and ID of a learner; each passed enrolment that never had a certificate. */
export async function issueWaitingCertificates(tx: Tx, accountId: string): Promise<void> {
  const waiting = await tx`
    select e.id from enrolments e where e.account_id = ${accountId} and e.status = 'passed'
      and not exists (select from certificates k where k.enrolment_id = e.id)
    order by e.passed_at, e.id`
  for (const { id } of waiting) await issueCertificate(tx, id as string)
}

/** Revokes the valid certificate of an enrolment, if there is one; a refund or correction took the right away. */
export async function revokeCertificate(tx: Tx, enrolmentId: string, reason: string): Promise<void> {
  const [revoked] = await tx`
    update certificates set status = 'revoked', revoke_reason = ${reason}
    where enrolment_id = ${enrolmentId} and status = 'valid' returning id, project_id`
  if (!revoked) return
  await audit(tx, {
    by: null,
    projectId: revoked.projectId as string,
    action: 'certificate.revoke',
    subjectKind: 'certificate',
    subjectId: revoked.id as string,
    after: { status: 'revoked' },
    reason,
  })
}

/** Prints the learner's own valid certificate and counts the print. */
export async function printCertificate(db: Pool, accountId: string, id: string, publicUrl: string) {
  const printed = await pdfOf(await getPrint(db, accountId, id), publicUrl)
  await countPrint(db, id)
  return printed
}

const countPrint = (db: Pool, id: string) =>
  db`update certificates set print_count = print_count + 1 where id = ${id}`

/** A certificate as PDF. Refuses (409) one that is not valid, and letters that no font has. */
export async function pdfOf(print: PrintRow, publicUrl: string): Promise<{ name: string; pdf: string }> {
  const { pdf } = await made(print, publicUrl, printDesign)
  return { name: `${print.number}.pdf`, pdf: pdf.toString('base64') }
}

/**
 * A certificate as a file for its holder, who is signed in in the browser of a companion; null for anyone else. A PDF that
 * the holder opens counts as printed, not what is opened in their view. Refuses as `pdfOf` does.
 */
export async function certificateFile(
  db: Pool,
  { id, format, ...reader }: { id: string; format: 'pdf' | 'png'; who: string; companion: string | null },
  publicUrl: string,
): Promise<{ name: string; bytes: Buffer } | null> {
  const print = await findFile(db, id, reader)
  if (!print) return null
  const name = `${print.number}.${format}`
  if (format === 'png') return { name, bytes: await pictureOf(id, print, publicUrl) }
  const { pdf } = await made(print, publicUrl, printDesign)
  if (print.isOwn) await countPrint(db, id)
  return { name, bytes: pdf }
}

/** Pictures that were drawn last, by certificate: what one is made of never changes. */
const pictures = namedCache<Promise<Buffer>>('certificatePictures', { max: 300 })

/** The picture of a certificate, drawn once for all who ask for it meanwhile. */
async function pictureOf(id: string, print: PrintRow, publicUrl: string): Promise<Buffer> {
  if (print.status !== 'valid') refuse(certificateRefusals.notValid)
  const known = pictures.get(id)
  if (known) return known
  const drawn = made(print, publicUrl, drawDesign)
  pictures.set(id, drawn)
  drawn.catch(() => pictures.delete(id))
  return drawn
}

async function made<T>(
  { status, verifyCode, design, holder }: PrintRow,
  publicUrl: string,
  make: (filled: Design, checkUrl: string) => Promise<T>,
): Promise<T> {
  if (status !== 'valid') refuse(certificateRefusals.notValid)
  try {
    return await make(fillDesign(design, holder), `${publicUrl}/check/${verifyCode}`)
  } catch (error) {
    if (error instanceof MissingGlyph) refuse(certificateRefusals.cannotPrint, { letters: error.letters })
    throw error
  }
}

/** Addresses of the files of a learner's certificate, for the browser the learner is signed in in; null for one that does not hold. */
export function filesOf(
  secrets: Secrets,
  { accountId }: { accountId: string },
  { id, status, width, height }: ListedCertificate,
): CertificateFiles | null {
  if (status !== 'valid') return null
  const query = signedQuery(secrets, 'certificate', id, { accountId, until: endOfNextDay() })
  const address = (format: string) => `/media/certificate/${id}.${format}?${query}`
  return { picture: address('png'), pdf: address('pdf'), width, height }
}
