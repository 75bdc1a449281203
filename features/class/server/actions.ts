import { randomBytes } from 'node:crypto'
import { digitsOf, spokenCode } from '../../../contract/spokenCode.ts'
import { refuse } from '../../../contract/refusal.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import { findUnknownCodes } from '../../dictionary/server/actions.ts'
import { cleanHtml, publishPictures } from '../../file/server/actions.ts'
import { badInput } from '../../../server/input.ts'
import { assertCurrent } from '../../../server/revision.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { copyParts } from './copy.ts'
import type { CourseHours } from '../../hours/rules.ts'
import { type ClassFields, classRefusals, type ManagedClass, type SettledFields } from '../contract.ts'
import {
  classLifecycle,
  fieldProblem,
  hoursBeyondContent,
  hoursProblem,
  isOtherContent,
  settleHours,
  publishProblems,
} from '../rules.ts'
import {
  countLearners,
  countUnpaidOrders,
  findCopy,
  getManagedClass,
  getPublishFacts,
  hasExam,
  lockClass,
} from './data.ts'
import { classEdits } from './edits.ts'

/**
 * Whether learners see a course `co` of a class `c`: electives may be hidden, but a class of electives only, or one
 * that requires some, shows them.
 */
export const isShown = (db: Db): Fragment => db`
  (co.attribute = 'required' or c.elective_min_tenths > 0 or not (settings_of(c.project_id)->>'hideElective')::boolean
    or not exists (select from class_courses k join courses o on o.id = k.course_id
      where k.class_id = c.id and o.attribute = 'required'))`

/** A class with a lock on it, for a change. */
async function lockManaged(tx: Tx, session: ProjectSession, id: string): Promise<ManagedClass> {
  await lockClass(tx, session.scope, id)
  return getManagedClass(tx, session.projectId, id)
}

/** The editable fields of a class, without those the system maintains. */
export function fieldsOf(managed: ManagedClass): SettledFields {
  const {
    id,
    categoryName,
    classType,
    version,
    revision,
    status,
    sold,
    held,
    createdAt,
    courses,
    hasExam,
    examUnpublished,
    superseded,
    ...fields
  } = managed
  return fields
}

/** An edited class as the operation log records it. */
const entryOf = (managed: ManagedClass) => ({ ...fieldsOf(managed), revision: managed.revision })

const noSuch = {
  categoryId: { zh: '没有这个类别', en: 'there is no such category' },
  courseIds: { zh: '有课程不存在或已删除', en: 'a course does not exist or was deleted' },
  twoVersions: { zh: '同一课程的两个版本不能同时选', en: 'contains two versions of one course' },
  certificateTemplateId: { zh: '没有这个证书模板', en: 'there is no such certificate template' },
  trialResourceIds: { zh: '试看视频应属于所选课程', en: 'a preview video must belong to a selected course' },
}

/** The class type of a category; refuses (422, the field named) one that the project does not have. */
export async function getClassType(
  tx: Tx,
  projectId: string,
  categoryId: string,
  field = 'categoryId',
): Promise<string> {
  const [category] = await tx<{ classType: string }[]>`
    select class_type from class_categories
    where id = ${categoryId} and project_id = ${projectId} and status = 'active' for share`
  if (!category) throw badInput(field, noSuch.categoryId)
  return category.classType
}

/**
 * The fields with their hours divided, and the class type of the category, after everything they name was found in the
 * project.
 */
async function checkFields(
  tx: Tx,
  projectId: string,
  fields: ClassFields,
): Promise<{ fields: SettledFields; classType: string; courses: CourseHours[] }> {
  const problem = fieldProblem(fields)
  if (problem) throw badInput(problem.field, problem)
  const { courseIds, trialResourceIds, certificateTemplateId } = fields
  const classType = await getClassType(tx, projectId, fields.categoryId)
  const [unknown] = await findUnknownCodes(tx, projectId, 'region', fields.regions)
  if (unknown !== undefined)
    throw badInput('regions', { zh: `没有代码为“${unknown}”的地区`, en: `unknown region: “${unknown}”` })
  const courses = await tx<(CourseHours & { rootId: string })[]>`
    select root_id, attribute, hours_tenths from courses
    where id = any(${courseIds}::uuid[]) and project_id = ${projectId} and status = 'active' for share`
  if (courses.length < courseIds.length) throw badInput('courseIds', noSuch.courseIds)
  if (new Set(courses.map((course) => course.rootId)).size < courses.length) {
    throw badInput('courseIds', noSuch.twoVersions)
  }
  const [trial] = await tx`
    select count(distinct resource_id) as found from course_items
    where course_id = any(${courseIds}::uuid[]) and resource_id = any(${trialResourceIds}::uuid[])`
  if ((trial!.found as number) < new Set(trialResourceIds).size) {
    throw badInput('trialResourceIds', noSuch.trialResourceIds)
  }
  if (certificateTemplateId) {
    const [template] = await tx`
      select 1 from certificate_templates
      where id = ${certificateTemplateId} and project_id = ${projectId} and status = 'active' for share`
    if (!template) throw badInput('certificateTemplateId', noSuch.certificateTemplateId)
  }
  return { fields: settleHours(fields, courses), classType, courses }
}

