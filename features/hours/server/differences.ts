import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { type Db, rowsOf } from '../../../server/db.ts'
import { dueLines, HourAttribute, hourAttributes } from '../rules.ts'

/** The reason written hours of a pass differ from the rules: the first that explains it. */
type DifferenceReason = 'elective_not_finished' | 'course_counted_elsewhere' | 'other'

/** A passed enrolment whose written hours of one attribute are not what the rules give by now; hours, not tenths. */
export interface HourDifference {
  enrolmentId: string
  accountId: string
  classCode: string
  className: string
  year: number
  passedAt: string
  passedBy: string
  attribute: HourAttribute
  written: number
  due: number
  reason: DifferenceReason
}

const Passed = Type.Object({
  enrolmentId: Type.String(),
  accountId: Type.String(),
  classCode: Type.String(),
  className: Type.String(),
  year: Type.Integer(),
  passedAt: Type.String(),
  passedBy: Type.String(),
  hoursTenths: Type.Integer(),
  requiredHoursTenths: Type.Integer(),
  countsOnce: Type.Boolean(),
  written: Type.Record(Type.String(), Type.Integer()),
  courses: Type.Array(
    Type.Object({
      courseRootId: Type.String(),
      attribute: HourAttribute,
      hoursTenths: Type.Integer(),
      finishedAt: Nullable(Type.String()),
    }),
  ),
})

/** The number of learners judged at once. */
const batch = 500

/** Learners with a passed class, by id, a batch at a time. */
async function nextLearners(db: Db, after: string | null): Promise<string[]> {
  const rows = await db`
    select distinct account_id from enrolments
    where status = 'passed' and account_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    order by account_id limit ${batch}`
  return rows.map((row) => row.accountId as string)
}

async function listPassed(db: Db, accountIds: readonly string[]): Promise<Static<typeof Passed>[]> {
  const rows = await db`
    select e.id as enrolment_id, e.account_id, c.code as class_code, c.name as class_name, c.year, e.passed_at,
      e.passed_by, c.hours_tenths, c.required_hours_tenths,
      (settings_of(e.project_id)->>'countCourseOnce')::boolean as counts_once,
      coalesce((
        select json_object_agg(attribute, tenths) from (
          select h.attribute, sum(h.hours_tenths) as tenths from hour_entries h
          where h.enrolment_id = e.id group by h.attribute) sums), '{}') as written,
      coalesce((
        select json_agg(json_build_object('courseRootId', k.course_root_id, 'attribute', k.attribute,
          'hoursTenths', k.hours_tenths, 'finishedAt', k.finished_at) order by k.sort)
        from enrolment_courses k where k.enrolment_id = e.id), '[]') as courses
    from enrolments e join train_classes c on c.id = e.class_id
    where e.status = 'passed' and e.account_id = any(${accountIds as string[]}::uuid[])
    order by e.account_id, e.passed_at, e.id`
  return rowsOf(Passed, rows)
}

/**
 * Passed enrolments whose written hours differ from what the rules give by now, learner by learner in the order of their
 * passes: a course counts in the class that was passed first. Changes nothing.
 */
export async function* listHourDifferences(db: Db): AsyncGenerator<HourDifference> {
  const next = (after: string | null): Promise<string[]> => nextLearners(db, after)
  for (let ids = await next(null); ids.length > 0; ids = await next(ids.at(-1)!)) {
    const held = new Set<string>()
    for (const passed of await listPassed(db, ids)) {
      const { hoursTenths, requiredHoursTenths, countsOnce, written, courses, ...row } = passed
      const keyOf = (courseRootId: string) => `${row.accountId} ${row.year} ${courseRootId}`
      const learnerCourses = courses.map((course) => ({
        ...course,
        writtenTenths: null,
        held: countsOnce && held.has(keyOf(course.courseRootId)),
      }))
      const lines = dueLines({ hoursTenths, requiredHoursTenths }, learnerCourses)
      for (const { courseRootId } of lines) held.add(keyOf(courseRootId))
      for (const attribute of hourAttributes) {
        const due = lines.reduce(
          (sum, line) => sum + (line.attribute === attribute ? line.hoursTenths : 0),
          0,
        )
        if (due === (written[attribute] ?? 0)) continue
        const own = learnerCourses.filter((course) => course.attribute === attribute)
        const reason = own.some((course) => course.held)
          ? 'course_counted_elsewhere'
          : attribute === 'elective' && own.some((course) => course.finishedAt === null)
            ? 'elective_not_finished'
            : 'other'
        yield { ...row, attribute, written: (written[attribute] ?? 0) / 10, due: due / 10, reason }
      }
    }
  }
}
