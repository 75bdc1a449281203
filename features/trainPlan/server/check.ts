import { refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { findUnknownCodes } from '../../dictionary/server/actions.ts'
import { getSettings } from '../../project/server/actions.ts'
import { type PlanFields, planRefusals } from '../contract.ts'
import { gapsAfter, type Hours, hoursByType } from '../rules.ts'
import type { WrittenPlan } from './data.ts'

/** Hours as the database stores them. */
export const hoursOf = (hours: PlanFields['hours']): Record<string, number> =>
  Object.fromEntries(hours.map(({ classType, hoursTenths }) => [classType, hoursTenths]))

interface ListedClass {
  id: string
  rootId: string
  classType: string
  hoursTenths: number
  year: number
  status: string
}

/** Refuses (422) hours of a type that the project does not have, or of one type twice. */
async function assertHours(
  tx: Tx,
  projectId: string,
  { hours, requiredClassIds }: PlanFields,
): Promise<void> {
  if (hours.length === 0 && requiredClassIds.length === 0)
    throw badInput('hours', {
      zh: '至少要求一类学时，或一个必选班级',
      en: 'must ask for hours of a type, or the plan must require a class',
    })
  const types = hours.map(({ classType }) => classType)
  if (new Set(types).size < types.length)
    throw badInput('hours', { zh: '同一类型只能填一次', en: 'names a class type twice' })
  const { showClassType } = await getSettings(tx, projectId)
  if (types.some((type) => !showClassType.some(({ key }) => key === type)))
    throw badInput('hours', {
      zh: '有项目没有的班级类型',
      en: 'names a class type that the project does not have',
    })
}

/** True if some hours are left that classes cannot fill, even all of them together. */
const isShort = (asked: Hours, ...filling: readonly Hours[]) =>
  Object.keys(gapsAfter(asked, ...filling)).length > 0

/** Refuses (422, the field named) classes that a plan cannot have; those it has already may be unpublished since. */
async function assertClasses(
  tx: Tx,
  projectId: string,
  fields: PlanFields,
  before: WrittenPlan | null,
): Promise<void> {
  const { requiredClassIds, classIds, year } = fields
  const twice = classIds.some((id) => requiredClassIds.includes(id))
  if (twice)
    throw badInput('classIds', { zh: '有班级已是必选班级', en: 'names a class that is required already' })
  const classes = await tx<ListedClass[]>`
    select id, root_id, class_type, hours_tenths, year, status from train_classes
    where id = any(${[...requiredClassIds, ...classIds]}::uuid[]) and project_id = ${projectId} and status <> 'deleted'
    for share`
  const listed = new Set(before && [...before.requiredClassIds, ...before.classIds])
  const roots = new Set<string>()
  for (const [field, ids] of [
    ['requiredClassIds', requiredClassIds],
    ['classIds', classIds],
  ] as const) {
    for (const id of ids) {
      const found = classes.find((one) => one.id === id)
      if (!found)
        throw badInput(field, { zh: '有班级不存在或已删除', en: 'a class does not exist or was deleted' })
      if (found.year !== year)
        throw badInput(field, { zh: `有班级不是 ${year} 年度的`, en: `a class is not of ${year}` })
      if (found.status === 'off_shelf' && !listed.has(id))
        throw badInput(field, { zh: '有班级已下架', en: 'a class is unpublished' })
      if (roots.has(found.rootId))
        throw badInput(field, {
          zh: '同一班级的两个版本不能同时选',
          en: 'contains two versions of one class',
        })
      roots.add(found.rootId)
    }
  }
  if (classIds.length > 0 && isShort(hoursOf(fields.hours), hoursByType(classes)))
    throw badInput('hours', {
      zh: '超过所列班级的学时，请增加班级或减少学时',
      en: 'must not exceed what the listed classes bring; add classes or ask for less',
    })
}

/** Refuses (422, the field named) whatever of a plan the project does not have, or no class of it can fill. */
export async function checkPlan(
  tx: Tx,
  projectId: string,
  fields: PlanFields,
  before: WrittenPlan | null,
): Promise<void> {
  await assertHours(tx, projectId, fields)
  const [unknown] = await findUnknownCodes(tx, projectId, 'region', fields.regions)
  if (unknown !== undefined)
    throw badInput('regions', { zh: `没有代码为“${unknown}”的地区`, en: `unknown region: “${unknown}”` })
  const units = await tx`
    select id from units where id = any(${fields.unitIds}::uuid[]) and project_id = ${projectId}
      and unit_exists(status) for share`
  const kept = new Set(before?.unitIds)
  if (fields.unitIds.some((id) => !kept.has(id) && !units.some((unit) => unit.id === id)))
    throw badInput('unitIds', { zh: '有单位不存在', en: 'a unit does not exist' })
  await assertClasses(tx, projectId, fields, before)
}

/** Hours that the published classes of a plan's year bring by class type, beside those that it requires. */
async function publishedHours(tx: Tx, projectId: string, plan: WrittenPlan): Promise<Hours> {
  const sums = await tx<{ classType: string; hoursTenths: number }[]>`
    select class_type, sum(hours_tenths)::int as hours_tenths from train_classes
    where project_id = ${projectId} and year = ${plan.year} and status = 'on_shelf'
      and not root_id in (select root_id from train_classes where id = any(${plan.requiredClassIds}::uuid[]))
    group by class_type`
  return hoursByType(sums)
}

/**
 * Refuses (409) to publish a plan whose classes were deleted or moved to another year, and one whose hours its classes
 * cannot fill, or where it lists none to choose from, those of its year that are published.
 */
export async function assertPublishable(tx: Tx, projectId: string, plan: WrittenPlan): Promise<void> {
  const { name, year, classes } = plan
  const other = classes.find((one) => one.year !== year || one.status === 'deleted')
  if (other) refuse(planRefusals.otherYear, { name, className: other.name, year })
  const [asked, listed] = [hoursOf(plan.hours), hoursByType(classes)]
  if (plan.classIds.length > 0) {
    if (isShort(asked, listed)) refuse(planRefusals.unfilled, { name }, 'hours')
  } else if (isShort(asked, listed, await publishedHours(tx, projectId, plan)))
    refuse(planRefusals.noClasses, { name, year }, 'hours')
}
