import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { type Pool, rowOf, type Tx } from '../../../server/db.ts'
import { MissingGlyph } from '../../../server/pdf.ts'
import { certificateRefusals } from '../contract.ts'
import { Design } from '../template/contract.ts'
import { fillDesign, type Holder, numberOf } from '../template/rules.ts'
import { printDesign } from '../template/server/print.ts'
import { getPrint } from './data.ts'

const IssueRow = Type.Object({
  projectId: Type.String(),
  projectTitle: Type.String(),
  accountId: Type.String(),
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  className: Type.String(),
  year: Type.Integer(),
  hoursTenths: Type.Integer(),
  templateId: Type.String(),
  templateVersion: Type.Integer(),
  kind: Type.String(),
  numbering: Type.String(),
  design: Design,
  today: Type.String(),
})

/**
 * Issues the certificate of a passed enrolment, in the transaction that passes it. Gives its id; null when the
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
    select e.project_id, coalesce(settings_of(e.project_id)->>'title', '') as project_title, e.account_id, s.real_name, s.card_mask, u.name as unit_name, k.name as class_name, k.year, k.hours_tenths, t.id as template_id,
      t.version as template_version, t.kind, t.numbering, t.design,
      to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as today
    from enrolments e
    join accounts a on a.id = e.account_id
    join students s on s.account_id = e.account_id
    left join units u on u.id = coalesce(s.unit_id, a.unit_id)
    join train_classes k on k.id = e.class_id
    join certificate_templates t on t.id = k.certificate_template_id and t.status = 'active'
    where e.id = ${enrolmentId}`
  const row = rowOf(IssueRow, rows)
  if (!row) return null
  const [serial] = await tx`
    insert into certificate_serials (project_id, year, last) values (${row.projectId}, ${row.year}, 1)
    on conflict (project_id, year) do update set last = certificate_serials.last + 1 returning last`
  const number = numberOf(row.numbering, row.year, serial!.last as number)
  const holder: Holder = {
    realName: row.realName,
    cardMask: row.cardMask ?? '',
    unitName: row.unitName ?? '',
    className: row.className,
    year: row.year,
    hoursTenths: row.hoursTenths,
    number,
    issuedDate: row.today,
    projectTitle: row.projectTitle,
  }
  const [issued] = await tx`insert into certificates ${tx({
    projectId: row.projectId,
    accountId: row.accountId,
    enrolmentId,
    templateId: row.templateId,
    templateVersion: row.templateVersion,
    kind: row.kind,
    number,
    verifyCode: randomBytes(12).toString('base64url'),
    holder: tx.json(holder as never),
    design: tx.json(row.design as never),
  })} returning id`
  await audit(tx, {
    by: null,
    projectId: row.projectId,
    action: 'certificate.issue',
    subjectKind: 'certificate',
    subjectId: issued!.id as string,
    after: { number, enrolmentId },
  })
  return issued!.id as string
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
export async function printCertificate(
  db: Pool,
  accountId: string,
  id: string,
  publicUrl: string,
): Promise<{ name: string; pdf: string }> {
  const print = await getPrint(db, accountId, id)
  if (print.status !== 'valid') refuse(certificateRefusals.notValid)
  try {
    const pdf = printDesign(fillDesign(print.design, print.holder), `${publicUrl}/check/${print.verifyCode}`)
    await db`update certificates set print_count = print_count + 1 where id = ${id}`
    return { name: `${print.number}.pdf`, pdf: pdf.toString('base64') }
  } catch (error) {
    if (error instanceof MissingGlyph) refuse(certificateRefusals.cannotPrint, { letters: error.letters })
    throw error
  }
}
