import { randomBytes } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { type Fragment, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import type { ProjectSession, Session } from '../../../server/session.ts'
import { missingHours } from '../../hours/rules.ts'
import { getHeldHours } from '../../hours/server/actions.ts'
import { certificateRefusals } from '../contract.ts'
import { CertificateKind, Design, type SkillLevel } from '../template/contract.ts'
import { numberOf } from '../template/rules.ts'
import { Asked, HolderRow } from './data.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { certificateIssued } from './messages.ts'

const today = (db: Tx) => db`to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

/** A certificate before it has its number. */
const Draft = Type.Object({
  projectId: Type.String(),
  accountId: Type.String(),
  enrolmentId: Nullable(Type.String()),
  templateId: Type.String(),
  templateVersion: Type.Integer(),
  kind: CertificateKind,
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
    after: {
      number,
      kind: columns.kind,
      ...(enrolmentId ? { enrolmentId } : {}),
      ...(reissueOf ? { reissueOf } : {}),
    },
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
    join certificate_templates t on t.id = k.certificate_template_id and t.status = 'active' and t.kind <> 'year'
    where e.id = ${enrolmentId}`
  const draft = rowOf(Draft, rows)
  if (!draft) return null
  const heldTenths = await getHeldHours(tx, enrolmentId)
  const holder = heldTenths > 0 ? { ...draft.holder, heldTenths } : draft.holder
  return putOnRecord(tx, null, { ...draft, holder })
}

/** Changes of a certificate that replaces another. */
interface Renewal {
  by: Session | null
  reason: string
}

/**
 * Replaces certificates by new ones that name their holders as the profiles do by now, and show of a year the hours that
 * its ledger has by now. The old ones are superseded, and lead anyone who checks them to the new. Gives the ids of the new
 * ones.
 */
export async function replaceCertificates(tx: Tx, which: Fragment, renewal: Renewal): Promise<string[]> {
  const { by, reason } = renewal
  const rows = await tx`
    with old as (
      update certificates k set status = 'superseded' from students s
      where s.account_id = k.account_id and ${which}
      returning k.*, s.real_name, s.card_mask)
    select old.project_id, old.account_id, old.enrolment_id, old.template_id, old.template_version, old.kind, old.design,
      old.id as reissue_of, t.numbering, old.holder - 'number' || jsonb_build_object('realName', old.real_name,
        'cardMask', coalesce(old.card_mask, ''), 'reissuedDate', ${today(tx)})
        || case when old.kind = 'year' then jsonb_build_object('hoursTenths', (
          select coalesce(sum(h.hours_tenths), 0)::int from hour_entries h
          where h.account_id = old.account_id and h.year = (old.holder->>'year')::int)) else '{}' end as holder
    from old join certificate_templates t on t.id = old.template_id order by old.issued_at, old.id`
  const fresh: string[] = []
  for (const draft of rowsOf(Draft, rows)) {
    await audit(tx, {
      by,
      projectId: draft.projectId,
      action: 'certificate.correct',
      subjectKind: 'certificate',
      subjectId: draft.reissueOf!,
      after: { status: 'superseded' },
      reason,
    })
    fresh.push(await putOnRecord(tx, by, draft))
  }
  return fresh
}

/** Issues the valid certificates of a learner again where they name somebody else than the profile does by now. */
export async function reissueCertificates(
  tx: Tx,
  by: Session,
  accountId: string,
  reason: string,
): Promise<void> {
  // Who passes just now holds the account: what is issued in the old name meanwhile is seen here.
  await tx`select from accounts where id = ${accountId} for update`
  const which = tx`
    k.account_id = ${accountId} and k.status = 'valid'
    and (k.holder->>'realName', k.holder->>'cardMask') is distinct from (s.real_name, s.card_mask)`
  await replaceCertificates(tx, which, { by, reason })
}

/** Issues what waited for the name and ID of a learner; each passed enrolment that never had a certificate. */
export async function issueWaitingCertificates(tx: Tx, accountId: string): Promise<void> {
  const waiting = await tx`
    select e.id from enrolments e where e.account_id = ${accountId} and e.status = 'passed'
      and not exists (select from certificates k where k.enrolment_id = e.id)
    order by e.passed_at, e.id`
  for (const { id } of waiting) await issueCertificate(tx, id as string)
  const years = await tx<{ year: number }[]>`
    select distinct year from hour_entries where account_id = ${accountId} order by year`
  for (const { year } of years) await settleYear(tx, accountId, year)
}

/** Settles the years whose ledger has new lines, in projects that certify years. */
export async function settleYears(tx: Tx, entryIds: readonly string[]): Promise<void> {
  const years = await tx<{ accountId: string; year: number }[]>`
    select distinct h.account_id, h.year from hour_entries h
    where h.id = any(${entryIds as string[]}::uuid[]) and (
      exists (select from certificate_templates t
        where t.project_id = h.project_id and t.kind = 'year' and t.status = 'active')
      or exists (select from certificates k where k.account_id = h.account_id and k.kind = 'year'))
    order by 1, 2`
  for (const { accountId, year } of years) await settleYear(tx, accountId, year)
}

