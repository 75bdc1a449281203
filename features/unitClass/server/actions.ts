import { hash } from 'node:crypto'
import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { assertCurrent } from '../../../server/revision.ts'
import { hasWholeProject, type Session } from '../../../server/session.ts'
import { sendMessages } from '../../message/server/actions.ts'
import { unitRefusals } from '../../unit/contract.ts'
import { putIntoUnit } from '../../unit/server/actions.ts'
import { findBuying } from '../../unit/trainType/server/actions.ts'
import type { unitClassCalls } from '../contract.ts'
import {
  type Extent,
  extentOf,
  isSameExtent,
  obstacleNames,
  type PayMode,
  unitClassRefusals,
  widened,
} from '../rules.ts'
import { assertMayPrice, endProposals, proposePrice } from './approvals.ts'
import { findFacts, lockFacts, type UnitClassFacts } from './data.ts'
import { unitClassEdits } from './edits.ts'
import { beginReminder } from './messages.ts'
import { countHeld, listIdle } from './roster.ts'

export { findFacts, getFacts, lockFacts } from './data.ts'
export type { UnitClassFacts } from './data.ts'
export { judgeChosen, judgeRoster } from './roster.ts'
export type { RosterChoice } from './roster.ts'
export { judgePeople, personColumns, personJoins, sayPerson } from './person.ts'
export { checkOf, listRows, peopleKind, peopleParams } from './kinds.ts'
export { rowProblem } from './fields.ts'

type Input = InputOf<typeof unitClassCalls.saveOrUpdate>

/** Ways to pay where the provider has named none. */
const usualModes: PayMode[] = ['code', 'transfer']

/** A class that a unit class is opened from. */
interface SourceClass {
  name: string
  status: string
  price: number
  classType: string
  categoryId: string
  hoursTenths: number
  studyTo: string | null
}

async function lockSource(tx: Tx, projectId: string, classId: string): Promise<SourceClass> {
  const [row] = await tx<SourceClass[]>`
    select name, status, public_price(id) as price, class_type, category_id, hours_tenths, study_to from train_classes
    where id = ${classId} and project_id = ${projectId} and status <> 'deleted' for share`
  return row ?? refuse(commonRefusals.notFound)
}

/** Refuses (403) what the provider alone decides of a unit class. */
function assertOwnFields(session: Session, input: Input): void {
  const { price, signUpTo, studyTo, quota, payModes } = input
  const given = [price, signUpTo, studyTo, quota, payModes].some(
    (value) => value !== undefined && value !== null,
  )
  if (given && !hasWholeProject(session)) refuse(unitClassRefusals.priceByProvider)
}

/** Refuses (422) dates that are past or beyond the class. */
async function assertDates(tx: Tx, { studyTo, signUpTo }: Input, source: SourceClass): Promise<void> {
  const [past] = await tx<{ study: boolean; signUp: boolean }[]>`
    select coalesce(${studyTo ?? null}::timestamptz <= moment(), false) as study,
      coalesce(${signUpTo ?? null}::timestamptz <= moment(), false) as sign_up`
  if (past!.study) refuse(unitClassRefusals.datesPast, {}, 'studyTo')
  if (past!.signUp) refuse(unitClassRefusals.datesPast, {}, 'signUpTo')
  if (studyTo && source.studyTo && Date.parse(studyTo) > Date.parse(source.studyTo))
    refuse(unitClassRefusals.studyToLate, {}, 'studyTo')
  if (studyTo && signUpTo && Date.parse(signUpTo) > Date.parse(studyTo))
    throw badInput('signUpTo', { zh: '不能晚于学习截止时间', en: 'must not be after the end of study' })
}

/** Refuses (409) a class that a unit cannot open at its terms. */
async function assertTerms(tx: Tx, unitId: string, source: SourceClass): Promise<void> {
  const { name } = source
  const obstacle =
    source.status === 'on_shelf' ? (await findBuying(tx, unitId)).groupObstacle(source) : 'off_shelf'
  if (obstacle) refuse(unitClassRefusals.ended, { name, reason: obstacleNames[obstacle] })
}

