import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { type Db, rowOf, rowsOf, type Tx } from '../../../server/db.ts'
import type { ProjectSession, Session } from '../../../server/session.ts'
import { announceEnding } from '../../../server/sessionEndings.ts'
import { withdrawWaiting } from '../../approval/server/actions.ts'
import { unitRefusals } from '../contract.ts'
import { levelOfPath, maxLevels, placeBetween, unitLifecycle } from '../rules.ts'
import { countBurden, isClosed, type LockedUnit, lockUnit, visible } from './data.ts'

export { pathInScope } from './data.ts'

/** Lets the changes to the shape of a project's tree come one after the other. */
export async function lockTree(tx: Tx, projectId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`units ${projectId}`}, 0))`
}

const Joinable = Type.Object({ id: Type.String(), name: Type.String(), closed: Type.Boolean() })

/** The unit people join by an id, the successor of a merged one, and whether it takes nobody new; null for none. */
export async function findJoinable(db: Db, projectId: string, unitId: string) {
  const rows = await db`
    select u.id, u.name, ${isClosed(db)} as closed
    from units asked join units u on u.id = coalesce(asked.merged_into, asked.id)
    where asked.id::text = ${unitId} and u.project_id = ${projectId} and unit_exists(u.status)`
  return rowOf(Joinable, rows)
}

/**
 * The unit that somebody joins, held as it is until the transaction ends; for a merged one its successor. Refuses
 * (422, the field named) one that is not there or takes nobody new.
 */
export async function joinUnit(tx: Tx, projectId: string, unitId: string, field = 'unitId'): Promise<string> {
  const unit = (await findJoinable(tx, projectId, unitId)) ?? refuse(unitRefusals.unknown, {}, field)
  // It may have been disabled, merged or deleted between the look and the lock.
  await tx`select id from units where id = ${unit.id} for share`
  const held = (await findJoinable(tx, projectId, unit.id)) ?? refuse(unitRefusals.unknown, {}, field)
  return held.closed ? refuse(unitRefusals.closed, { name: held.name }, field) : held.id
}

const Chosen = Type.Object({ name: Type.String(), successor: Nullable(Type.String()) })

/**
 * The unit that staff put somebody into, held as it is until the transaction ends. Refuses (422, the field named) one
 * out of their sight like one that is not there, a merged one with the name of its successor, and one that takes
 * nobody new.
 */
export async function putIntoUnit(
  tx: Tx,
  session: Session,
  unitId: string,
  field = 'unitId',
): Promise<string> {
  const rows = await tx`
    select u.name, s.name as successor from units u left join units s on s.id = u.merged_into
    where u.id = ${unitId} and u.status <> 'deleted' and ${visible(tx, session.scope)}`
  const chosen = rowOf(Chosen, rows) ?? refuse(unitRefusals.unknown, {}, field)
  const { name, successor } = chosen
  // Anyone who chooses sees where it is that somebody goes.
  if (successor !== null) refuse(unitRefusals.merged, { name, successor }, field)
  return joinUnit(tx, session.projectId, unitId, field)
}

const BranchUnit = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** True if people may join it. */
  open: Type.Boolean(),
  /** Unit into which a merged one went. */
  successor: Nullable(Type.String()),
})

/** The units of a branch, those that were merged away among them. */
export async function listBranch(
  db: Db,
  projectId: string,
  path: string,
): Promise<Static<typeof BranchUnit>[]> {
  const rows = await db`
    select u.id, u.name, u.status = 'active' and not ${isClosed(db)} as open, s.name as successor
    from units u left join units s on s.id = u.merged_into
    where u.project_id = ${projectId} and u.status <> 'deleted' and starts_with(u.path, ${path})`
  return rowsOf(BranchUnit, rows)
}

/** Those of some units that people may join as they are, held so until the transaction ends. */
export async function holdOpenUnits(
  tx: Tx,
  projectId: string,
  unitIds: readonly string[],
): Promise<Set<string>> {
  const ids = [...new Set(unitIds)].sort()
  await tx`select id from units where id = any(${ids}::uuid[]) order by id for share`
  const rows = await tx`
    select u.id from units u
    where u.id = any(${ids}::uuid[]) and u.project_id = ${projectId} and u.status = 'active' and not ${isClosed(tx)}`
  return new Set(rows.map((row) => row.id as string))
}

const Sibling = Type.Object({ id: Type.String(), sort: Type.Integer() })

/** A free place among the units below a parent: before one of them, or last; numbers them again when there is none. */
export async function takePlace(
  tx: Tx,
  level: { projectId: string; parentId: string | null; beforeId: string | null; movedId: string | null },
): Promise<number> {
  const { projectId, parentId, beforeId, movedId } = level
  const siblings = tx`
    units where project_id = ${projectId} and parent_id is not distinct from ${parentId}
      and unit_exists(status) and id is distinct from ${movedId}`
  const next = beforeId && rowOf(Sibling, await tx`select id, sort from ${siblings} and id = ${beforeId}`)
  if (beforeId && !next) refuse(commonRefusals.notFound)
  const previous = rowOf(
    Sibling,
    await tx`
      select id, sort from ${siblings}
        ${next ? tx`and (sort, name, id) < (select sort, name, id from units where id = ${next.id})` : tx``}
      order by sort desc, name desc, id desc limit 1`,
  )
  const place = placeBetween(previous?.sort ?? null, next ? next.sort : null)
  if (place !== null) return place
  await tx`
    update units u set sort = numbered.n * 10
    from (select id, row_number() over (order by sort, name, id) as n from ${siblings}) numbered
    where u.id = numbered.id`
  return takePlace(tx, level)
}

/** Refuses to hang a branch of so many levels below a path when the tree would be too deep. */
export function assertDepth(name: string, parentPath: string, levels: number): void {
  if (levelOfPath(parentPath) + levels > maxLevels) refuse(unitRefusals.tooDeep, { name, levels: maxLevels })
}

/**
 * Hangs a branch below another unit or at the top, with the paths of all that is in it, in one statement; every
 * process forgets what its sessions saw. Refuses (409) below itself and a tree too deep. The tree is locked.
 */
export async function hangBelow(
  tx: Tx,
  moved: LockedUnit,
  parent: { id: string; path: string } | null,
  sort: number,
): Promise<void> {
  if (parent?.path.startsWith(moved.path)) refuse(unitRefusals.intoItself, { name: moved.name })
  const [deepest] = await tx`select max(length(path)) as length from units where path ^@ ${moved.path}`
  const levels = levelOfPath(' '.repeat(deepest!.length as number)) - levelOfPath(moved.path) + 1
  assertDepth(moved.name, parent?.path ?? '', levels)
  const above = moved.path.slice(0, moved.path.length - moved.id.length - 1)
  await tx`
    update units set path = ${parent?.path ?? ''} || substr(path, ${above.length + 1}),
      parent_id = case when id = ${moved.id} then ${parent?.id ?? null}::uuid else parent_id end,
      sort = case when id = ${moved.id} then ${sort} else sort end
    where path ^@ ${moved.path}`
  // Sessions cache the path of their unit.
  await announceEnding(tx)
}

/** Moves a locked unit by a function, or refuses what its place there would give it. */
export type Placing = (
  tx: Tx,
  session: ProjectSession,
  moved: LockedUnit,
  move: () => Promise<void>,
) => Promise<void>

/** Moves a unit with all below it. Refuses (409) a circle, a tree too deep, and a place where it may not be. */
export async function dragUnit(
  tx: Tx,
  session: ProjectSession,
  input: { unitId: string; parentId: string | null; beforeId: string | null },
  place: Placing,
): Promise<null> {
  const { scope, projectId } = session
  await lockTree(tx, projectId)
  const moved = await lockUnit(tx, scope, input.unitId)
  const parent = input.parentId === null ? null : await lockUnit(tx, scope, input.parentId)
  if (parent?.path.startsWith(moved.path)) refuse(unitRefusals.intoItself, { name: moved.name })
  const sort = await takePlace(tx, { ...input, projectId, movedId: moved.id })
  await place(tx, session, moved, () => hangBelow(tx, moved, parent, sort))
  if (moved.parentId !== input.parentId) {
    const nameOf = async (id: string | null) =>
      id && ((await tx`select name from units where id = ${id}`)[0]!.name as string)
    await audit(tx, {
      by: session,
      action: 'unit.move',
      subjectKind: 'unit',
      subjectId: moved.id,
      before: { parent: await nameOf(moved.parentId) },
      after: { parent: await nameOf(input.parentId) },
    })
  }
  return null
}

/**
 * Ends sign-ups for a unit and all below it, or begins them again; study continues. Refuses (409) what it is already.
 */
export async function setDisabled(
  tx: Tx,
  session: ProjectSession,
  unitId: string,
  disabled: boolean,
): Promise<null> {
  const unit = await lockUnit(tx, session.scope, unitId)
  const event = disabled ? 'disable' : 'enable'
  const status = unitLifecycle.next(unit.status, event)
  await tx`update units set status = ${status} where id = ${unit.id}`
  await audit(tx, {
    by: session,
    action: `unit.${event}`,
    subjectKind: 'unit',
    subjectId: unit.id,
    before: { status: unit.status },
    after: { status },
  })
  return null
}

/** Deletes a unit. Refuses (409) while units are below it, or people or orders are of it. */
export async function deleteUnit(tx: Tx, session: ProjectSession, unitId: string): Promise<null> {
  await lockTree(tx, session.projectId)
  // Anyone who writes a row that names it waits for this, and finds it gone.
  const unit = await lockUnit(tx, session.scope, unitId, true)
  const burden = await countBurden(tx, unit.id)
  if (Object.values(burden).some((count) => count > 0))
    refuse(unitRefusals.notEmpty, { name: unit.name, ...burden })
  const status = unitLifecycle.next(unit.status, 'delete')
  // What was merged into it pointed here.
  await tx`
    update units set status = ${status}, merged_into = null where id = ${unit.id} or merged_into = ${unit.id}`
  await audit(tx, {
    by: session,
    action: 'unit.delete',
    subjectKind: 'unit',
    subjectId: unit.id,
    before: { name: unit.name, creditCode: unit.creditCode, status: unit.status },
    after: { status },
  })
  await endProposals(tx, session, unit.id)
  return null
}

/** Ends what is proposed about a unit that is there no more. */
export const endProposals = (tx: Tx, session: ProjectSession, unitId: string): Promise<void> =>
  withdrawWaiting(
    tx,
    session,
    [{ projectId: session.projectId, subjectKind: 'unit', subjectId: unitId }],
    'unit.gone',
  )
