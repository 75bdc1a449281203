import { isIdCard, longIdCard, maskIdCard } from '../../../contract/identity.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import { hourRefusals } from '../../hours/contract.ts'
import type { HourAttribute } from '../../hours/rules.ts'
import { lockHours } from '../../hours/server/actions.ts'
import { getSettings } from '../../project/server/actions.ts'
import { putIntoUnit } from '../../unit/server/actions.ts'
import { type Change, correctionRefusals } from '../contract.ts'

type Side = Record<string, string | number | boolean | null>

/** A planned correction as it is stored: the subject, its value before, its value after. */
interface Plan {
  subject: string
  title: string
  before: Side
  after: Side
  beforeCard?: string
  afterCard?: string
}

type ChangeOf<K extends Change['kind']> = Extract<Change, { kind: K }>

/** Name and ID as they stand; refuses (409) a learner without. */
export async function identityNow(
  db: Db,
  secrets: Secrets,
  accountId: string,
): Promise<{ realName: string; card: string }> {
  const [row] = await db<{ realName: string; cardSealed: Buffer }[]>`
    select real_name, card_sealed from students where account_id = ${accountId}`
  if (!row) refuse(correctionRefusals.noProfile)
  return { realName: row.realName, card: secrets.open('students.card', accountId, row.cardSealed) }
}

async function identityPlan(
  tx: Tx,
  secrets: Secrets,
  accountId: string,
  { realName, cardNumber }: ChangeOf<'identity'>,
): Promise<Plan> {
  if (cardNumber !== undefined && !isIdCard(cardNumber)) {
    refuse(correctionRefusals.wrongCard, {}, 'change.cardNumber')
  }
  const now = await identityNow(tx, secrets, accountId)
  const card = cardNumber === undefined ? now.card : longIdCard(cardNumber)
  if (realName === now.realName && card === now.card)
    refuse(correctionRefusals.noChange, {}, 'change.realName')
  return {
    subject: 'identity',
    title: '',
    before: { realName: now.realName, cardNumber: maskIdCard(now.card) },
    after: { realName, cardNumber: maskIdCard(card) },
    beforeCard: now.card,
    afterCard: card,
  }
}

/** The unit an account is in, with its name. */
export async function unitNow(
  db: Db,
  accountId: string,
): Promise<{ unitId: string | null; unitName: string | null }> {
  const [row] = await db<{ unitId: string | null; unitName: string | null }[]>`
    select u.id as unit_id, u.name as unit_name from accounts a left join units u on u.id = a.unit_id
    where a.id = ${accountId}`
  return { ...row! }
}

/** The same, with whether its owner merely named it, and who alone put them there lately: undone, a move makes it so again. */
export async function membershipNow(db: Db, accountId: string): Promise<Side> {
  const [row] = await db<{ isNamed: boolean; movedBy: string | null }[]>`
    select claimed_unit_id is not null as is_named,
      case when moved_at > moment() - access_counts() then moved_by end as moved_by
    from accounts where id = ${accountId}`
  const { isNamed, movedBy } = row!
  return { ...(await unitNow(db, accountId)), ...(isNamed && { isNamed }), ...(movedBy && { movedBy }) }
}

async function unitPlan(
  tx: Tx,
  session: Session,
  accountId: string,
  { unitId }: ChangeOf<'unit'>,
  field: string,
): Promise<Plan> {
  const before = await unitNow(tx, accountId)
  if (unitId === before.unitId) refuse(correctionRefusals.noChange, {}, field)
  // A learner without a unit is invisible to anyone whose scope is one unit.
  if (unitId === null && session.scope.unitPath !== null) refuse(commonRefusals.notAllowed)
  if (unitId !== null) await putIntoUnit(tx, session, unitId, field)
  const [unit] = await tx`select name from units where id = ${unitId}`
  const after = { unitId, unitName: (unit?.name as string | undefined) ?? null }
  return { subject: 'unit', title: '', before, after }
}

