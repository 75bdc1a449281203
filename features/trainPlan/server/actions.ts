import type { InputOf } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { assertCurrent } from '../../../server/revision.ts'
import type { ProjectSession, Session } from '../../../server/session.ts'
import { cleanHtml, publishPictures } from '../../file/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { type planCalls, type PlanFields, planRefusals, type PlanStatus } from '../contract.ts'
import { planLifecycle } from '../rules.ts'
import { assertPublishable, checkPlan, hoursOf } from './check.ts'
import { planCopy } from './copy.ts'
import { assertPlan, findMade, getWritten, lockPlan, type WrittenPlan } from './data.ts'
import { planEdits } from './edits.ts'
import { planReminder } from './messages.ts'
import { getPerson } from './person.ts'

const lastYear = 2100

/** The fields of a plan alone. */
const fieldsOf = (given: PlanFields): PlanFields => ({
  name: given.name,
  year: given.year,
  introduction: given.introduction,
  dueOn: given.dueOn,
  hours: given.hours,
  personnelCategories: given.personnelCategories,
  regions: given.regions,
  unitIds: given.unitIds,
  requiredClassIds: given.requiredClassIds,
  classIds: given.classIds,
})

/** The columns of a plan that hold what was written about it. */
const columnsOf = (tx: Tx, fields: PlanFields) => ({
  name: fields.name,
  year: fields.year,
  introduction: cleanHtml(fields.introduction),
  dueOn: fields.dueOn,
  hours: tx.json(hoursOf(fields.hours)),
  personnelCategories: fields.personnelCategories,
  regions: fields.regions,
})

/** Writes the classes and units of a plan in place of those it had. */
async function writeLists(
  tx: Tx,
  _session: ProjectSession,
  planId: string,
  fields: PlanFields,
): Promise<void> {
  await tx`delete from train_plan_classes where plan_id = ${planId}`
  await tx`delete from train_plan_units where plan_id = ${planId}`
  await tx`
    insert into train_plan_classes (plan_id, class_id, required, sort)
    select ${planId}, c.id, c.sort <= ${fields.requiredClassIds.length}, c.sort
    from unnest(${[...fields.requiredClassIds, ...fields.classIds]}::uuid[]) with ordinality as c (id, sort)`
  await tx`
    insert into train_plan_units (plan_id, unit_id) select ${planId}, id from unnest(${fields.unitIds}::uuid[]) as u (id)`
}

async function insertPlan(
  tx: Tx,
  session: ProjectSession,
  fields: PlanFields,
  { requestKey, copiedFrom = null }: { requestKey?: string | undefined; copiedFrom?: string | null },
): Promise<string> {
  const { projectId } = session
  const [row] = await tx<{ id: string }[]>`
    insert into train_plans ${tx({ ...columnsOf(tx, fields), projectId, copiedFrom, requestKey: requestKey ?? null })}
    returning id`
  const { id } = row!
  await publishPictures(tx, session, { html: fields.introduction, field: 'introduction' })
  await writeLists(tx, session, id, fields)
  await audit(tx, {
    by: session,
    action: copiedFrom === null ? 'trainPlan.create' : 'trainPlan.copy',
    subjectKind: 'trainPlan',
    subjectId: id,
    before: copiedFrom === null ? undefined : { id: copiedFrom },
    after: { ...fields, revision: 1 },
  })
  return id
}

/** Lets requests with one key come one after the other. */
const lockKey = (tx: Tx, { projectId }: ProjectSession, requestKey: string) =>
  tx`select pg_advisory_xact_lock(hashtextextended(${`trainPlan ${projectId} ${requestKey}`}, 0))`

async function change(
  tx: Tx,
  session: ProjectSession,
  before: WrittenPlan,
  revision: number | undefined,
  fields: PlanFields,
): Promise<{ id: string; revision: number }> {
  const { id, name } = before
  await assertCurrent(tx, planEdits, before, revision)
  if (before.status === 'closed') refuse(planRefusals.closed, { name })
  await checkPlan(tx, session.projectId, fields, before)
  await tx`update train_plans set ${tx(columnsOf(tx, fields))}, revision = revision + 1 where id = ${id}`
  await publishPictures(tx, session, { html: fields.introduction, field: 'introduction' })
  await writeLists(tx, session, id, fields)
  await audit(tx, {
    by: session,
    action: 'trainPlan.change',
    subjectKind: 'trainPlan',
    subjectId: id,
    before: { ...fieldsOf(before), revision: before.revision },
    after: { ...fields, revision: before.revision + 1 },
  })
  return { id, revision: before.revision + 1 }
}

/**
 * Writes a new plan as a draft, or changes one as it was read at a revision; sent again with its key, a request saves the
 * plan that it made. Refuses 404, (409) an older revision and a closed plan, and (422) what a plan cannot have.
 */