/** Refuses (422, the field named) hours that contradict themselves or the courses. */
function assertHours(fields: SettledFields, courses: readonly CourseHours[]): void {
  const problem = hoursProblem(fields, courses)
  if (problem) throw badInput(problem.field, problem)
}

const columnsOf = (fields: SettledFields, classType: string) => {
  const { courseIds, code, ...columns } = fields
  return {
    ...columns,
    classType,
    coverKey: fields.coverKey ?? null,
    introduction: cleanHtml(fields.introduction),
    nameBigrams: bigramsOf(fields.name),
  }
}

/** Shows everybody the pictures of a class. */
const publish = (tx: Tx, session: ProjectSession, { introduction, coverKey }: SettledFields) =>
  publishPictures(tx, session, { html: introduction, key: coverKey, field: 'coverKey' })

async function writeCourses(tx: Tx, classId: string, courseIds: readonly string[]): Promise<void> {
  await tx`delete from class_courses where class_id = ${classId}`
  await tx`
    insert into class_courses (class_id, course_id, sort)
    select ${classId}, c.id, c.sort from unnest(${courseIds as string[]}::uuid[]) with ordinality as c (id, sort)`
}

/** A code for a class of a year that can be said on the telephone. */
const newCode = (year: number) => `${year}-${spokenCode(digitsOf(randomBytes(8).readBigUInt64BE(), 7))}`

async function insertClass(
  tx: Tx,
  session: ProjectSession,
  fresh: {
    fields: SettledFields
    classType: string
    version: number
    /** The first of its versions. */
    versionOf?: string
    status: ManagedClass['status']
    from?: string
    copiedFrom?: string
    copyRequest?: string | undefined
  },
): Promise<string> {
  const insert = (code: string) => tx<{ id: string; code: string }[]>`
    insert into train_classes ${tx({
      ...columnsOf(fresh.fields, fresh.classType),
      projectId: session.projectId,
      code,
      version: fresh.version,
      versionOf: fresh.versionOf ?? null,
      status: fresh.status,
      copiedFrom: fresh.copiedFrom ?? null,
      copyRequest: fresh.copyRequest ?? null,
    })}
    on conflict (project_id, code, version) do nothing returning id, code`
  const { code: chosen, year } = fresh.fields
  let [row] = await insert(chosen ?? newCode(year))
  // A code nobody chose is drawn again where it is in use.
  while (!row && chosen === undefined) [row] = await insert(newCode(year))
  if (!row) refuse(classRefusals.codeTaken, { code: chosen! }, 'code')
  const { id, code } = row
  await publish(tx, session, fresh.fields)
  await writeCourses(tx, id, fresh.fields.courseIds)
  await audit(tx, {
    by: session,
    action: fresh.from ? 'class.copy' : 'class.create',
    subjectKind: 'class',
    subjectId: id,
    before: fresh.from ? { id: fresh.from } : undefined,
    after: { ...fresh.fields, code, version: fresh.version },
  })
  return id
}

/** Writes a new class as a draft. Refuses (422) whatever the project does not have, and a code in use. */
export async function createClass(tx: Tx, session: ProjectSession, fields: ClassFields): Promise<string> {
  const { courses, ...checked } = await checkFields(tx, session.projectId, fields)
  assertHours(checked.fields, courses)
  return insertClass(tx, session, { ...checked, version: 1, status: 'draft' })
}

/**
 * Changes a class as it was read at a revision; refuses (409) an older one. When learners hold places or unpaid orders
 * wait, and hours, year, type or courses differ, a new version is published in its place; those learners and orders
 * keep the old one. Refuses (409) what would leave a published class incomplete.
 */
