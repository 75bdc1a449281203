import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { ProjectSession, Session } from '../../../server/session.ts'
import { announceEnding } from '../../../server/sessionEndings.ts'
import { type SavedRole, roleRefusals } from '../contract.ts'
import { isPermission } from '../../../contract/menu.ts'
import { administratorMenus, grantFault, type Powers, roleFault, startRoles } from '../rules.ts'
import { countHolders, lockRole, powersOf, powersOfSession, type StoredRole } from './data.ts'

/**
 * Lets one change at a time touch who administers a project: two administrators who disable each other would each
 * see the other remain.
 */
export async function lockAdministration(tx: Tx, projectId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`administration ${projectId}`}, 0))`
}

/**
 * Gives a new project the roles it starts with; `secondFactor` demands one of its administrators, whose first sign-in
 * then leads through setting it up.
 */
export async function seedDefaultRoles(
  tx: Tx,
  projectId: string,
  { secondFactor }: { secondFactor: boolean },
): Promise<void> {
  const roles = startRoles.map(({ menus, ...role }) => ({
    ...role,
    projectId,
    menus: [...menus],
    secondFactor:
      secondFactor && administratorMenus.every((menu) => role.roleSystem === 1 && menus.includes(menu)),
  }))
  await tx`insert into roles ${tx(roles)}`
}

/** Refuses (409) what has just been done when nobody active would be left to manage roles and administrators. */
export async function assertAdministered(tx: Tx, projectId: string): Promise<void> {
  const [someone] = await tx`
    select 1 from accounts a join roles r on r.role_system = 1 and r.data_scope = 'kind'
      and r.menus @> ${administratorMenus as string[]}
      and (r.id = a.role_id or exists (select from account_roles h where h.account_id = a.id and h.role_id = r.id))
    where a.project_id = ${projectId} and a.status = 'active' limit 1`
  if (!someone) refuse(roleRefusals.lastAdministrator)
}

const faultWords = {
  menus: roleRefusals.moreMenus,
  dataScope: roleRefusals.widerScope,
  roleSystem: roleRefusals.strongerKind,
}

/** True if a caller may give a role. */
export function mayGrant(session: Session, role: Powers): boolean {
  return grantFault(powersOfSession(session), role) === null
}

/** Refuses (403) to give a role that is stronger than the caller's own. */
export function assertGrantable(session: Session, role: Powers): void {
  const fault = grantFault(powersOfSession(session), role)
  if (fault) refuse(faultWords[fault])
}

/** The requested permissions, or a refusal with the field: unknown menus, and what no role may be. */
function readPowers(form: SavedRole): Powers {
  const unknown = form.menus.find((menu) => !isPermission(menu))
  if (unknown) refuse(roleRefusals.unknownMenu, { menu: unknown }, 'menus')
  const powers: Powers = {
    roleSystem: form.roleSystem,
    // Only the provider's staff can be narrowed: the others are as narrow as their kind.
    dataScope: form.roleSystem === 1 ? (form.dataScope ?? 'kind') : 'kind',
    menus: new Set(form.menus),
  }
  const fault = roleFault(powers)
  if (fault) refuse(roleRefusals[fault], {}, 'menus')
  return powers
}

const samePowers = (a: Powers, b: Powers) =>
  a.roleSystem === b.roleSystem &&
  a.dataScope === b.dataScope &&
  a.menus.size === b.menus.size &&
  [...a.menus].every((menu) => b.menus.has(menu))

async function assertNameFree(tx: Tx, projectId: string, roleName: string, id: string | null): Promise<void> {
  const [taken] = await tx`
    select 1 from roles where project_id = ${projectId} and name_key(role_name) = name_key(${roleName})
      and id is distinct from ${id} and deleted_at is null`
  if (taken) refuse(roleRefusals.nameTaken, {}, 'roleName')
}

/** Fields of a role for the log. */
const reported = (role: Omit<StoredRole, 'id'>) => ({ ...role, menus: [...role.menus].sort() })

/**
 * Creates a role, or changes or deletes the one named by id. Nobody gives more than they hold, changes the powers of
 * a role of their own, or leaves the project without an administrator. Who holds a changed role is signed out.
 */
export async function saveRole(tx: Tx, session: ProjectSession, form: SavedRole): Promise<{ id: string }> {
  await lockAdministration(tx, session.projectId)
  if (!form.id) return createRole(tx, session, form)
  const before = (await lockRole(tx, session, form.id)) ?? refuse(commonRefusals.notFound)
  assertGrantable(session, powersOf(before))
  return form.deleted ? deleteRole(tx, session, before) : changeRole(tx, session, before, form)
}

async function createRole(tx: Tx, session: ProjectSession, form: SavedRole): Promise<{ id: string }> {
  if (form.roleSystem === 3) refuse(roleRefusals.learnerRole, {}, 'roleSystem')
  const powers = readPowers(form)
  assertGrantable(session, powers)
  await assertNameFree(tx, session.projectId, form.roleName, null)
  const after = columnsOf(form, powers)
  const [row] = await tx`insert into roles ${tx({ projectId: session.projectId, ...after })} returning id`
  const id = row!.id as string
  await audit(tx, {
    by: session,
    action: 'role.create',
    subjectKind: 'role',
    subjectId: id,
    after: reported(after),
  })
  return { id }
}

const columnsOf = (form: SavedRole, powers: Powers) => ({
  roleName: form.roleName,
  roleSystem: powers.roleSystem,
  dataScope: powers.dataScope,
  secondFactor: form.secondFactor ?? false,
  remark: form.remark ?? '',
  menus: [...powers.menus].sort(),
})

async function changeRole(
  tx: Tx,
  session: ProjectSession,
  before: StoredRole,
  form: SavedRole,
): Promise<{ id: string }> {
  const powers = readPowers(form)
  assertGrantable(session, powers)
  await assertNameFree(tx, session.projectId, form.roleName, before.id)
  const after = columnsOf(form, powers)
  const held = await countHolders(tx, session, before.id)
  const isOther = !samePowers(powersOf(before), powers)
  if (held.own && (isOther || (before.secondFactor && !after.secondFactor))) refuse(roleRefusals.ownRole)
  if (before.roleSystem !== after.roleSystem) {
    if (before.roleSystem === 3 || after.roleSystem === 3) refuse(roleRefusals.learnerRole, {}, 'roleSystem')
    if (held.count > 0) refuse(roleRefusals.inUse, { count: held.count })
  }
  const endsSessions = isOther || before.secondFactor !== after.secondFactor
  await tx`
    update roles set ${tx(after)} ${endsSessions ? tx`, sessions_from = moment()` : tx``} where id = ${before.id}`
  await assertAdministered(tx, session.projectId)
  if (endsSessions) await announceEnding(tx)
  const { id, ...old } = before
  const action = { before: reported(old), after: reported(after) }
  await audit(tx, { by: session, action: 'role.change', subjectKind: 'role', subjectId: id, ...action })
  return { id }
}

/** Soft-deletes a role nobody holds; the row stays for the records that reference it. */
async function deleteRole(tx: Tx, session: ProjectSession, before: StoredRole): Promise<{ id: string }> {
  const { id, ...old } = before
  if (before.roleSystem === 3) refuse(roleRefusals.learnerRole)
  const { count } = await countHolders(tx, session, id)
  if (count > 0) refuse(roleRefusals.inUse, { count })
  await tx`update roles set deleted_at = moment() where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'role.delete',
    subjectKind: 'role',
    subjectId: id,
    before: reported(old),
  })
  return { id }
}