export async function savePlan(
  tx: Tx,
  session: ProjectSession,
  { id: given, revision, requestKey, ...input }: InputOf<typeof planCalls.save>,
): Promise<{ id: string; revision: number }> {
  const fields = fieldsOf(input)
  if (given) return change(tx, session, await lockPlan(tx, session, given), revision, fields)
  if (requestKey !== undefined) {
    await lockKey(tx, session, requestKey)
    const made = await findMade(tx, session, requestKey)
    if (made?.copiedFrom) refuse(planRefusals.otherCopy, {}, 'requestKey')
    if (made) {
      const before = await lockPlan(tx, session, made.id)
      const isSame = JSON.stringify(fieldsOf(before)) === JSON.stringify(fields)
      if (isSame) return { id: made.id, revision: before.revision }
      return change(tx, session, before, 1, fields)
    }
  }
  await checkPlan(tx, session.projectId, fields, null)
  return { id: await insertPlan(tx, session, fields, { requestKey }), revision: 1 }
}

/** Takes a plan to its next status, with its entry in the log. */
async function move(
  tx: Tx,
  session: ProjectSession,
  plan: WrittenPlan,
  event: 'publish' | 'withdraw' | 'close' | 'delete',
): Promise<PlanStatus> {
  const status = planLifecycle.next(plan.status, event)
  await tx`update train_plans set status = ${status} where id = ${plan.id}`
  await audit(tx, {
    by: session,
    action: `trainPlan.${event}`,
    subjectKind: 'trainPlan',
    subjectId: plan.id,
    before: { status: plan.status },
    after: { status },
  })
  return status
}

/**
 * Publishes a plan, withdraws it, or closes it; refuses 404, and (409) to publish one whose classes have changed since or
 * whose hours no published class fills.
 */
export async function changeStatus(
  tx: Tx,
  session: ProjectSession,
  { id, event }: InputOf<typeof planCalls.updateStatus>,
): Promise<{ status: PlanStatus }> {
  const plan = await lockPlan(tx, session, id)
  const status = await move(tx, session, plan, event)
  if (event === 'publish') await assertPublishable(tx, session.projectId, plan)
  return { status }
}

/** Deletes a draft; refuses 404, and (409) any other plan and one of which learners were reminded. */
export async function deletePlan(tx: Tx, session: ProjectSession, id: string): Promise<null> {
  const plan = await lockPlan(tx, session, id)
  await move(tx, session, plan, 'delete')
  const [reminded] = await tx<{ count: number }[]>`
    select count(*)::int as count from train_plan_reminders where plan_id = ${id}`
  const { count } = reminded!
  if (count > 0) refuse(planRefusals.reminded, { name: plan.name, count })
  return null
}

/**
 * Copies a plan to the next year as a draft; the same key gives the same copy. Refuses 404, and (409) a key of another
 * request.
 */
export async function copyPlan(
  tx: Tx,
  session: ProjectSession,
  { id, requestKey }: InputOf<typeof planCalls.copy>,
): Promise<{ id: string }> {
  const plan = await getWritten(tx, session.scope, id)
  if (plan.year >= lastYear)
    throw badInput('id', { zh: `不能复制到 ${lastYear} 年以后`, en: `cannot be copied beyond ${lastYear}` })
  if (requestKey !== undefined) {
    await lockKey(tx, session, requestKey)
    const made = await findMade(tx, session, requestKey)
    if (made && made.copiedFrom !== id) refuse(planRefusals.otherCopy, {}, 'requestKey')
    if (made) return { id: made.id }
  }
  const { fields } = await planCopy(tx, session.projectId, plan)
  return { id: await insertPlan(tx, session, fields, { requestKey, copiedFrom: id }) }
}

/**
 * Reminds one learner of the caller's scope of a published plan. Refuses 404, and (409) a learner who has fulfilled it or
 * was reminded today.
 */
export async function remindPerson(
  tx: Tx,
  session: Session,
  { planId, accountId }: { planId: string; accountId: string },
): Promise<void> {
  await assertPlan(tx, session.scope, planId)
  // One at a time, so that nobody is reminded twice, and a plan is not deleted under it.
  await tx`select from train_plans where id = ${planId} for share`
  await tx`select from accounts where id = ${accountId} for no key update`
  const { name, year, status } = await getWritten(tx, session.scope, planId)
  if (status !== 'published') refuse(planRefusals.notPublished, { name })
  const person = await getPerson(tx, session.scope, { planId, accountId })
  if (person.fulfilled) refuse(planRefusals.fulfilled, { name })
  if (person.remindedToday) refuse(planRefusals.remindedToday)
  await tx`
    insert into train_plan_reminders (plan_id, account_id, operator_id, reminded_at)
    values (${planId}, ${accountId}, ${session.accountId}, moment())
    on conflict (plan_id, account_id) do update
      set operator_id = excluded.operator_id, reminded_at = excluded.reminded_at`
  await sendMessage(tx, planReminder, accountId, { planName: name, year: String(year) })
  await audit(tx, {
    by: session,
    action: 'trainPlan.remind',
    subjectKind: 'trainPlan',
    subjectId: planId,
    after: { accountId },
  })
}

/** Deletes the reminders of a closed account. */
export async function eraseReminders(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from train_plan_reminders where account_id = ${accountId}`
}

/** Lets plans for a unit be for another. For a merge of units. */
export async function movePlanUnits(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`
    insert into train_plan_units (plan_id, unit_id)
    select plan_id, ${toId} from train_plan_units where unit_id = ${fromId} on conflict do nothing`
  await tx`delete from train_plan_units where unit_id = ${fromId}`
}
