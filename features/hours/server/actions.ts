import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import { listenersOf } from '../../../server/events.ts'
import { hourRefusals } from '../contract.ts'
import { dueLines, HourAttribute, heldTenths } from '../rules.ts'

declare module '../../../server/events.ts' {
  interface Events {
    /** Lines were written into the ledger of hours, of one learner or of several. */
    earned(tx: Tx, entryIds: readonly string[]): Promise<void>
  }
}

/** Lets features above hear of new lines of the ledger. */
async function announce(tx: Tx, lines: readonly { id?: string }[]): Promise<void> {
  const ids = lines.map(({ id }) => id!)
  for (const hear of listenersOf('earned')) await hear(tx, ids)
}

/** Makes changes of one learner's ledger follow each other, until the transaction ends. */
async function lockLedger(tx: Tx, accountId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext(${`hours ${accountId}`}))`
}

/** The same by an enrolment of the learner; returns the learner's account. */
async function lockLedgerOf(tx: Tx, enrolmentId: string): Promise<string> {
  const [row] = await tx`select account_id from enrolments where id = ${enrolmentId}`
  await lockLedger(tx, row!.accountId as string)
  return row!.accountId as string
}

const Earning = Type.Object({
  projectId: Type.String(),
  accountId: Type.String(),
  year: Type.Integer(),
  classType: Type.String(),
  title: Type.String(),
  hoursTenths: Type.Integer(),
  requiredHoursTenths: Type.Integer(),
  /** Number of the pass of the enrolment: one whose hours were reversed can be earned again. */
  pass: Type.Integer(),
  /** Date of lines written now: after the certificate they come too late for, however long they waited. */
  createdAt: Type.String(),
  /** Its hours are written for the class as a whole, as they were at first. */
  isWhole: Type.Boolean(),
  courses: Type.Array(
    Type.Object({
      courseRootId: Type.String(),
      attribute: HourAttribute,
      hoursTenths: Type.Integer(),
      finishedAt: Nullable(Type.String()),
      writtenTenths: Nullable(Type.Integer()),
      held: Type.Boolean(),
    }),
  ),
})

/** A class's hours and courses for one learner, with the hours already written and the courses credited elsewhere. */
async function getEarning(db: Db, enrolmentId: string): Promise<Static<typeof Earning>> {
  const rows = await db`
    with line as (
      select h.* from hour_entries h where h.enrolment_id = ${enrolmentId} and h.source = 'class'
        and not exists (select from hour_entries r where r.reverses = h.id))
    select e.project_id, e.account_id, c.year, c.class_type, c.name as title, c.hours_tenths, c.required_hours_tenths,
      1 + (select count(distinct o.pass) from hour_entries o join hour_entries r on r.reverses = o.id
        where o.enrolment_id = e.id and o.source = 'class') as pass,
      greatest(moment(), (
        select max(k.issued_at) + interval '1 millisecond' from certificates k
        where k.enrolment_id = e.id and k.status = 'valid')) as created_at,
      exists (select from line where course_root_id is null) as is_whole,
      coalesce((
        select json_agg(json_build_object('courseRootId', k.course_root_id, 'attribute', k.attribute,
          'hoursTenths', k.hours_tenths, 'finishedAt', k.finished_at,
          'writtenTenths', (select l.hours_tenths from line l where l.course_root_id = k.course_root_id),
          'held', (settings_of(e.project_id)->>'countCourseOnce')::boolean and exists (
            select from held_courses o where o.account_id = e.account_id and o.year = c.year
              and o.course_root_id = k.course_root_id and o.enrolment_id <> e.id)) order by k.sort)
        from enrolment_courses k where k.enrolment_id = e.id), '[]') as courses
    from enrolments e join train_classes c on c.id = e.class_id where e.id = ${enrolmentId}`
  return rowOf(Earning, rows)!
}

/** Writes the lines that `earnHours` describes and gives them; nobody hears of them yet. */
async function writeEarned(tx: Tx, enrolmentId: string): Promise<{ id?: string; hoursTenths: number }[]> {
  const { courses, hoursTenths, requiredHoursTenths, isWhole, createdAt, ...line } = await getEarning(
    tx,
    enrolmentId,
  )
  const lines = isWhole ? [] : dueLines({ hoursTenths, requiredHoursTenths }, courses)
  if (lines.length === 0) return []
  return tx`
    insert into hour_entries ${tx(lines.map((due) => ({ ...line, ...due, enrolmentId, source: 'class', createdAt })))}
    returning id, hours_tenths`
}

/**
 * Writes what a passed enrolment has earned by now and has no line for yet: its required courses and the electives
 * finished, within the class's hours; a course whose hours the learner holds from another class of the year is left out
 * where courses count once. Returns the tenths written; a second call writes nothing.
 */
export async function earnHours(tx: Tx, enrolmentId: string): Promise<number> {
  // Two classes passed at once must see each other's lines.
  await lockLedgerOf(tx, enrolmentId)
  const written = await writeEarned(tx, enrolmentId)
  if (written.length > 0) await announce(tx, written)
  return written.reduce((sum, line) => sum + line.hoursTenths, 0)
}

/** Returns the tenths of a passed enrolment that count from other classes of the year, and so were not written for it. */
export async function getHeldHours(db: Db, enrolmentId: string): Promise<number> {
  const { courses, isWhole, ...hours } = await getEarning(db, enrolmentId)
  return isWhole ? 0 : heldTenths(hours, courses)
}

/** Author of a line of the ledger, and the reason. */
interface Correcting {
  operatorId: string
  reason: string
}

/**
 * Reverses what a pass of an enrolment brought: each of its lines gets one with a minus. Other classes of the year that
 * taught one of its courses and did not count it for that reason count it now. Refuses (409) what would leave less than
 * nothing; without lines nothing is written.
 */
export async function reverseClassHours(tx: Tx, enrolmentId: string, by: Correcting): Promise<void> {
  const accountId = await lockLedgerOf(tx, enrolmentId)
  const reversed = await tx`
    insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, enrolment_id,
      pass, reverses, title, course_root_id, operator_id, reason)
    select c.project_id, c.account_id, c.year, c.class_type, c.attribute, -c.hours_tenths, 'reversal', c.enrolment_id,
      c.pass, c.id, c.title, c.course_root_id, ${by.operatorId}, ${by.reason}
    from hour_entries c where c.enrolment_id = ${enrolmentId} and c.source = 'class'
      and not exists (select from hour_entries r where r.reverses = c.id)
    returning id, year, class_type, attribute`
  if (reversed.length === 0) return
  const year = reversed[0]!.year as number
  // The learner's other classes first: what they count now may be what the total needs.
  const others = await tx`
    select e.id from enrolments e join train_classes c on c.id = e.class_id
    where e.account_id = ${accountId} and c.year = ${year} and e.status = 'passed' and e.id <> ${enrolmentId}
    order by e.passed_at, e.id`
  const lines: { id?: string }[] = [...reversed]
  for (const { id } of others) lines.push(...(await writeEarned(tx, id as string)))
  // Who judges the year sees what is left at the end, not in between.
  await announce(tx, lines)
  const [below] = await tx`
    select 1 from hour_entries where account_id = ${accountId} and year = ${year}
      and (class_type, attribute) in (
        select l."classType", l.attribute
        from jsonb_to_recordset(${tx.json(reversed as never)}) as l ("classType" text, attribute text))
    group by class_type, attribute having sum(hours_tenths) < 0`
  if (below) refuse(hourRefusals.belowZero)
}

const HeldRow = Type.Object({
  id: Type.String(),
  hoursTenths: Type.Integer(),
  requiredHoursTenths: Type.Integer(),
  courses: Type.Array(
    Type.Object({ attribute: HourAttribute, hoursTenths: Type.Integer(), held: Type.Boolean() }),
  ),
})

/**
 * Returns the hours, in tenths, that a learner holds already from other classes of their years, by class:
 * those a class would not bring again. Classes of which nothing is held, or whose project counts each class
 * by itself, are left out.
 */
export async function listHeldHours(
  db: Db,
  accountId: string,
  classIds: readonly string[],
): Promise<Map<string, number>> {
  if (classIds.length === 0) return new Map()
  const rows = await db`
    with held as (
      select distinct h.course_root_id, h.year, e.class_id
      from held_courses h join enrolments e on e.id = h.enrolment_id where h.account_id = ${accountId})
    select c.id, c.hours_tenths, c.required_hours_tenths, json_agg(json_build_object(
      'attribute', co.attribute, 'hoursTenths', co.hours_tenths,
      'held', exists (select from held h where h.course_root_id = co.root_id and h.year = c.year and h.class_id <> c.id))
      order by cc.sort) as courses
    from train_classes c join class_courses cc on cc.class_id = c.id join courses co on co.id = cc.course_id
    where c.id = any(${classIds as string[]}::uuid[]) and exists (select from held)
      and (settings_of(c.project_id)->>'countCourseOnce')::boolean
    group by c.id`
  const held = rowsOf(HeldRow, rows).map(
    ({ id, courses, ...hours }) => [id, heldTenths(hours, courses)] as const,
  )
  return new Map(held.filter(([, tenths]) => tenths > 0))
}

/** The classes that bring a learner more hours in a year, as `ComingClass` writes them. */
export const comingClasses = (db: Db, accountId: Fragment, year: Fragment): Fragment => db`
  coalesce((
    select json_agg(json_build_object('classId', w.class_id, 'classType', w.class_type, 'hoursTenths', w.hours_tenths,
      'isStudied', w.is_studied))
    from coming_hours w where w.account_id = ${accountId} and w.year = ${year}), '[]')`

/** The condition for classes `c` with a course whose hours a learner does not hold from another class of its year. */
export const bringsHours = (db: Db, learner: { projectId: string; accountId: string }): Fragment => db`
  (c.hours_tenths > 0 and (
    not (select (settings_of(${learner.projectId})->>'countCourseOnce')::boolean)
    or exists (
      select from class_courses cc join courses co on co.id = cc.course_id
      where cc.class_id = c.id and not exists (
        select from held_courses h
        where h.account_id = ${learner.accountId} and h.year = c.year and h.course_root_id = co.root_id))))`

/** Hours of one kind that a learner has in a year; changes of one learner come one after the other. */
interface HourLine {
  projectId: string
  accountId: string
  year: number
  classType: string
  attribute: HourAttribute
}

/** Returns the sum of a learner's lines of one kind and year, in tenths; held until the transaction ends. */
export async function lockHours(tx: Tx, line: HourLine): Promise<number> {
  await lockLedger(tx, line.accountId)
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
  await announce(tx, [row!])
  return row!.id as string
}

/** Reverts one line by another. Refuses (409) one reverted already, and what would leave less than nothing. */
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
  await announce(tx, [row])
}