export async function changeClass(
  tx: Tx,
  session: ProjectSession,
  id: string,
  revision: number | undefined,
  given: ClassFields,
): Promise<{ id: string; version: number; revision: number }> {
  const before = await lockManaged(tx, session, id)
  await assertCurrent(tx, classEdits, before, revision)
  const { fields, classType, courses } = await checkFields(tx, session.projectId, given)
  const isOther = isOtherContent(before, { ...fields, classType })
  // Hours that were let through once are judged again when they, or the courses, are changed.
  if (isOther) assertHours(fields, courses)
  // What an unpaid order was placed for is fixed too: its learner gets the version that was sold.
  if (isOther && (await countLearners(tx, id)) + (await countUnpaidOrders(tx, id)) > 0)
    return revise(tx, session, before, { fields, classType })
  const taken = before.sold + before.held
  if (fields.quota !== null && fields.quota < taken) {
    throw badInput('quota', {
      zh: `不能少于已有的 ${taken} 人${before.held > 0 ? `（其中 ${before.held} 人待付款）` : ''}`,
      en: `must not be below the ${taken} who joined${before.held > 0 ? `, ${before.held} of them unpaid` : ''}`,
    })
  }
  const code = fields.code ?? before.code
  const [other] = await tx`
    select 1 from train_classes
    where project_id = ${session.projectId} and code = ${code} and version = ${before.version} and id <> ${id}`
  if (other) refuse(classRefusals.codeTaken, { code }, 'code')
  await tx`
    update train_classes set ${tx({ ...columnsOf(fields, classType), code })}, revision = revision + 1
    where id = ${id}`
  await publish(tx, session, fields)
  await writeCourses(tx, id, fields.courseIds)
  if (before.status === 'on_shelf') await assertPublishable(tx, id, fields.name, { hours: isOther })
  const after = await getManagedClass(tx, session.projectId, id)
  await audit(tx, {
    by: session,
    action: 'class.change',
    subjectKind: 'class',
    subjectId: id,
    before: entryOf(before),
    after: entryOf(after),
  })
  return { id, version: after.version, revision: after.revision }
}

async function revise(
  tx: Tx,
  session: ProjectSession,
  old: ManagedClass,
  next: { fields: SettledFields; classType: string },
): Promise<{ id: string; version: number; revision: number }> {
  if ((await getPublishFacts(tx, old.id)).superseded) refuse(classRefusals.superseded, { name: old.name })
  // The exam belongs to the old version; without one, study would be enough to pass the new version.
  if (await hasExam(tx, old.id)) refuse(classRefusals.examStays, { name: old.name })
  const version = old.version + 1
  const [root] = await tx`select root_id from train_classes where id = ${old.id}`
  const id = await insertClass(tx, session, {
    fields: { ...next.fields, code: old.code },
    classType: next.classType,
    version,
    versionOf: root!.rootId as string,
    status: old.status,
    from: old.id,
  })
  if (old.status === 'on_shelf') {
    await assertPublishable(tx, id, next.fields.name, { hours: true })
    await move(tx, session, old, 'unshelve')
  }
  // Anyone who still edits the old version has not seen that there is another.
  await tx`update train_classes set revision = revision + 1 where id = ${old.id}`
  const fresh = await getManagedClass(tx, session.projectId, id)
  await audit(tx, {
    by: session,
    action: 'class.revise',
    subjectKind: 'class',
    subjectId: old.id,
    before: { ...entryOf(old), version: old.version },
    after: { ...entryOf(fresh), version, revision: old.revision + 1 },
  })
  return { id, version, revision: fresh.revision }
}

/** Refuses (409) a class that cannot be published; its hours are checked only where they are published. */
async function assertPublishable(tx: Tx, id: string, name: string, judge: { hours: boolean }): Promise<void> {
  const { settings, ...facts } = await getPublishFacts(tx, id)
  if (facts.superseded) refuse(classRefusals.superseded, { name })
  const { hideElective, minutesPerHour, hourTolerance } = settings
  const isBound = judge.hours && hourTolerance !== null
  const beyond = isBound ? hoursBeyondContent(facts, facts, minutesPerHour, hourTolerance) : null
  const problems = publishProblems({
    ...facts,
    hideElective: judge.hours && hideElective,
    beyondContent: beyond !== null,
  })
  if (problems.length === 0) return
  // All of them at once, each on a line: who fixes one is not sent back for the next.
  const lines = (language: 'zh' | 'en') => problems.map((problem) => problem[language]).join('\n')
  const words = { code: problems[0]!.code, zh: lines('zh'), en: lines('en') }
  refuse(words, {
    name,
    ...(beyond && {
      hours: (beyond.hoursTenths / 10).toFixed(1),
      content: (beyond.contentTenths / 10).toFixed(1),
      tolerance: hourTolerance!,
    }),
  })
}