async function create(tx: Tx, session: Session, input: Input): Promise<string> {
  const { accountId: operatorId, projectId } = session
  const { requestKey = null } = input
  await tx`select from accounts where id = ${operatorId} for no key update`
  const requestHash = hash('sha256', JSON.stringify({ ...input, requestKey }))
  const [known] = await tx<{ id: string; requestHash: string }[]>`
    select id, request_hash from unit_classes
    where operator_id = ${operatorId} and request_key = ${requestKey} and status = 'open'`
  if (known && known.requestHash !== requestHash) refuse(unitClassRefusals.otherRequest, {}, 'requestKey')
  if (known) return known.id
  const wanted = input.unitId ?? session.unitId ?? refuse(unitRefusals.unknown, {}, 'unitId')
  const unitId = await putIntoUnit(tx, session, wanted)
  const source = await lockSource(tx, projectId, input.classId)
  const byUnit = !hasWholeProject(session)
  if (byUnit) await assertTerms(tx, unitId, source)
  else if (source.status === 'draft') refuse(unitClassRefusals.notPublished, { name: source.name }, 'classId')
  await assertDates(tx, input, source)
  const terms = (await findBuying(tx, unitId)).payable(source)
  const isLower = input.price !== undefined && input.price < terms
  if (isLower) assertMayPrice(session, 'price')
  const price = isLower ? terms : (input.price ?? terms)
  const fields = {
    name: input.name || source.name,
    unitId,
    classId: input.classId,
    price,
    signUpTo: input.signUpTo ?? null,
    studyTo: input.studyTo ?? null,
    quota: input.quota ?? null,
    payModes: input.payModes ?? usualModes,
  }
  const [row] = await tx<{ id: string }[]>`
    insert into unit_classes ${tx({ ...fields, projectId, byUnit, operatorId, requestKey, requestHash })} returning id`
  await audit(tx, {
    by: session,
    action: 'unitClass.create',
    subjectKind: 'unitClass',
    subjectId: row!.id,
    after: { ...fields, revision: 1 },
  })
  if (isLower) {
    const facts = (await findFacts(tx, row!.id))!
    await proposePrice(tx, session, facts, { ...extentOf(facts), price: input.price! })
  }
  return row!.id
}

/** Refuses (403) a unit class that the caller does not change: a unit's manager the provider's. */
function assertEditable(session: Session, { byUnit }: UnitClassFacts): void {
  if (!byUnit && !hasWholeProject(session)) refuse(unitClassRefusals.providersOwn)
}

