import { bigramsOf } from '../../../contract/search.ts'
import type { Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { findUnknownCodes } from '../../dictionary/server/actions.ts'
import { cleanHtml } from '../../file/server/actions.ts'
import type { CourseHours } from '../../hours/rules.ts'
import { getSettings } from '../../project/server/actions.ts'
import type { ClassFields, ManagedClass, SettledFields } from '../contract.ts'
import { fieldProblem, hoursProblem, intervalProblem, settleHours } from '../rules.ts'

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
    proposedPrice,
    ...fields
  } = managed
  return fields
}

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
export async function checkFields(
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
      where id = ${certificateTemplateId} and project_id = ${projectId} and status = 'active' and kind <> 'year'
      for share`
    if (!template) throw badInput('certificateTemplateId', noSuch.certificateTemplateId)
  }
  return { fields: settleHours(fields, courses), classType, courses }
}

/** Refuses (422, the field named) hours that contradict themselves or the courses. */
export function assertHours(fields: SettledFields, courses: readonly CourseHours[]): void {
  const problem = hoursProblem(fields, courses)
  if (problem) throw badInput(problem.field, problem)
}

/** Refuses (422, the field named) one bound of the interval of checks that the project's other bound contradicts now. */
export async function assertInterval(tx: Tx, projectId: string, fields: ClassFields): Promise<void> {
  const problem = intervalProblem(fields, await getSettings(tx, projectId))
  if (problem) throw badInput(problem.field, problem)
}

/** The columns of a class that hold what was written about it, but for its code. */
export const columnsOf = (fields: SettledFields, classType: string) => {
  const { courseIds, code, ...columns } = fields
  return {
    ...columns,
    classType,
    coverKey: fields.coverKey ?? null,
    captureKind: fields.captureKind ?? null,
    captureEveryFrom: fields.captureEveryFrom ?? null,
    captureEveryTo: fields.captureEveryTo ?? null,
    captureSeconds: fields.captureSeconds ?? null,
    captureTries: fields.captureTries ?? null,
    capturesADay: fields.capturesADay ?? null,
    captureMisses: fields.captureMisses ?? null,
    captureMakeUpDays: fields.captureMakeUpDays ?? null,
    introduction: cleanHtml(fields.introduction),
    nameBigrams: bigramsOf(fields.name),
  }
}
