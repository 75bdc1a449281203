import { type Static, Type } from 'typebox'
import { type InputOf, Nullable } from '../../../contract/call.ts'
import { type Page, type PageInput } from '../../../contract/paging.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import { inScope, type ProjectScope, type Scope } from '../../../server/session.ts'
import { Course, type CourseAttribute, type courseCalls, CourseItem } from '../contract.ts'

const classesOf = (db: Db) => db`
  from class_courses cc join train_classes t on t.id = cc.class_id and t.status <> 'deleted' where cc.course_id = c.id`

const columns = (db: Db) => db`
  c.id, c.name, c.category_id, g.name as category_name, c.teacher_name, c.hours_tenths, c.attribute, c.created_at,
  (select count(*) from course_items i where i.course_id = c.id) as items,
  (select coalesce(sum(r.duration_seconds), 0) from course_items i join resources r on r.id = i.resource_id
    where i.course_id = c.id) as duration_seconds,
  (select count(*) ${classesOf(db)}) as used_by`

interface CourseFilter extends PageInput {
  keyword?: string | undefined
  categoryIds?: readonly string[] | undefined
  attribute?: CourseAttribute | undefined
  used?: 'yes' | 'no' | undefined
  sort?: InputOf<typeof courseCalls.query>['sort']
}

/** A page of courses in the caller's scope, newest first; the keyword is looked for in name and teacher. */
export async function pageCourses(db: Db, scope: Scope, filter: CourseFilter): Promise<Page<typeof Course>> {
  return page(db, Course, filter, {
    columns: columns(db),
    from: db`courses c`,
    join: db`left join course_categories g on g.id = c.category_id`,
    where: [
      db`${inScope(db, scope, { project: 'c.project_id' })} and c.status = 'active'`,
      filter.keyword &&
        db`(${nameContains(db, db`c.name`, filter.keyword)} or ${nameContains(db, db`c.teacher_name`, filter.keyword)})`,
      filter.categoryIds && db`c.category_id = any(${filter.categoryIds as string[]})`,
      filter.attribute && db`c.attribute = ${filter.attribute}`,
      filter.used &&
        (filter.used === 'yes'
          ? db`exists (select ${classesOf(db)})`
          : db`not exists (select ${classesOf(db)})`),
    ],
    sorts: {
      name: db`c.name`,
      teacherName: db`c.teacher_name`,
      hoursTenths: db`c.hours_tenths`,
      items: db`items`,
      durationSeconds: db`duration_seconds`,
      usedBy: db`used_by`,
      createdAt: db`c.created_at`,
    },
    orderBy: db`c.created_at desc, c.id desc`,
  })
}

const CourseRow = Type.Object({
  ...Course.properties,
  revision: Type.Integer(),
  teacherIntroduction: Type.String(),
  introduction: Type.String(),
})

/** One course in the caller's scope; refuses 404. */
export async function getCourse(db: Db, scope: Scope, id: string): Promise<Static<typeof CourseRow>> {
  const rows = await db`
    select ${columns(db)}, c.revision, c.teacher_introduction, c.introduction
    from courses c left join course_categories g on g.id = c.category_id
    where c.id = ${id} and c.status = 'active' and ${inScope(db, scope, { project: 'c.project_id' })}`
  return rowOf(CourseRow, rows) ?? refuse(commonRefusals.notFound)
}

const ItemRow = Type.Object({
  ...Type.Omit(CourseItem, ['posterPath']).properties,
  posterKey: Nullable(Type.String()),
})

/** The videos of a course in their order. */
export async function listItems(db: Db, courseId: string) {
  const rows = await db`
    select i.id, i.resource_id, i.title, r.title as resource_title, r.poster_key, r.duration_seconds
    from course_items i join resources r on r.id = i.resource_id
    where i.course_id = ${courseId} order by i.sort`
  return rowsOf(ItemRow, rows)
}

/** The classes a course is part of, by name. */
export async function listClassesOf(db: Db, courseId: string) {
  const rows = await db`
    select t.id, t.name from class_courses cc join train_classes t on t.id = cc.class_id and t.status <> 'deleted'
    where cc.course_id = ${courseId} order by t.name`
  return rowsOf(Type.Object({ id: Type.String(), name: Type.String() }), rows)
}

/**
 * True if what a course gives is fixed: a learner has joined a class with it, has ordered one and may still pay, or has
 * watched it, or a price of such a class was agreed by two or waits for the second.
 */
export async function isFixed(db: Db, courseId: string): Promise<boolean> {
  const [row] = await db`
    select exists (select from class_courses cc join enrolments e on e.class_id = cc.class_id
        where cc.course_id = ${courseId})
      or exists (select from class_courses cc join order_items o on o.class_id = cc.class_id and o.waiting
        where cc.course_id = ${courseId})
      or exists (select from class_courses cc join unit_classes u on u.class_id = cc.class_id and u.status = 'open'
        where cc.course_id = ${courseId} and u.approved)
      or exists (select from class_courses cc left join unit_classes u on u.class_id = cc.class_id
        join approvals p on p.subject_id in (cc.class_id, u.id) and p.kind in ('classPrice', 'unitPrice')
          and p.status = 'proposed' where cc.course_id = ${courseId})
      or exists (select from course_items i where i.course_id = ${courseId} and (
        exists (select from watch_coverages w where w.item_id = i.id)
        or exists (select from study_refusals f where f.item_id = i.id)
        or exists (select from enrolments e where e.last_item_id = i.id))) as joined`
  return row!.joined as boolean
}

const LockedRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  categoryId: Nullable(Type.String()),
  hoursTenths: Type.Integer(),
  attribute: Type.String(),
  teacherName: Type.String(),
  teacherIntroduction: Type.String(),
  introduction: Type.String(),
  items: Type.Array(Type.Object({ resourceId: Type.String(), title: Type.String() })),
  revision: Type.Integer(),
})

/**
 * A course in the caller's scope, locked with its classes: nobody joins one of them or takes the course into
 * another until the commit. Refuses 404.
 */
export async function lockCourse(tx: Tx, scope: ProjectScope, id: string): Promise<Static<typeof LockedRow>> {
  const [found] = await tx`
    select c.id from courses c
    where c.id = ${id} and c.status = 'active' and ${inScope(tx, scope, { project: 'c.project_id' })} for update`
  if (!found) refuse(commonRefusals.notFound)
  await tx`
    select t.id from class_courses cc join train_classes t on t.id = cc.class_id
    where cc.course_id = ${id} order by t.id for no key update of t`
  // A statement of its own: one that waited for the lock would still see the videos as they were before.
  const rows = await tx`
    select c.id, c.name, c.category_id, c.hours_tenths, c.attribute, c.teacher_name, c.teacher_introduction,
      c.introduction, c.revision, coalesce((
        select jsonb_agg(jsonb_build_object('resourceId', i.resource_id, 'title', i.title) order by i.sort)
        from course_items i where i.course_id = c.id), '[]') as items
    from courses c where c.id = ${id}`
  return rowOf(LockedRow, rows)!
}

/** Returns those of some videos that are in the project and can be played; they stay until the commit. */
export async function lockPlayable(
  tx: Tx,
  projectId: string,
  resourceIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx`
    select r.id from resources r
    where r.id = any(${resourceIds as string[]}) and r.project_id = ${projectId} and r.status = 'active'
      and (r.direct or r.hls_key is not null)
    order by r.id for share`
  return new Set(rows.map((row) => row.id as string))
}
