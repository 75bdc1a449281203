import { asStored } from '../../../contract/spokenCode.ts'
import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { type Db, rowOf, type Tx } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import { inScope, type ProjectScope, type ProjectSession } from '../../../server/session.ts'
import { Settings } from '../../project/contract.ts'
import { inCategory } from '../category/server/actions.ts'
import { type classCalls, ClassRow, ManagedClass } from '../contract.ts'

/** The price of a class `c` that waits for a second person. */
const proposedPrice = (db: Db) => db`
  (select (p.after ->> 'price')::bigint from approvals p
    where p.subject_id = c.id and p.kind = 'classPrice' and p.status = 'proposed') as proposed_price`

/** A page of the back office's list, newest first. Refuses (422) pages beyond the counted rows. */
export async function pageClasses(
  db: Db,
  projectId: string,
  input: InputOf<typeof classCalls.findPageList>,
): Promise<{ total: number; list: ClassRow[] }> {
  return page(db, ClassRow, input, {
    columns: db`
      c.id, c.code, c.name, c.version, c.class_type, c.category_id, g.name as category_name, c.year, c.hours_tenths,
      c.price, c.original_price, ${proposedPrice(db)}, c.quota, c.sold, c.held, c.sign_up_to, c.study_to, c.valid_days,
      c.need_review, c.sort, c.revision, c.status, c.created_at, (select count(*) from class_courses cc where cc.class_id = c.id) as courses`,
    key: db`c.id`,
    from: db`train_classes c`,
    join: db`join class_categories g on g.id = c.category_id`,
    where: [
      db`c.project_id = ${projectId} and c.status <> 'deleted'`,
      input.id && db`c.id = ${input.id}`,
      input.keyword &&
        db`(c.name_bigrams @> ${bigramsOf(input.keyword)} or c.code = any(${[input.keyword, asStored(input.keyword)]}))`,
      input.status && db`c.status = ${input.status}`,
      input.classType && db`c.class_type = ${input.classType}`,
      input.year !== undefined && db`c.year = ${input.year}`,
      input.categoryId && inCategory(db, input.categoryId),
    ],
    after: input.after !== undefined && db`c.id < ${input.after}`,
    sorts: {
      name: db`c.name`,
      year: db`c.year`,
      hoursTenths: db`c.hours_tenths`,
      price: db`c.price`,
      createdAt: db`c.created_at`,
    },
    orderBy: db`c.id desc`,
    capped: true,
  })
}

/** True if a class `c` has an exam its learners take. */
const isExamined = (db: Db) =>
  db`exists (select from exams x where x.class_id = c.id and x.status = 'active')`

/** True if the exam that a class `c` was copied with is still a draft. */
const isExamUnpublished = (db: Db) => db`
  (exists (select from exams x where x.class_id = c.id and x.status = 'draft' and x.copied_from is not null)
    and not ${isExamined(db)})`

/** True if a class `c` has a newer version. */
const isSuperseded = (db: Db) => db`
  exists (select from train_classes n where n.root_id = c.root_id and n.version > c.version
    and n.status <> 'deleted')`

/** One class as a manager edits it; refuses (404) one that is deleted or not in the project. */
export async function getManagedClass(db: Db, projectId: string, id: string): Promise<ManagedClass> {
  const rows = await db`
    select c.id, c.code, c.name, c.version, c.class_type, c.category_id, g.name as category_name, c.year,
      c.hours_tenths, c.required_hours_tenths, c.elective_min_tenths, c.cover_key, c.introduction, c.price, c.original_price, ${proposedPrice(db)}, c.sign_up_from, c.sign_up_to,
      c.study_from, c.study_to, c.valid_days, c.quota, c.sold, c.held, c.personnel_categories, c.regions, c.need_review,
      c.certificate_template_id, c.trial_resource_ids, c.refundable, c.capture_kind,
      c.capture_every_from, c.capture_every_to, c.capture_seconds, c.capture_tries,
      c.captures_a_day, c.capture_misses, c.capture_make_up_days, c.sort, c.revision, c.status, c.created_at,
      array(select cc.course_id from class_courses cc where cc.class_id = c.id order by cc.sort) as course_ids,
      coalesce((
        select json_agg(json_build_object('id', co.id, 'name', co.name, 'teacherName', co.teacher_name,
          'hoursTenths', co.hours_tenths, 'attribute', co.attribute, 'videos', coalesce((
            select json_agg(json_build_object('resourceId', r.id, 'title', i.title,
              'durationSeconds', r.duration_seconds) order by i.sort)
            from course_items i join resources r on r.id = i.resource_id where i.course_id = co.id), '[]'))
          order by cc.sort)
        from class_courses cc join courses co on co.id = cc.course_id where cc.class_id = c.id), '[]') as courses,
      ${isExamined(db)} as has_exam, ${isExamUnpublished(db)} as exam_unpublished, ${isSuperseded(db)} as superseded
    from train_classes c join class_categories g on g.id = c.category_id
    where c.id = ${id} and c.project_id = ${projectId} and c.status <> 'deleted'`
  return rowOf(ManagedClass, rows) ?? refuse(commonRefusals.notFound)
}

/** Returns the names of classes of a project, by id. */
export async function nameClasses(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db`
    select id, name from train_classes where id = any(${ids as string[]}::uuid[]) and project_id = ${projectId}`
  return new Map(rows.map((row) => [row.id as string, row.name as string]))
}

