import { Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { type Db, rowOf, rowsOf } from '../../../server/db.ts'
import { listenersOf } from '../../../server/events.ts'
import { regionsAround } from '../../dictionary/rules.ts'
import { Settings } from '../../project/contract.ts'
import { HourEntry, type HourPassport, RepeatedCourse } from '../contract.ts'
import { ComingClass, comingHours, missingHours } from '../rules.ts'
import { comingClasses, listHeldHours } from './actions.ts'

declare module '../../../server/events.ts' {
  interface Events {
    /** The hours of a year are asked for: gives the earliest moment to come by which a feature above wants them, if any. */
    hoursDue(db: Db, accountId: string, year: number): Promise<string | null>
  }
}

const Tenths = Type.Record(Type.String(), Type.Integer())

const HoursSummary = Type.Object({
  year: Type.Integer(),
  years: Type.Array(Type.Integer()),
  settings: Settings,
  personnelCategory: Nullable(Type.String()),
  region: Nullable(Type.String()),
  earned: Tenths,
  coming: Type.Array(ComingClass),
})

const Chances = Type.Object({
  fitting: Type.Integer(),
  signUpUntil: Nullable(Type.String()),
  studyUntil: Nullable(Type.String()),
})

async function getHoursSummary(
  db: Db,
  learner: { projectId: string; accountId: string },
  year: number | undefined,
) {
  const { projectId, accountId } = learner
  const rows = await db`
    select y.year, settings_of(p.id) as settings, s.personnel_category, u.region,
      array(
        select y.this union select year from hour_entries where account_id = ${accountId}
        union select c.year from enrolments e join train_classes c on c.id = e.class_id
          where e.account_id = ${accountId} and is_live(e.status)
        order by 1 desc) as years,
      coalesce((
        select json_object_agg(class_type, hours) from (
          select class_type, sum(hours_tenths) as hours from hour_entries
          where account_id = ${accountId} and year = y.year group by class_type) sums), '{}') as earned,
      ${comingClasses(db, db`${accountId}`, db`y.year`)} as coming
    from projects p
    cross join (select this, coalesce(${year ?? null}::int, this) as year
      from (select extract(year from moment() at time zone 'Asia/Shanghai')::int as this) now) y
    left join students s on s.account_id = ${accountId}
    left join accounts a on a.id = ${accountId} left join units u on u.id = a.unit_id
    where p.id = ${projectId}`
  return rowOf(HoursSummary, rows)!
}

async function getChances(
  db: Db,
  learner: { projectId: string; accountId: string },
  input: {
    year: number
    classTypes: readonly string[]
    personnelCategory: string | null
    region: string | null
  },
) {
  // A class without a date sets no limit to sign up: the maximum over nulls would hide that. One without an end of study
  // takes no end from the year: who has it in mind is safe by the earliest, and at the latest the year itself ends.
  const rows = await db`
    select count(*) as fitting,
      case when bool_and(c.sign_up_to is not null) then max(c.sign_up_to) end as sign_up_until,
      coalesce(min(c.study_to), make_timestamptz(${input.year}, 12, 31, 23, 59, 59, 'Asia/Shanghai')) as study_until
    from train_classes c
    where c.project_id = ${learner.projectId} and c.status = 'on_shelf' and c.year = ${input.year}
      and c.class_type = any(${input.classTypes as string[]}::text[])
      and coalesce(c.sign_up_from <= moment(), true) and coalesce(c.sign_up_to > moment(), true)
      and coalesce(c.study_to > moment(), true) and coalesce(c.sold + c.held < c.quota, true)
      and (c.personnel_categories = '{}' or ${input.personnelCategory ?? ''} = any(c.personnel_categories))
      and (c.regions = '{}' or c.regions && ${input.region === null ? [] : regionsAround(input.region)}::text[])
      and not exists (select from enrolments e join train_classes v on v.id = e.class_id
        where e.account_id = ${learner.accountId} and v.root_id = c.root_id
          and is_live(e.status))
      and not exists (select from order_items i join train_classes v on v.id = i.class_id
        where i.account_id = ${learner.accountId} and v.root_id = c.root_id and i.waiting)`
  return rowOf(Chances, rows)!
}

async function listEntries(db: Db, accountId: string, year: number) {
  const rows = await db`
    select h.id, h.title, co.name as course_name, h.class_type, h.attribute, h.hours_tenths, h.source, h.reason,
      h.enrolment_id, e.exam_score, k.number as certificate_number, h.created_at
    from hour_entries h left join enrolments e on e.id = h.enrolment_id left join courses co on co.id = h.course_root_id
    left join certificates k on k.enrolment_id = h.enrolment_id and k.status = 'valid'
    where h.account_id = ${accountId} and h.year = ${year} order by h.created_at desc, h.id desc limit 500`
  return rowsOf(HourEntry, rows)
}

/** Courses of passed classes of a year whose hours another class brought. */
async function listRepeated(db: Db, accountId: string, year: number): Promise<RepeatedCourse[]> {
  const rows = await db`
    select e.id as enrolment_id, k.name as course_name, c.name as class_name, o.name as counted_in
    from enrolments e join train_classes c on c.id = e.class_id and c.year = ${year}
    join enrolment_courses k on k.enrolment_id = e.id and (k.attribute = 'required' or k.finished_at is not null)
    join lateral (
      select oc.name from held_courses h join enrolments oe on oe.id = h.enrolment_id
      join train_classes oc on oc.id = oe.class_id
      where h.account_id = e.account_id and h.year = c.year and h.course_root_id = k.course_root_id
        and h.enrolment_id <> e.id limit 1) o on true
    where e.account_id = ${accountId} and e.status = 'passed'
      and not exists (
        select from held_courses h where h.account_id = e.account_id and h.enrolment_id = e.id and h.year = c.year
          and h.course_root_id = k.course_root_id)
    order by e.passed_at desc, k.sort limit 200`
  return rowsOf(RepeatedCourse, rows)
}

const earliestOf = (moments: readonly (string | null)[]): string | null =>
  moments
    .filter((moment) => moment !== null)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null

/** A learner's hours of a year, by default the current one; every total is the sum of ledger lines. */
export async function getPassport(
  db: Db,
  learner: { projectId: string; accountId: string },
  wantedYear: number | undefined,
): Promise<HourPassport> {
  const { year, years, earned, coming, personnelCategory, region, settings } = await getHoursSummary(
    db,
    learner,
    wantedYear,
  )
  const held = await listHeldHours(
    db,
    learner.accountId,
    coming.map(({ classId }) => classId),
  )
  const { pending, waiting } = comingHours(coming, held)
  const missing = missingHours(settings, earned)
  const types = [...new Set([...Object.keys(settings.requiredHoursTenths), ...Object.keys(earned)])].map(
    (classType) => ({
      classType,
      requiredTenths: settings.requiredHoursTenths[classType] ?? 0,
      earnedTenths: earned[classType] ?? 0,
      pendingTenths: pending[classType] ?? 0,
      waitingTenths: waiting[classType] ?? 0,
      missingTenths: missing.byType[classType] ?? 0,
    }),
  )
  const classTypes = types.filter((type) => type.missingTenths > 0).map((type) => type.classType)
  const [chances, entries, repeated, ...due] = await Promise.all([
    getChances(db, learner, { year, classTypes, personnelCategory, region }),
    listEntries(db, learner.accountId, year),
    listRepeated(db, learner.accountId, year),
    ...listenersOf('hoursDue').map((ask) => ask(db, learner.accountId, year)),
  ])
  return {
    year,
    years,
    requiredTenths: missing.required,
    earnedTenths: Object.values(earned).reduce((sum, hours) => sum + hours, 0),
    missingTenths: missing.total,
    types,
    ...chances,
    studyUntil: missing.total > 0 ? earliestOf([chances.studyUntil, ...due]) : null,
    entries,
    repeated,
  }
}
