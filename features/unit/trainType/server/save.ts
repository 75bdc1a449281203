import { type Bilingual, refuse } from '../../../../contract/refusal.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { badInput } from '../../../../server/input.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { lockUnit } from '../../server/data.ts'
import { type Terms, trainTypeRefusals, type UnitTrainType } from '../contract.ts'
import { readTerms } from '../rules.ts'
import { inheritedTerms, proposeTerms } from './approvals.ts'
import { listCategories, listClassTypes, listTerms, takesTwo, waitingFor } from './data.ts'
import { bare, isSame, writeTerms } from './edit.ts'

const missing = {
  rate: { zh: '请填写折扣', en: 'is required for a discount' },
  hourPrice: { zh: '请填写每学时价格', en: 'is required for a price per hour' },
  validTo: { zh: '结束日期不能早于开始日期', en: 'must not be before the first day' },
}

/** A change of terms; null makes units inherit those above. */
interface Change {
  change: Partial<Terms> | null
  /** The path of the change in the input, to name the wrong field. */
  field: string
}

/** Terms that hold, counted, and the proposals of those that wait for a second person. */
interface Changed {
  changed: number
  proposals: string[]
}

/**
 * Gives units terms for class types: each its present ones with the change over them. Terms by which a class may cost less
 * than by those that hold are proposed to a second person. Refuses (409) such terms while others wait.
 */
export async function changeTerms(
  tx: Tx,
  session: ProjectSession,
  input: Change & { unitIds: readonly string[]; classTypes: readonly string[] },
): Promise<Changed> {
  const { scope, projectId } = session
  // All or none, in one order, so that two of these never wait for each other in a circle.
  for (const id of [...input.unitIds].sort()) await lockUnit(tx, scope, id)
  const names = await classTypeNames(tx, projectId)
  const done: Changed = { changed: 0, proposals: [] }
  for (const classType of input.classTypes) {
    const type = names.get(classType) ?? refuse(trainTypeRefusals.typeUnknown, {}, 'classType')
    await assertCategories(tx, projectId, classType, input)
    for (const now of await listTerms(tx, scope, input.unitIds, classType)) {
      const outcome = await changeOne(tx, session, now, type, input)
      if (outcome === 'changed') done.changed += 1
      else if (outcome !== null) done.proposals.push(outcome.approvalId)
    }
  }
  return done
}

/** The names of the class types of a project by their keys. */
export const classTypeNames = async (db: Db, projectId: string): Promise<ReadonlyMap<string, Bilingual>> =>
  new Map(
    (await listClassTypes(db, projectId)).map(({ key, name, nameEn }) => [key, { zh: name, en: nameEn }]),
  )

async function assertCategories(
  tx: Tx,
  projectId: string,
  classType: string,
  { change, field }: Change,
): Promise<void> {
  const named = change?.categoryIds ?? []
  if (named.length === 0) return
  const known = new Set((await listCategories(tx, projectId, classType)).map(({ id }) => id))
  if (named.some((id) => !known.has(id))) {
    refuse(trainTypeRefusals.categoryUnknown, {}, `${field}.categoryIds`)
  }
}

/** Refuses (409) to take a unit its own terms while better ones, which it would have then, are proposed for one above it. */
async function assertNoneAwaitedAbove(tx: Tx, now: UnitTrainType, type: Bilingual): Promise<void> {
  for (const { classType, unitName, ...terms } of (
    await waitingFor(tx, now.unitId, { above: true })
  ).values())
    if (classType === now.classType && (await takesTwo(tx, bare(now), terms)))
      refuse(trainTypeRefusals.lowerAwaited, { name: now.unitName, unit: unitName, type })
}

/** Changes the terms of a locked unit or proposes it; null where they are so already. */
async function changeOne(
  tx: Tx,
  session: ProjectSession,
  now: UnitTrainType,
  type: Bilingual,
  { change, field }: Change,
): Promise<'changed' | { approvalId: string } | null> {
  const own = now.fromId === now.unitId
  if (change === null && !own) return null
  const next = change === null ? null : readTerms({ ...bare(now), ...change })
  if (next && 'missing' in next) throw badInput(`${field}.${next.missing}`, missing[next.missing])
  if (own && next && isSame(next, now)) return null
  if (next === null) await assertNoneAwaitedAbove(tx, now, type)
  const inherited = await inheritedTerms(tx, now)
  if (await takesTwo(tx, bare(now), next ?? inherited)) {
    if (now.waits) refuse(trainTypeRefusals.waitsAlready, { name: now.unitName, type }, field)
    return { approvalId: await proposeTerms(tx, session, now, { next, inherited, type, field }) }
  }
  await writeTerms(tx, session, now, next)
  return 'changed'
}
