import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { Move } from '../../../../server/feature.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { endProposals, hangBelow, lockTree, takePlace } from '../../server/actions.ts'
import { getUnitDetail, type LockedUnit, lockUnit } from '../../server/data.ts'
import { assertMergeable, placeUnit } from '../../trainType/server/move.ts'
import { dropTerms } from '../../trainType/server/edit.ts'
import { unitLifecycle } from '../../rules.ts'
import { type MergeCounts, mergeRefusals } from '../contract.ts'
import { filledFrom } from '../rules.ts'
import { countMerge, ownTerms } from './data.ts'

interface Two {
  fromId: string
  toId: string
}

/**
 * Previews the merge of one unit into another. Refuses (422) one with itself, (403) a narrowed session, and (409) one by
 * which its people would pay less.
 */
export async function previewMerge(db: Db, session: ProjectSession, { fromId, toId }: Two) {
  const from = await getUnitDetail(db, session.scope, fromId)
  const to = await getUnitDetail(db, session.scope, toId)
  if (from.id === to.id) refuse(mergeRefusals.sameUnit, {}, 'toId')
  await assertMergeable(db, session.projectId, from, to)
  return {
    fromName: from.name,
    toName: to.name,
    counts: await countMerge(db, from.id),
    lostTerms: await ownTerms(db, from.id),
    filled: filledFrom(from, to),
  }
}

/** Moves the units below one to the other, after those it has. */
async function moveChildren(
  tx: Tx,
  session: ProjectSession,
  from: LockedUnit,
  to: LockedUnit,
): Promise<void> {
  const children = await tx`
    select id from units where parent_id = ${from.id} and unit_exists(status) order by sort, name, id`
  for (const child of children) {
    const place = { projectId: session.projectId, parentId: to.id, beforeId: null, movedId: null }
    const moved = await lockUnit(tx, session.scope, child.id as string)
    const sort = await takePlace(tx, place)
    await placeUnit(tx, session, moved, () => hangBelow(tx, moved, to, sort))
  }
}

/**
 * Moves all of one unit to another for good and leaves the first as the sign that points to its successor. Refuses
 * (409) when more or less would go than was expected, a successor that is below, and lower terms for its people or for
 * units below it.
 */
export async function mergeUnit(
  tx: Tx,
  session: ProjectSession,
  { fromId, toId, expected }: Two & { expected: MergeCounts },
  moves: readonly Move[],
): Promise<MergeCounts> {
  await lockTree(tx, session.projectId)
  // Anyone who would join it meanwhile waits, and finds its successor.
  const from = await lockUnit(tx, session.scope, fromId, true)
  const to = await lockUnit(tx, session.scope, toId)
  if (from.id === to.id) refuse(mergeRefusals.sameUnit, {}, 'toId')
  if (to.path.startsWith(from.path)) refuse(mergeRefusals.intoOwnBranch, { from: from.name, to: to.name })
  await assertMergeable(tx, session.projectId, from, to)
  const counts = await countMerge(tx, from.id)
  if (JSON.stringify(counts) !== JSON.stringify({ ...counts, ...expected })) {
    refuse(mergeRefusals.changedMeanwhile, { from: from.name })
  }
  await moveChildren(tx, session, from, to)
  // Before its people, as who settles an order; the features above come in no order.
  await tx`select from orders where ${from.id} in (unit_id, payer_unit_id) order by id for update`
  for (const move of moves) await move(tx, from.id, to.id)
  await dropTerms(tx, from.id)
  await endProposals(tx, session, from.id)
  const status = unitLifecycle.next(from.status, 'merge')
  await tx`
    update units set status = ${status}, merged_into = ${to.id} where id = ${from.id}`
  await tx`update units set merged_into = ${to.id} where merged_into = ${from.id}`
  const filled = filledFrom(from, to)
  await tx`
    update units t set credit_code = coalesce(t.credit_code, f.credit_code), region = coalesce(t.region, f.region),
      industry = coalesce(t.industry, f.industry), contact = coalesce(t.contact, f.contact),
      phone = coalesce(t.phone, f.phone), email = coalesce(t.email, f.email),
      address = coalesce(t.address, f.address), invoice_title = coalesce(t.invoice_title, f.invoice_title),
      version = t.version + 1
    from units f where t.id = ${to.id} and f.id = ${from.id}`
  const reported = { from: from.name, to: to.name, ...counts, filled }
  for (const unit of [from, to]) {
    await audit(tx, {
      by: session,
      action: unit === from ? 'unit.merge' : 'unit.absorb',
      subjectKind: 'unit',
      subjectId: unit.id,
      before: unit === from ? { status: from.status } : {},
      after: unit === from ? { ...reported, status } : reported,
    })
  }
  return counts
}