/** The copy of a class that a request made, and whether an exam came with it; null before it did. */
export async function findCopy(
  db: Db,
  classId: string,
  requestKey: string,
): Promise<{ id: string; withExam: boolean; requestHash: string | null; deleted: boolean } | null> {
  const [copy] = await db<{ id: string; withExam: boolean; requestHash: string | null; deleted: boolean }[]>`
    select c.id, c.copy_request_hash as request_hash, c.status = 'deleted' as deleted, exists (select from exams x where x.class_id = c.id and x.copied_from is not null) as with_exam
    from train_classes c where c.copied_from = ${classId} and c.copy_request = ${requestKey}`
  return copy ?? null
}

/**
 * The class that a request to create one made, at the revision up to which `by` alone wrote it; null before it did.
 */
export async function findCreated(
  db: Db,
  projectId: string,
  requestKey: string,
  by: string,
): Promise<{ id: string; revision: number } | null> {
  const [made] = await db<{ id: string; revision: number }[]>`
    select c.id, coalesce((
      select min((l.after->>'revision')::int) - 1 from operation_logs l
      where l.subject_kind = 'class' and l.subject_id = c.id::text and l.actor_id <> ${by}), c.revision) as revision
    from train_classes c
    where c.project_id = ${projectId} and c.copied_from is null and c.copy_request = ${requestKey}`
  return made ?? null
}

/** Locks a class that the caller may change; refuses (404) any other, so that unit managers change none. */
export async function lockClass(db: Db, scope: ProjectScope, id: string): Promise<void> {
  const [row] = await db`
    select 1 from train_classes c
    where c.id = ${id} and c.status <> 'deleted' and ${inScope(db, scope, { project: 'c.project_id' })}
    for no key update`
  if (!row) refuse(commonRefusals.notFound)
}

/** A class with a lock on it, for a change. */
export async function lockManaged(tx: Tx, session: ProjectSession, id: string): Promise<ManagedClass> {
  await lockClass(tx, session.scope, id)
  return getManagedClass(tx, session.projectId, id)
}

const PublishFacts = Type.Object({
  courses: Type.Integer(),
  coursesWithoutVideo: Type.Integer(),
  hoursTenths: Type.Integer(),
  hasEnd: Type.Boolean(),
  over: Type.Boolean(),
  /** True if its exam came with a copy and was never published. */
  examUnpublished: Type.Boolean(),
  /** True if a newer version of it exists. */
  superseded: Type.Boolean(),
  requiredHoursTenths: Type.Integer(),
  electiveMinTenths: Type.Integer(),
  /** Length of its videos in seconds, all and those of required courses. */
  seconds: Type.Number(),
  requiredSeconds: Type.Number(),
  settings: Settings,
})

/** Returns the facts that decide whether a class may be sold. */
export async function getPublishFacts(db: Db, id: string): Promise<Static<typeof PublishFacts>> {
  const rows = await db`
    select c.hours_tenths, c.required_hours_tenths, c.elective_min_tenths, settings_of(c.project_id) as settings,
      length.seconds, length.required_seconds, c.study_to is not null or c.valid_days is not null as has_end,
      coalesce(c.study_to <= moment(), false) as over,
      (select count(*) from class_courses where class_id = c.id) as courses,
      (select count(*) from class_courses cc where cc.class_id = c.id
        and not exists (select from course_items i where i.course_id = cc.course_id)) as courses_without_video,
      ${isExamUnpublished(db)} as exam_unpublished, ${isSuperseded(db)} as superseded
    from train_classes c cross join lateral (
      select coalesce(sum(r.duration_seconds), 0) as seconds,
        coalesce(sum(r.duration_seconds) filter (where co.attribute = 'required'), 0) as required_seconds
      from class_courses cc join courses co on co.id = cc.course_id join course_items i on i.course_id = co.id
      join resources r on r.id = i.resource_id where cc.class_id = c.id) length
    where c.id = ${id}`
  return rowOf(PublishFacts, rows) ?? refuse(commonRefusals.notFound)
}

/** Counts the ordered places of a class that wait for payment, or were paid and could not be opened yet. */
export async function countOrdered(db: Db, classId: string): Promise<number> {
  const [row] = await db`
    select count(*) as count from order_items i join orders o on o.id = i.order_id
    where i.class_id = ${classId} and (i.waiting or o.status in ('paid', 'free', 'part_refunded') and i.refunded = 0
      and not exists (select from enrolments e where e.source_id = i.id))`
  return row!.count as number
}

/** Counts the learners who left a class by a transfer that can still be undone. */
export async function countReturning(db: Db, classId: string): Promise<number> {
  const [row] = await db`select count(*) as count from returning_places where class_id = ${classId}`
  return row!.count as number
}

/** Counts the unit classes of a class with a price that two people agreed, or are asked to agree, for what it is now. */
export async function countAgreedPrices(db: Db, classId: string): Promise<number> {
  const [row] = await db`
    select count(*) as count from unit_classes u
    where u.class_id = ${classId} and u.status = 'open' and (u.approved
      or exists (select from approvals p where p.subject_id = u.id and p.kind = 'unitPrice' and p.status = 'proposed'))`
  return row!.count as number
}

/** True if a class has an exam that its learners must take. */
export async function hasExam(db: Db, classId: string): Promise<boolean> {
  const [row] = await db`select from exams
    where class_id = ${classId} and (status = 'active' or held_since is not null)`
  return row !== undefined
}

/** Counts the learners who hold a place in a class. */
export async function countLearners(db: Db, classId: string): Promise<number> {
  const [row] = await db`
    select count(*) as count from enrolments
    where class_id = ${classId} and is_live(status)`
  return row!.count as number
}
