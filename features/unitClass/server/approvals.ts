import { yuan } from '../../../contract/money.ts'
import { refuse } from '../../../contract/refusal.ts'
import { type Action, audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { mayCall, type Session, wholeProjectOf } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import {
  type ApprovalKind,
  type LockedApproval,
  proposeApproval,
  withdrawWaiting,
} from '../../approval/server/actions.ts'
import { unitClassRefusals } from '../rules.ts'
import { findFacts, type UnitClassFacts } from './data.ts'

/** Permission to lower what classes cost. */
const pricing = '/train-manage/class#price'

type PriceSide = { price: number; unitId: string; classId: string }
type PriceProposal = LockedApproval<PriceSide & Record<string, unknown>> & { before: PriceSide }

const lockUnitClass = (tx: Tx, id: string) => tx`select from unit_classes where id = ${id} for no key update`

/**
 * A price for one unit below what its terms give. Nobody but the unit sees it, and people are ordered at it as soon as it
 * holds, so it is never undone: another is set.
 */
export const unitPriceKind: ApprovalKind<PriceProposal> = {
  key: 'unitPrice',
  log: { prefix: 'approval', subjectKind: 'unitClass' },
  second: true,
  propose: pricing,
  approve: ['/customer/exception-register#approve', pricing],
  words: approvalRefusals,
  lock: lockUnitClass,
  describe: ({ title, before, after }) => ({
    zh: `单位班级“${title}”的单价由每人 ¥${yuan(before.price as number)} 改为 ¥${yuan(after.price as number)}，低于单位的培训类别价格`,
    en: `Change the price of the unit class “${title}” from ¥${yuan(before.price as number)} to ¥${yuan(after.price as number)} a head, below the unit’s terms`,
  }),
  async apply(tx, _secrets, session, row) {
    wholeProjectOf(session)
    const { id, before, after } = { ...row, id: row.subjectId }
    const facts = await findFacts(tx, id)
    const stands =
      facts?.price === before.price && facts.unitId === before.unitId && facts.classId === before.classId
    if (!stands) refuse(approvalRefusals.changedSince)
    const { price } = after
    await tx`
      update unit_classes set price = ${price}, approved = true, by_unit = false, revision = revision + 1 where id = ${id}`
    await audit(tx, {
      by: session,
      action: 'unitClass.change',
      subjectKind: 'unitClass',
      subjectId: id,
      before: { price: before.price },
      after: { price, revision: facts.revision + 1 },
    })
    return {}
  },
}

/** Refuses (403) a price below the terms of a unit by somebody who may not lower prices. */
export function assertMayPrice(session: Session): void {
  if (!mayCall(session, pricing)) refuse(unitClassRefusals.priceBelow, {}, 'price')
}

/** Proposes a price a head of a locked unit class to a second person. Refuses (409) while another waits. */
export async function proposePrice(
  tx: Tx,
  session: Session,
  { id, name, unitName, unitId, classId, price }: UnitClassFacts,
  wanted: number,
): Promise<void> {
  const of = { unitId, classId }
  await proposeApproval(tx, session, unitPriceKind as ApprovalKind, {
    subjectId: id,
    title: `${name} · ${unitName}`,
    before: { ...of, price, count: 0, names: [] },
    after: { ...of, price: wanted },
    reason: 'unitClass.price',
    field: 'price',
  })
}

/** Ends what is proposed about the prices of locked unit classes that are others now, or gone. */
export const endProposals = (
  tx: Tx,
  by: Action['by'],
  classes: readonly Pick<UnitClassFacts, 'id' | 'projectId'>[],
): Promise<void> =>
  withdrawWaiting(
    tx,
    by,
    classes.map(({ id: subjectId, projectId }) => ({ projectId, subjectKind: 'unitClass', subjectId })),
    'unitClass.changed',
  )