/** Condition: the office revoked the certificate of an account's year, and has not reissued it. */
const stopped = (tx: Tx, accountId: string, year: number): Fragment => tx`
  exists (select from certificates o where o.account_id = ${accountId} and o.kind = 'year' and o.status = 'revoked'
    and (o.holder->>'year')::int = ${year} and o.revoked_by is not null)`

/** True if the office revoked the certificate of an account's year: only the office issues it again. */
export async function isYearStopped(tx: Tx, accountId: string, year: number): Promise<boolean> {
  const [row] = await tx<{ isStopped: boolean }[]>`select ${stopped(tx, accountId, year)} as is_stopped`
  return row!.isStopped
}

const askedKeys = Object.keys(Asked.properties)

/** Hours that a year asks for by `settings`. */
const askedBy = (tx: Tx, settings: Fragment): Fragment => tx`
  json_build_object('requiredHoursTenths', ${settings}->'requiredHoursTenths', 'totalHoursTenths', ${settings}->'totalHoursTenths')`

const YearRow = Type.Object({
  earned: Type.Record(Type.String(), Type.Integer()),
  /** Hours the project asks for in a year by now, and each time they changed within a day. */
  asked: Asked,
  askedOfDay: Type.Array(Asked),
  /** The valid certificate of the year. */
  validId: Nullable(Type.String()),
  validAsked: Nullable(Asked),
  validTenths: Nullable(Type.Integer()),
  /** The office revoked one of the year: only the office issues the next. */
  isStopped: Type.Boolean(),
  /** Reason for the last line with a minus. */
  reason: Nullable(Type.String()),
})

/**
 * Makes the certificate of an account and year agree with the ledger: issued once the asked hours are met and the name
 * and ID are known, withdrawn when hours are reversed, replaced where it would show more than are left. A certificate is
 * held against what its year asked for when it was earned; to be earned, it meets all that was asked for within a day.
 * Returns the id of the valid one, or null.
 */
export async function settleYear(tx: Tx, accountId: string, year: number): Promise<string | null> {
  // Who completes a profile or reissues holds the account: one of the two sees what the other wrote.
  await tx`select from accounts where id = ${accountId} for key share`
  const rows = await tx`
    select coalesce((select json_object_agg(class_type, tenths) from (
        select class_type, sum(hours_tenths) as tenths from hour_entries
        where account_id = a.id and year = ${year} group by class_type) sums), '{}') as earned,
      ${askedBy(tx, tx`settings_of(a.project_id)`)} as asked,
      (select json_agg(${askedBy(tx, tx`each`)})
        from settings_of_day(a.project_id, ${askedKeys}::text[]) each) as asked_of_day,
      k.id as valid_id, k.holder->'asked' as valid_asked, (k.holder->>'hoursTenths')::int as valid_tenths,
      ${stopped(tx, accountId, year)} as is_stopped,
      (select reason from hour_entries where account_id = a.id and year = ${year} and hours_tenths < 0
        order by created_at desc, id desc limit 1) as reason
    from accounts a
    left join certificates k on k.account_id = a.id and k.kind = 'year' and k.status = 'valid'
      and (k.holder->>'year')::int = ${year}
    where a.id = ${accountId}`
  const { earned, asked, askedOfDay, validId, validAsked, validTenths, isStopped, ...row } = rowOf(
    YearRow,
    rows,
  )!
  const reason = row.reason ?? '—'
  const hoursTenths = Object.values(earned).reduce((sum, tenths) => sum + tenths, 0)
  const which = tx`k.id = ${validId}`
  if (validId && validAsked && missingHours(validAsked, earned).total === 0) {
    if (hoursTenths >= validTenths!) return validId
    return (await replaceCertificates(tx, which, { by: null, reason }))[0]!
  }
  if (validId) await revokeValid(tx, tx`id = ${validId}`, { by: null, reason })
  const isMet = [asked, ...askedOfDay].every((each) => missingHours(each, earned).total === 0)
  if (isStopped || !isMet || missingHours(asked, earned).required === 0) return null
  return issueYear(tx, { accountId, year, asked, hoursTenths })
}

