import { Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, rowOf, rowsOf } from '../../../server/db.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { Requirements } from '../../enrolment/contract.ts'
import { examRequired, metBy, requirementColumns } from '../../enrolment/server/actions.ts'
import { HourEntry } from '../../hours/contract.ts'
import { missingHours } from '../../hours/rules.ts'
import { Settings } from '../../project/contract.ts'
import type { ProgressExplained } from '../../study/contract.ts'
import { explainProgress } from '../../study/rules.ts'
import { listCourses } from '../../study/server/actions.ts'
import type { StudyReport } from '../contract.ts'

const Learner = Type.Object({
  accountId: Type.String(),
  realName: Type.String(),
  cardMask: Nullable(Type.String()),
  mobileMask: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  personnelCategory: Nullable(Type.String()),
  year: Type.Integer(),
  years: Type.Array(Type.Integer()),
  settings: Settings,
})

/** One learner's year, the present one by default; refuses (404) a learner outside the caller's scope. */
export async function getStudyReport(
  db: Db,
  scope: Scope,
  query: { accountId: string; year?: number | undefined },
): Promise<StudyReport> {
  const { accountId } = query
  const found = await db`
    select a.id as account_id, s.real_name, s.card_mask, a.mobile_mask, u.name as unit_name,
      s.personnel_category, settings_of(p.id) as settings, y.year,
      array(
        select y.this union select year from hour_entries where account_id = a.id
        union select c.year from enrolments e join train_classes c on c.id = e.class_id
          where e.account_id = a.id and e.status <> 'removed'
        order by 1 desc) as years
    from students s join accounts a on a.id = s.account_id join projects p on p.id = a.project_id
    left join units u on u.id = a.unit_id
    cross join (select this, coalesce(${query.year ?? null}::int, this) as year
      from (select extract(year from moment() at time zone 'Asia/Shanghai')::int as this) now) y
    where a.id = ${accountId} and a.status <> 'deleted'
      and ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })}`
  const { settings, ...learner } = rowOf(Learner, found) ?? refuse(commonRefusals.notFound)
  const rows = await db`
    select h.id, h.title, co.name as course_name, h.class_type, h.attribute, h.hours_tenths, h.source, h.reason,
      h.enrolment_id, e.exam_score, k.number as certificate_number, h.created_at
    from hour_entries h left join enrolments e on e.id = h.enrolment_id left join courses co on co.id = h.course_root_id
    left join certificates k on k.enrolment_id = h.enrolment_id and k.status = 'valid'
    where h.account_id = ${accountId} and h.year = ${learner.year} order by h.created_at desc, h.id desc`
  const entries = rowsOf(HourEntry, rows)
  const earned: Record<string, number> = {}
  for (const { classType, hoursTenths } of entries) earned[classType] = (earned[classType] ?? 0) + hoursTenths
  const missing = missingHours(settings, earned)
  const types = [...new Set([...Object.keys(settings.requiredHoursTenths), ...Object.keys(earned)])]
  return {
    ...learner,
    requiredTenths: missing.required,
    earnedTenths: Object.values(earned).reduce((sum, hours) => sum + hours, 0),
    missingTenths: missing.total,
    types: types.map((classType) => ({
      classType,
      requiredTenths: settings.requiredHoursTenths[classType] ?? 0,
      earnedTenths: earned[classType] ?? 0,
      missingTenths: missing.byType[classType] ?? 0,
    })),
    entries,
  }
}

const Explainable = Type.Object({
  ...Requirements.properties,
  id: Type.String(),
  progress: Type.Integer(),
  studyDone: Type.Boolean(),
  examRequired: Type.Boolean(),
  examPassed: Type.Boolean(),
  passedBy: Nullable(OneOf(['rule', 'manual'])),
})

/** Explains the percent of enrolments, by their ids, whose scope the caller has checked. */
export async function explainEnrolments(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, ProgressExplained>> {
  const found = await db`
    select e.id, e.progress, e.study_done_at is not null as study_done, ${examRequired(db)} as exam_required,
      e.exam_passed, e.passed_by, ${requirementColumns(db)}
    from enrolments e join train_classes c on c.id = e.class_id ${metBy(db)}
    where e.id = any(${ids as string[]}::uuid[])`
  const courses = await listCourses(db, ids)
  return new Map(
    rowsOf(Explainable, found).map((row) => [row.id, explainProgress(courses.get(row.id) ?? [], row)]),
  )
}
