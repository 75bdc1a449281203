import { yuan } from '../../../contract/money.ts'
import { refuse } from '../../../contract/refusal.ts'
import { type Action, audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { listenersOf } from '../../../server/events.ts'
import { type ProjectSession, wholeProjectOf } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import {
  type ApprovalKind,
  type LockedApproval,
  proposeApproval,
  withdrawWaiting,
} from '../../approval/server/actions.ts'
import { isPriceForTwo } from '../../approval/rules.ts'
import { classCalls, type ClassFields, type ManagedClass } from '../contract.ts'
import { lockManaged } from './data.ts'

declare module '../../../server/events.ts' {
  interface Events {
    /** A locked class is another now, or gone: ends what is proposed about it. */
    classChanged(tx: Tx, by: Action['by'], classId: string): Promise<void>
  }
}

export type Prices = Pick<ClassFields, 'price' | 'originalPrice'>

type PriceProposal = LockedApproval<Prices & Record<string, unknown>> & { before: Prices }

/** Permission to change what published classes cost. */
export const pricing = classCalls.batchModifyClassAmount.allow

/** True if another price of a locked class takes two people; the price of a draft is a part of writing it. */
export async function takesTwo(
  tx: Tx,
  { id, status, price: before }: Pick<ManagedClass, 'id' | 'status' | 'price'>,
  after: number,
): Promise<boolean> {
  if (status === 'draft' || after === before) return false
  const [places] = await tx<{ isFirstDay: boolean; isTaken: boolean }[]>`
    with versions as (
      select v.id from train_classes c join train_classes v on v.root_id = c.root_id where c.id = ${id})
    select is_first_day(published_at),
      exists (select from enrolments where class_id in (select id from versions))
        or exists (select from order_items where class_id in (select id from versions)) as is_taken
    from train_classes where id = ${id}`
  return isPriceForTwo(places!, { before, after })
}

/** Writes prices that were approved. Refuses (409) where others hold than when they were proposed. */
async function writePrices(
  tx: Tx,
  session: ProjectSession,
  { subjectId: id, before, after: { price, originalPrice } }: PriceProposal,
): Promise<void> {
  const managed = await lockManaged(tx, session, id)
  if (managed.price !== before.price || managed.originalPrice !== before.originalPrice)
    refuse(approvalRefusals.changedSince)
  await tx`
    update train_classes set ${tx({ price, originalPrice, pricedBy: null })}, revision = revision + 1 where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'class.change',
    subjectKind: 'class',
    subjectId: id,
    before: { price: before.price, originalPrice: before.originalPrice, revision: managed.revision },
    after: { price, originalPrice, revision: managed.revision + 1 },
  })
  await endProposals(tx, session, { id, projectId: session.projectId })
}

const changeOf = (before: number, after: number) => `¥${yuan(before)} → ¥${yuan(after)}`

/**
 * Another price of a published class where that takes two people (`isPriceForTwo`). People buy at it as soon as it holds, so
 * it is never undone: another is set.
 */
export const classPriceKind: ApprovalKind<PriceProposal> = {
  key: 'classPrice',
  log: { prefix: 'approval', subjectKind: 'class' },
  second: true,
  propose: pricing,
  approve: ['/customer/exception-register#approve', pricing],
  words: approvalRefusals,
  lock: (tx, id) => tx`select from train_classes where id = ${id} for no key update`,
  describe({ title, ...sides }) {
    const { before, after } = sides as unknown as Record<'before' | 'after', Prices>
    const price = changeOf(before.price, after.price)
    const original =
      after.originalPrice === before.originalPrice ? '' : changeOf(before.originalPrice, after.originalPrice)
    return {
      zh: `班级“${title}”：售价 ${price}${original && `；划线价 ${original}`}`,
      en: `Class “${title}”: price ${price}${original && `; original price ${original}`}`,
    }
  },
  async apply(tx, _secrets, session, row) {
    await writePrices(tx, wholeProjectOf(session), row)
    return {}
  },
}

/** Proposes other prices of a locked class to a second person; gives the proposal's id. Refuses (409) while one waits. */
export function proposePrices(
  tx: Tx,
  session: ProjectSession,
  { id, name, price, originalPrice }: Pick<ManagedClass, 'id' | 'name'> & Prices,
  wanted: Prices,
): Promise<string> {
  return proposeApproval(tx, session, classPriceKind as ApprovalKind, {
    subjectId: id,
    title: name,
    before: { price, originalPrice, count: 0, names: [] },
    after: { price: wanted.price, originalPrice: wanted.originalPrice },
    reason: 'class.price',
    field: 'price',
  })
}

/**
 * Ends what is proposed about a locked class that is another now, or gone, by its own kind and those of features above:
 * nobody approves for it what was proposed for what it was.
 */
export async function endProposals(
  tx: Tx,
  by: Action['by'],
  { id, projectId }: { id: string; projectId: string },
): Promise<void> {
  await withdrawWaiting(tx, by, [{ projectId, subjectKind: 'class', subjectId: id }], 'class.changed', {
    which: tx`p.kind = ${classPriceKind.key}`,
  })
  for (const end of listenersOf('classChanged')) await end(tx, by, id)
}