async function change(tx: Tx, session: Session, id: string, input: Input): Promise<void> {
  const facts = await lockFacts(tx, session.scope, id)
  assertEditable(session, facts)
  await assertCurrent(tx, unitClassEdits, facts, input.revision)
  const unitId = input.unitId ?? facts.unitId
  const isMoved = unitId !== facts.unitId || input.classId !== facts.classId
  const [used] = await tx`
    select exists (select from unit_class_people where unit_class_id = ${id})
      or exists (select from batch_orders where unit_class_id = ${id}) as is_used`
  if (isMoved && used!.isUsed) refuse(unitClassRefusals.fixed, {}, 'classId')
  if (unitId !== facts.unitId) await putIntoUnit(tx, session, unitId)
  const source = await lockSource(tx, session.projectId, input.classId)
  if (isMoved && facts.byUnit) await assertTerms(tx, unitId, source)
  const isProvider = hasWholeProject(session)
  // What has not changed may be past: its unit class goes on.
  const dates = {
    ...input,
    ...(input.studyTo === facts.studyTo && { studyTo: null }),
    ...(input.signUpTo === facts.signUpTo && { signUpTo: null }),
  }
  await assertDates(tx, dates, source)
  const kept = <T>(given: T | undefined, now: T) => (given === undefined ? now : given)
  const [stored] = await tx<{ price: number }[]>`select price from unit_classes where id = ${id}`
  const terms = (await findBuying(tx, unitId)).payable(source)
  // A price that was approved goes along to no other unit or class.
  const wanted = input.price ?? (isMoved ? terms : stored!.price)
  const isLower = input.price !== undefined && wanted < terms && (isMoved || wanted < facts.price)
  if (isLower) assertMayPrice(session, 'price')
  const unlowered = isMoved ? terms : stored!.price
  const price = isLower ? unlowered : wanted
  // Two people approved this price or a lower one; at the terms it needs nobody, and follows them again.
  const approved = facts.approved && !isMoved && (price === stored!.price || price < terms)
  const extent: Extent = {
    quota: kept(input.quota, facts.quota),
    payModes: kept(input.payModes, facts.payModes),
    signUpTo: kept(input.signUpTo, facts.signUpTo),
    studyTo: kept(input.studyTo, facts.studyTo),
  }
  const { quota } = extent
  // They approved it for so many, who pay in these ways and study until then.
  const wider = approved ? widened(facts, extent) : null
  if (wider) assertMayPrice(session, wider)
  const fields = {
    name: input.name || facts.name,
    unitId,
    classId: input.classId,
    price,
    ...(wider ? extentOf(facts) : extent),
    // A price that the provider sets holds whatever the terms are.
    byUnit:
      facts.byUnit && !(isProvider && !isLower && input.price !== undefined && input.price !== facts.price),
  }
  if (quota !== null && quota < facts.taken)
    refuse(unitClassRefusals.quotaBelow, { count: facts.taken }, 'quota')
  const { byUnit: _byUnit, ...after } = fields
  await tx`update unit_classes set ${tx({ ...fields, approved })}, revision = revision + 1 where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'unitClass.change',
    subjectKind: 'unitClass',
    subjectId: id,
    before: {
      ...Object.fromEntries(Object.keys(after).map((key) => [key, facts[key as 'name']])),
      price: stored!.price,
    },
    after: { ...after, revision: facts.revision + 1 },
  })
  if (isMoved || price !== stored!.price || !isSameExtent(facts, fields))
    await endProposals(tx, session, [facts])
  if (isLower || wider)
    await proposePrice(tx, session, (await findFacts(tx, id))!, { ...extent, price: wanted })
}

/**
 * Opens a class for a unit of the caller's scope, or changes what was opened; gives its id. A price below the terms of the
 * unit waits for a second person. Refuses 404, (403) what the provider alone decides and such a price by who may not lower
 * prices, (409) a class the unit cannot have and a price while another waits, and (422) dates and places that cannot be.
 * The same request key gives the same unit class, and is refused (409) with other content.
 */
export async function saveUnitClass(tx: Tx, session: Session, input: Input): Promise<string> {
  assertOwnFields(session, input)
  if (input.id === undefined) return create(tx, session, input)
  await change(tx, session, input.id, input)
  return input.id
}

/** Deletes a unit class with its roster. Refuses 404, (403) the provider's, and (409) one that orders hold people of. */
export async function deleteUnitClass(tx: Tx, session: Session, id: string): Promise<null> {
  const facts = await lockFacts(tx, session.scope, id)
  assertEditable(session, facts)
  const [orders] = await tx<{ count: number }[]>`
    select count(*)::int as count from batch_orders b join orders o on o.id = b.order_id
    where b.unit_class_id = ${id} and o.status <> 'cancelled'`
  const { count } = orders!
  if (count > 0) refuse(unitClassRefusals.hasOrders, { name: facts.name, count })
  await tx`update unit_classes set status = 'deleted' where id = ${id}`
  await endProposals(tx, session, [facts])
  await tx`delete from unit_class_people where unit_class_id = ${id}`
  await audit(tx, {
    by: session,
    action: 'unitClass.delete',
    subjectKind: 'unitClass',
    subjectId: id,
    before: { name: facts.name },
  })
  return null
}

/** Takes people off a roster, all or none. Refuses 404, and (409) those whom an order has or who may still come back. */
export async function removePeople(
  tx: Tx,
  session: Session,
  { unitClassId, accountIds }: InputOf<typeof unitClassCalls.removePeople>,
): Promise<{ removed: number }> {
  const facts = await lockFacts(tx, session.scope, unitClassId)
  const { ordered, returning } = await countHeld(tx, unitClassId, accountIds)
  if (ordered > 0) refuse(unitClassRefusals.ordered, { count: ordered }, 'accountIds')
  if (returning > 0) refuse(unitClassRefusals.mayReturn, { count: returning }, 'accountIds')
  const rows = await tx`
    delete from unit_class_people where unit_class_id = ${unitClassId} and account_id = any(${accountIds}::uuid[])
    returning account_id`
  if (rows.length > 0)
    await audit(tx, {
      by: session,
      action: 'unitClass.removePeople',
      subjectKind: 'unitClass',
      subjectId: facts.id,
      after: { count: rows.length },
    })
  return { removed: rows.length }
}

/** Gives the place of one person on a roster to another. */
export async function replaceOnRoster(
  tx: Tx,
  by: { accountId: string },
  unitClassId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx`delete from unit_class_people where unit_class_id = ${unitClassId} and account_id = ${from}`
  await tx`
    insert into unit_class_people (unit_class_id, account_id, operator_id)
    values (${unitClassId}, ${to}, ${by.accountId}) on conflict do nothing`
}

/**
 * Reminds people of a roster who have not begun, all or those named; nobody twice on a day. Refuses 404, and (409) where
 * there is nobody to remind.
 */
export async function remindIdle(
  tx: Tx,
  session: Session,
  { unitClassId, accountIds }: InputOf<typeof unitClassCalls.remind>,
): Promise<{ reminded: number; skipped: number }> {
  const facts = await lockFacts(tx, session.scope, unitClassId)
  const idle = await listIdle(tx, unitClassId, accountIds)
  if (idle.length === 0) refuse(unitClassRefusals.nobodyIdle)
  await sendMessages(
    tx,
    beginReminder,
    idle.map(({ accountId, enrolmentId }) => ({
      accountId,
      params: { enrolmentId, className: facts.name, unitName: facts.unitName },
    })),
  )
  await tx`
    update unit_class_people set reminded_at = moment()
    where unit_class_id = ${unitClassId} and account_id = any(${idle.map(({ accountId }) => accountId)}::uuid[])`
  await audit(tx, {
    by: session,
    action: 'unitClass.remind',
    subjectKind: 'unitClass',
    subjectId: unitClassId,
    after: { count: idle.length },
  })
  return { reminded: idle.length, skipped: (accountIds?.length ?? idle.length) - idle.length }
}

/** Takes a person whose account is closed off the rosters. */
export async function erasePerson(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from unit_class_people where account_id = ${accountId}`
}

/**
 * Moves the unit classes of a unit to another, where they cost at least its terms, and ends what is proposed about their
 * prices. For a merge of units.
 */
export async function moveUnitClasses(tx: Tx, fromId: string, toId: string): Promise<void> {
  const moved = await tx<Pick<UnitClassFacts, 'id' | 'projectId'>[]>`
    update unit_classes set unit_id = ${toId}, approved = false where unit_id = ${fromId} returning id, project_id`
  await endProposals(tx, null, moved)
}

/** Keeps the price a head by which people of a unit class were ordered last. */
export async function savePrice(tx: Tx, { id, price }: Pick<UnitClassFacts, 'id' | 'price'>): Promise<void> {
  await tx`update unit_classes set price = ${price} where id = ${id}`
}
