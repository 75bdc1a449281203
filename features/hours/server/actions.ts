import { refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import { hourRefusals } from '../contract.ts'
import type { HourAttribute } from '../rules.ts'

export interface EarnedHours {
  projectId: string
  accountId: string
  enrolmentId: string
  year: number
  classType: string
  /** What the ledger line is called: the class's name. */
  title: string
  /** Hours in tenths by attribute; a zero writes no line. */
  hoursTenths: Record<HourAttribute, number>
}

/** Writes what a passed class earned into the ledger; a second time for the same pass writes nothing. */
export async function earnHours(tx: Tx, earned: EarnedHours): Promise<void> {
  const { hoursTenths, ...line } = earned
  const attributes = (['required', 'elective'] as const).filter((attribute) => hoursTenths[attribute] > 0)
  if (attributes.length === 0) return
  const [times] = await tx`
    select 1 + count(distinct c.pass)::int as pass from hour_entries c join hour_entries r on r.reverses = c.id
    where c.enrolment_id = ${earned.enrolmentId} and c.source = 'class'`
  const pass = times!.pass as number
  const lines = attributes.map((attribute) => ({
    ...line,
    attribute,
    hoursTenths: hoursTenths[attribute],
    source: 'class',
    pass,
  }))
  await tx`
    insert into hour_entries ${tx(lines)}
    on conflict (enrolment_id, attribute, pass) where source = 'class' do nothing`
}

/** Whose deed a line of the ledger is, and why it was written. */
export interface Correcting {
  operatorId: string
  reason: string
}

/** Takes back what a pass of an enrolment brought: each of its lines gets one with a minus. Without lines nothing is written. */
export async function reverseClassHours(tx: Tx, enrolmentId: string, by: Correcting): Promise<void> {
  await tx`
    insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, enrolment_id,
      pass, reverses, title, operator_id, reason)
    select c.project_id, c.account_id, c.year, c.class_type, c.attribute, -c.hours_tenths, 'reversal', c.enrolment_id,
      c.pass, c.id, c.title, ${by.operatorId}, ${by.reason}
    from hour_entries c where c.enrolment_id = ${enrolmentId} and c.source = 'class'
      and not exists (select from hour_entries r where r.reverses = c.id)`
}

/** Hours of one kind that a learner has in a year; changes of one learner come one after the other. */
export interface HourLine {
  projectId: string
  accountId: string
  year: number
  classType: string
  attribute: HourAttribute
}

/** What a learner's lines of one kind and year add up to, in tenths; held until the transaction ends. */
export async function lockHours(tx: Tx, line: HourLine): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtext(${`hours ${line.accountId}`}))`
  const [row] = await tx`
    select coalesce(sum(hours_tenths), 0)::int as tenths from hour_entries
    where account_id = ${line.accountId} and year = ${line.year} and class_type = ${line.classType}
      and attribute = ${line.attribute}`
  return row!.tenths as number
}

/** Writes a correction, plus or minus tenths, and gives its line. Refuses (409) what would leave less than nothing. */
export async function correctHours(
  tx: Tx,
  line: HourLine & { hoursTenths: number; title: string },
  by: Correcting,
): Promise<string> {
  if ((await lockHours(tx, line)) + line.hoursTenths < 0) refuse(hourRefusals.belowZero)
  const [row] = await tx`
    insert into hour_entries ${tx({ ...line, source: 'correction', ...by })} returning id`
  return row!.id as string
}

/** Takes back one line by another. Refuses (409) one taken back already, and what would leave less than nothing. */
export async function reverseHours(tx: Tx, entryId: string, by: Correcting): Promise<void> {
  const [line] = await tx<(HourLine & { id: string; hoursTenths: number; title: string })[]>`
    select id, project_id, account_id, year, class_type, attribute, hours_tenths, title from hour_entries
    where id = ${entryId}`
  const { id, hoursTenths, ...rest } = line!
  if ((await lockHours(tx, line!)) - hoursTenths < 0) refuse(hourRefusals.belowZero)
  const [row] = await tx`
    insert into hour_entries ${tx({ ...rest, hoursTenths: -hoursTenths, source: 'reversal', reverses: id, ...by })}
    on conflict (reverses) do nothing returning id`
  if (!row) refuse(hourRefusals.reversed)
}
