import { quoted, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { assertCurrent } from '../../../server/revision.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { courseCategories } from '../category/server/actions.ts'
import { type CourseInput, courseRefusals } from '../contract.ts'
import { isSameSubstance, findTwice } from '../rules.ts'
import { isFixed, listClassesOf, lockCourse, lockPlayable } from './data.ts'
import { courseEdits } from './edits.ts'

/** Refuses (422) a video that is not in the project or cannot be played. */
async function assertVideos(tx: Tx, projectId: string, items: CourseInput['items']): Promise<void> {
  const playable = await lockPlayable(
    tx,
    projectId,
    items.map((item) => item.resourceId),
  )
  const missing = items.find((item) => !playable.has(item.resourceId))
  if (missing) refuse(courseRefusals.noVideo, { title: missing.title }, 'items')
}

/** Saves the videos of a course in order; one that stays keeps its id and its watched time. */
async function placeItems(tx: Tx, courseId: string, items: CourseInput['items']): Promise<void> {
  const rows = items.map(({ resourceId, title }, sort) => ({ resourceId, title, sort }))
  const resourceIds = rows.map((row) => row.resourceId)
  await tx`delete from course_items where course_id = ${courseId} and resource_id <> all(${resourceIds})`
  const present = await tx`
    update course_items i set title = given.title, sort = given.sort
    from jsonb_to_recordset(${tx.json(rows)}) as given ("resourceId" uuid, title text, sort int)
    where i.course_id = ${courseId} and i.resource_id = given."resourceId"
    returning i.resource_id`
  const known = new Set(present.map((row) => row.resourceId as string))
  const fresh = rows.filter((row) => !known.has(row.resourceId)).map((row) => ({ ...row, courseId }))
  if (fresh.length > 0) await tx`insert into course_items ${tx(fresh)}`
}

/**
 * Creates a course, or changes one as it was read at a revision (409 for an older one); returns its id. Once learners
 * have joined a class with it, its videos, hours and attribute stay (409): what they study and earn may not change
 * under them.
 */
export async function saveCourse(tx: Tx, session: ProjectSession, input: CourseInput): Promise<string> {
  const { projectId } = session
  const { id, revision, items, categoryId, ...fields } = input
  const twice = findTwice(items)
  if (twice) refuse(courseRefusals.twice, { title: twice.title }, 'items')
  if (categoryId) await courseCategories.assertOpen(tx, session.scope, categoryId)
  const row = { ...fields, ...(categoryId === undefined ? {} : { categoryId }) }
  if (!id) {
    await assertVideos(tx, projectId, items)
    const [made] = await tx`insert into courses ${tx({ ...row, projectId })} returning id`
    const courseId = made!.id as string
    await placeItems(tx, courseId, items)
    await audit(tx, {
      by: session,
      action: 'course.create',
      subjectKind: 'course',
      subjectId: courseId,
      after: await lockCourse(tx, session.scope, courseId),
    })
    return courseId
  }
  const before = await lockCourse(tx, session.scope, id)
  await assertCurrent(tx, courseEdits, before, revision)
  const substanceOf = (course: Pick<CourseInput, 'hoursTenths' | 'items'> & { attribute: string }) => ({
    ...course,
    resourceIds: course.items.map((item) => item.resourceId),
  })
  const isSame = isSameSubstance(substanceOf(before), substanceOf(input))
  if (!isSame && (await isFixed(tx, id))) refuse(courseRefusals.fixed, { name: before.name }, 'items')
  // A video that was taken from use since is no reason to refuse a new title.
  if (!isSame) await assertVideos(tx, projectId, items)
  await tx`update courses set ${tx(row)}, revision = revision + 1 where id = ${id}`
  await placeItems(tx, id, items)
  await audit(tx, {
    by: session,
    action: 'course.change',
    subjectKind: 'course',
    subjectId: id,
    before,
    after: await lockCourse(tx, session.scope, id),
  })
  return id
}

/** Deletes a course. Refuses (409) while a class has it. */
export async function deleteCourse(tx: Tx, session: ProjectSession, id: string): Promise<void> {
  const { name } = await lockCourse(tx, session.scope, id)
  const classes = await listClassesOf(tx, id)
  if (classes.length > 0) {
    refuse(courseRefusals.inUse, { name, classes: classes.slice(0, 5).map((one) => quoted(one.name)) })
  }
  await tx`update courses set status = 'deleted' where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'course.delete',
    subjectKind: 'course',
    subjectId: id,
    before: { name },
  })
}