async function move(
  tx: Tx,
  session: ProjectSession,
  managed: ManagedClass,
  event: 'shelve' | 'unshelve' | 'delete',
): Promise<void> {
  const status = classLifecycle.next(managed.status, event)
  await tx`update train_classes set status = ${status} where id = ${managed.id}`
  await audit(tx, {
    by: session,
    action: `class.${event}`,
    subjectKind: 'class',
    subjectId: managed.id,
    before: { status: managed.status },
    after: { status },
  })
}

/** Publishes or unpublishes a class. Refuses (409) until courses, videos, hours and dates are there. */
export async function setPublished(
  tx: Tx,
  session: ProjectSession,
  id: string,
  onShelf: boolean,
): Promise<void> {
  const managed = await lockManaged(tx, session, id)
  await move(tx, session, managed, onShelf ? 'shelve' : 'unshelve')
  if (onShelf) await assertPublishable(tx, id, managed.name, { hours: true })
}

/** Deletes a class. Refuses (409) while a learner holds a place or an order for it waits for payment. */
export async function deleteClass(tx: Tx, session: ProjectSession, id: string): Promise<void> {
  const managed = await lockManaged(tx, session, id)
  const enrolments = await countLearners(tx, id)
  const orders = await countUnpaidOrders(tx, id)
  if (enrolments + orders > 0) refuse(classRefusals.inUse, { name: managed.name, enrolments, orders })
  await move(tx, session, managed, 'delete')
}

/**
 * Copies a class with its exam as drafts, without learners, optionally into another category or under another name;
 * the same request sent again gives the copy it made.
 */
export async function copyClass(
  tx: Tx,
  session: ProjectSession,
  id: string,
  change: {
    name?: string | undefined
    categoryId?: string | undefined
    requestKey?: string | undefined
  },
): Promise<{ id: string; withExam: boolean }> {
  const original = await lockManaged(tx, session, id)
  const { requestKey } = change
  const made = requestKey === undefined ? null : await findCopy(tx, id, requestKey)
  if (made) return made
  const { code, ...copied } = fieldsOf(original)
  const fields = {
    ...copied,
    name: change.name ?? original.name,
    categoryId: change.categoryId ?? original.categoryId,
  }
  const { courses: _, ...checked } = await checkFields(tx, session.projectId, fields)
  const copyId = await insertClass(tx, session, {
    ...{ ...checked, version: 1, status: 'draft' },
    ...{ from: id, copiedFrom: id, copyRequest: requestKey },
  })
  return { id: copyId, withExam: await copyParts(tx, session, id, copyId) }
}

/** Changes some fields of a class, as it was read at a revision or without one as it is now, and leaves the others. */
export async function modifyClass(
  tx: Tx,
  session: ProjectSession,
  id: string,
  revision: number | undefined,
  changes: Partial<ClassFields>,
): Promise<void> {
  const before = await lockManaged(tx, session, id)
  await changeClass(tx, session, id, revision ?? before.revision, { ...fieldsOf(before), ...changes })
}

/**
 * Sets the places of classes in the catalogue, each as it was read at a revision. Refuses as a whole: 404 when one is
 * not the caller's to change, 409 when one was edited meanwhile.
 */
export async function sortClasses(
  tx: Tx,
  session: ProjectSession,
  items: readonly { id: string; revision: number; sort: number }[],
): Promise<void> {
  for (const { id, revision, sort } of [...items].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const before = await lockManaged(tx, session, id)
    await assertCurrent(tx, classEdits, before, revision)
    await tx`update train_classes set sort = ${sort}, revision = revision + 1 where id = ${id}`
    await audit(tx, {
      by: session,
      action: 'class.change',
      subjectKind: 'class',
      subjectId: id,
      before: { sort: before.sort, revision },
      after: { sort, revision: revision + 1 },
    })
  }
}