/** Issues the certificate of a year by the newest template for years; null without one, or where nobody is known. */
async function issueYear(
  tx: Tx,
  earned: { accountId: string; year: number; asked: Asked; hoursTenths: number },
): Promise<string | null> {
  const { accountId, year, asked, hoursTenths } = earned
  const rows = await tx`
    select a.project_id, a.id as account_id, null as enrolment_id, t.id as template_id, t.version as template_version,
      t.kind, t.design, null as reissue_of, t.numbering,
      jsonb_build_object('realName', s.real_name, 'cardMask', coalesce(s.card_mask, ''),
        'unitName', coalesce(u.name, ''), 'className', settings_of(a.project_id)->>'title', 'year', ${year}::int,
        'hoursTenths', ${hoursTenths}::int, 'asked', ${tx.json(asked as never)}::jsonb, 'issuedDate', ${today(tx)},
        'projectTitle', settings_of(a.project_id)->>'title') as holder
    from accounts a
    join students s on s.account_id = a.id
    left join units u on u.id = coalesce(s.unit_id, a.unit_id)
    join lateral (select * from certificate_templates where project_id = a.project_id and kind = 'year'
      and status = 'active' order by created_at desc, id desc limit 1) t on true
    where a.id = ${accountId}`
  const draft = rowOf(Draft, rows)
  return draft && putOnRecord(tx, null, draft)
}

/** Revokes the valid certificate of an enrolment, if there is one; a refund or correction took the right away. */
export const revokeCertificate = (tx: Tx, enrolmentId: string, reason: string): Promise<void> =>
  revokeValid(tx, tx`enrolment_id = ${enrolmentId}`, { by: null, reason })

/** Revokes valid certificates; `by` is who of the office does, null where the right went by itself. */
export async function revokeValid(
  tx: Tx,
  which: Fragment,
  { by, reason }: { by: Session | null; reason: string },
): Promise<void> {
  const revoked = await tx<{ id: string; projectId: string }[]>`
    update certificates set status = 'revoked', revoke_reason = ${reason}, revoked_by = ${by?.accountId ?? null}
    where status = 'valid' and ${which} returning id, project_id`
  for (const { id, projectId } of revoked)
    await audit(tx, {
      by,
      projectId,
      action: 'certificate.revoke',
      subjectKind: 'certificate',
      subjectId: id,
      after: { status: 'revoked' },
      reason,
    })
}

/** True if what a certificate was issued for holds, and no valid one certifies it. */
export async function hasRight(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx<{ isFree: boolean; accountId: string; year: number; asked: Asked | null }[]>`
    select k.account_id, (k.holder->>'year')::int as year, k.holder->'asked' as asked,
      (k.enrolment_id is null or e.status = 'passed') and not exists (
        select from certificates v where v.account_id = k.account_id and v.status = 'valid' and v.kind = k.kind
          and case when k.enrolment_id is not null then v.enrolment_id = k.enrolment_id
            when k.kind = 'year' then v.holder->>'year' = k.holder->>'year'
            else v.enrolment_id is null and v.holder->>'level' = k.holder->>'level'
              and name_key(v.holder->>'className') = name_key(k.holder->>'className') end) as is_free
    from certificates k left join enrolments e on e.id = k.enrolment_id where k.id = ${id}`
  const { isFree, accountId, year, asked } = row!
  if (!isFree || !asked) return isFree
  const sums = await tx<{ classType: string; tenths: number }[]>`
    select class_type, sum(hours_tenths)::int as tenths from hour_entries
    where account_id = ${accountId} and year = ${year} group by class_type`
  return missingHours(asked, Object.fromEntries(sums.map((sum) => [sum.classType, sum.tenths]))).total === 0
}

/** Issues a certificate of a skill and level by the office; refuses (409) a second valid one, and an account without a name. */
export async function issueSkill(
  tx: Tx,
  by: ProjectSession,
  skill: { accountId: string; templateId: string; title: string; level: SkillLevel },
): Promise<string> {
  const { accountId, templateId, title, level } = skill
  await tx`select from accounts where id = ${accountId} for update`
  const [same] = await tx`
    select from certificates where account_id = ${accountId} and kind = 'skill' and status = 'valid'
      and name_key(holder->>'className') = name_key(${title}) and holder->>'level' = ${level}`
  if (same) refuse(certificateRefusals.sameSkill)
  const rows = await tx`
    select a.project_id, a.id as account_id, null as enrolment_id, t.id as template_id, t.version as template_version,
      t.kind, t.design, null as reissue_of, t.numbering,
      jsonb_build_object('realName', s.real_name, 'cardMask', coalesce(s.card_mask, ''),
        'unitName', coalesce(u.name, ''), 'className', ${title}::text, 'level', ${level}::text, 'hoursTenths', 0,
        'year', extract(year from moment() at time zone 'Asia/Shanghai')::int, 'issuedDate', ${today(tx)},
        'projectTitle', settings_of(a.project_id)->>'title') as holder
    from accounts a
    join students s on s.account_id = a.id
    left join units u on u.id = coalesce(s.unit_id, a.unit_id)
    join certificate_templates t on t.id = ${templateId} and t.project_id = a.project_id
    where a.id = ${accountId} and a.project_id = ${by.projectId}`
  const draft = rowOf(Draft, rows) ?? refuse(certificateRefusals.nobody)
  return putOnRecord(tx, by, draft)
}