async function hoursPlan(
  tx: Tx,
  session: Session,
  accountId: string,
  change: ChangeOf<'hours'>,
): Promise<Plan> {
  const { year, classType, attribute, hoursTenths, title } = change
  if (hoursTenths === 0) refuse(correctionRefusals.noChange, {}, 'change.hoursTenths')
  const { showClassType, requiredHoursTenths } = await getSettings(tx, session.projectId)
  if (!Object.hasOwn(requiredHoursTenths, classType) && !showClassType.some(({ key }) => key === classType)) {
    refuse(correctionRefusals.unknownType, {}, 'change.classType')
  }
  const line = { projectId: session.projectId, accountId, year, classType, attribute }
  const total = await lockHours(tx, line)
  if (total + hoursTenths < 0) refuse(hourRefusals.belowZero, {}, 'change.hoursTenths')
  const shared = { year, classType, attribute }
  return {
    subject: subjectOfHours(shared),
    title,
    before: { ...shared, hoursTenths: total },
    after: { ...shared, hoursTenths: total + hoursTenths, change: hoursTenths },
  }
}

/** The kind of hours as one word. */
const subjectOfHours = (line: { year: number; classType: string; attribute: HourAttribute }) =>
  `${line.year} ${line.classType} ${line.attribute}`

/** An attempt's current score; null when there is no such attempt of the learner. */
export async function scoreNow(db: Db, accountId: string, attemptId: string) {
  const [row] = await db<
    {
      score: number | null
      passed: boolean | null
      status: string
      total: number
      passScore: number
      name: string
    }[]
  >`
    select t.score, t.passed, t.status, t.total, t.pass_score, x.name from exam_attempts t join exams x on x.id = t.exam_id
    where t.id = ${attemptId} and t.account_id = ${accountId}`
  return row ?? null
}

async function scorePlan(tx: Tx, accountId: string, { attemptId, score }: ChangeOf<'score'>): Promise<Plan> {
  const now = (await scoreNow(tx, accountId, attemptId)) ?? refuse(commonRefusals.notFound)
  if (now.status !== 'scored') refuse(correctionRefusals.notScored)
  if (score > now.total || !Number.isInteger(score * 2)) {
    refuse(correctionRefusals.wrongScore, { most: now.total }, 'change.score')
  }
  if (score === now.score) refuse(correctionRefusals.noChange, {}, 'change.score')
  return {
    subject: attemptId,
    title: now.name,
    before: { score: now.score, passed: now.passed },
    after: { score, passed: score >= now.passScore },
  }
}

/** An enrolment's current state; null when there is no such enrolment of the learner. */
export async function passNow(db: Db, accountId: string, enrolmentId: string) {
  const [row] = await db<{ status: string; passedBy: string | null; name: string }[]>`
    select e.status, e.passed_by, c.name from enrolments e join train_classes c on c.id = e.class_id
    where e.id = ${enrolmentId} and e.account_id = ${accountId}`
  return row ?? null
}

async function passPlan(tx: Tx, accountId: string, { enrolmentId, passed }: ChangeOf<'pass'>): Promise<Plan> {
  const now = (await passNow(tx, accountId, enrolmentId)) ?? refuse(commonRefusals.notFound)
  if ((now.status === 'passed') === passed) refuse(correctionRefusals.noChange, {}, 'change.passed')
  if (passed && now.status !== 'active' && now.status !== 'failed') refuse(correctionRefusals.notPassable)
  return {
    subject: enrolmentId,
    title: now.name,
    before: { status: now.status, passedBy: now.passedBy },
    after: { status: passed ? 'passed' : 'active', passedBy: passed ? 'manual' : null },
  }
}

/**
 * Returns what a change would do to the current record. Refuses (404) what is not the learner's, (409) what
 * cannot be corrected so, and (422, the field named) what is no value or no change.
 */
export function planOf(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  accountId: string,
  change: Change,
  unitField = 'change.unitId',
): Promise<Plan> {
  switch (change.kind) {
    case 'identity':
      return identityPlan(tx, secrets, accountId, change)
    case 'unit':
      return unitPlan(tx, session, accountId, change, unitField)
    case 'hours':
      return hoursPlan(tx, session, accountId, change)
    case 'score':
      return scorePlan(tx, accountId, change)
    case 'pass':
      return passPlan(tx, accountId, change)
  }
}
