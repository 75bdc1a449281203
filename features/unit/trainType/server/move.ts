import { refuse } from '../../../../contract/refusal.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import type { LockedUnit } from '../../server/data.ts'
import { type Terms, trainTypeRefusals } from '../contract.ts'
import { defaultTerms } from '../rules.ts'
import { classTypeNames } from './save.ts'
import { takesTwo, termsByType, waitingFor } from './data.ts'
import { endProposals, isSame } from './edit.ts'

type ByType = Awaited<ReturnType<typeof termsByType>>
type Waiting = Awaited<ReturnType<typeof waitingFor>>

/** Class types for which two units, or one at two times, have other terms. */
function differences(before: ByType, after: ByType): { classType: string; was: Terms; is: Terms }[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((classType) => ({
      classType,
      was: before.get(classType) ?? defaultTerms,
      is: after.get(classType) ?? defaultTerms,
    }))
    .filter(({ was, is }) => !isSame(was, is))
}

/** The name of the first class type for which terms after are such as take two people; null where none are. */
async function loweredType(db: Db, projectId: string, before: ByType, after: ByType) {
  for (const { classType, was, is } of differences(before, after)) {
    if (await takesTwo(db, was, is)) return (await classTypeNames(db, projectId)).get(classType) ?? classType
  }
  return null
}

/** Refuses (409) a place where a unit would have a part in terms that are proposed for others and take two people for it. */
async function assertNoneAwaited(
  db: Db,
  projectId: string,
  { name, held, before, after }: { name: string; held: ByType; before: Waiting; after: Waiting },
): Promise<void> {
  for (const { proposalId, unitName: unit, classType, ...terms } of after.values())
    if (!before.has(proposalId) && (await takesTwo(db, held.get(classType) ?? defaultTerms, terms))) {
      const type = (await classTypeNames(db, projectId)).get(classType) ?? classType
      refuse(trainTypeRefusals.lowerAwaited, { name, unit, type })
    }
}

/** Unit classes for which the people of a unit may be ordered at an agreed price, with their names. */
async function agreedFor(db: Db, unitId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db<
    { id: string; name: string }[]
  >`select id, name from agreed_for(${unitId}) order by name, id`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Refuses (409) a place where a unit comes to a price that was agreed for others. */
function assertNoneNew(
  name: string,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): void {
  const fresh = [...after].find(([id]) => !before.has(id))
  if (fresh) refuse(trainTypeRefusals.agreedByPlace, { name, title: fresh[1] })
}

/**
 * Moves a locked unit to another place by a function, and ends what is proposed about terms that are others there. Refuses
 * (409) a place where it would inherit terms that take two people, be they proposed yet, or have a price that was agreed
 * for a unit above.
 */
export async function placeUnit(
  tx: Tx,
  session: ProjectSession,
  { id, name }: Pick<LockedUnit, 'id' | 'name'>,
  move: () => Promise<void>,
): Promise<void> {
  const { projectId } = session
  const before = await termsByType(tx, id)
  const agreed = await agreedFor(tx, id)
  const waiting = await waitingFor(tx, id)
  await move()
  // What waits before what holds: approved in between it is seen as that.
  const awaited = await waitingFor(tx, id)
  const after = await termsByType(tx, id)
  const type = await loweredType(tx, projectId, before, after)
  if (type !== null) refuse(trainTypeRefusals.lowerByPlace, { name, type })
  assertNoneNew(name, agreed, await agreedFor(tx, id))
  await assertNoneAwaited(tx, projectId, { name, held: before, before: waiting, after: awaited })
  for (const { classType } of differences(before, after))
    await endProposals(tx, session, projectId, { unitId: id, classType })
}

/**
 * Refuses (409) a merge into a unit whose terms, be they proposed yet, or agreed prices, given to the people of the other,
 * would take two people.
 */
export async function assertMergeable(
  db: Db,
  projectId: string,
  from: { id: string; name: string },
  to: { id: string; name: string },
): Promise<void> {
  const held = await termsByType(db, from.id)
  const [before, after] = [await waitingFor(db, from.id), await waitingFor(db, to.id)]
  const type = await loweredType(db, projectId, held, await termsByType(db, to.id))
  if (type !== null) refuse(trainTypeRefusals.lowerByMerge, { from: from.name, to: to.name, type })
  assertNoneNew(from.name, await agreedFor(db, from.id), await agreedFor(db, to.id))
  await assertNoneAwaited(db, projectId, { name: from.name, held, before, after })
}
