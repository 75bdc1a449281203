import { encodeCredential } from '../../features/session/rules.ts'
import { addSettings, createProject } from '../../features/project/server/actions.ts'
import type { SettingChanges } from '../../features/project/contract.ts'
import { sessionCalls } from '../../features/session/contract.ts'
import { openSession } from '../../features/session/server/actions.ts'
import { withButtons } from '../../contract/menu.ts'
import { bigramsOf } from '../../contract/search.ts'
import { idCheckDigit, maskIdCard, maskMobile } from '../../contract/identity.ts'
import { hashPassword } from '../../server/password.ts'
import type { World } from '../harness.ts'

/** Builders: a test specifies what matters to it, these supply the rest. */

let serial = 0
const next = () => ++serial
const password = 'Demo2026a'
const passwordHash = hashPassword(password)

export interface BuiltPortal {
  projectId: string
  unitId: string
  roles: { admin: string; unit: string; learner: string }
}

/**
 * A project with a unit and the three kinds of role; `menus` are what the administrator's role holds, with the buttons
 * of these pages unless `buttons` names those it holds.
 */
export async function aPortal(
  world: World,
  options: { menus?: string[]; buttons?: string[]; settings?: object } = {},
): Promise<BuiltPortal> {
  const { db } = world
  const projectId = await createProject(db, {
    settings: { title: '测试项目', shortTitle: '测试', ...options.settings },
    agreement: '<p>协议</p>',
  })
  const unitId = await aUnit(world, projectId)
  const { menus = [], buttons } = options
  const held = buttons ? [...menus, ...buttons] : withButtons(menus)
  const role = async (name: string, system: number, menus: string[]) => {
    const [row] =
      await db`insert into roles ${db({ projectId, roleName: name, roleSystem: system, menus })} returning id`
    return row!.id as string
  }
  return {
    projectId,
    unitId,
    roles: {
      admin: await role('管理员', 1, held),
      unit: await role('单位管理员', 2, held),
      learner: await role('学员', 3, []),
    },
  }
}

/** Changes a project's settings immediately; null gives one back to its default. */
export async function changeSettings(
  world: World,
  projectId: string,
  changes: SettingChanges,
): Promise<void> {
  await addSettings(world.db, projectId, changes)
}

/** Lets learners of a project ask for refunds, for days, nine times unless given: up to a week after paying and a fifth of a class. */
export const openRefunds = (world: World, projectId: string, refundOrderTimes = 9): Promise<void> =>
  changeLimits(world, projectId, {
    studentRefund: true,
    refundClassProcess: 20,
    refundOrderTimes,
    refundOrderDays: 7,
  })

/** Changes limits on one person as if they had stood for days: a raised one counts a day later. */
export async function changeLimits(world: World, projectId: string, changes: SettingChanges): Promise<void> {
  // To the microsecond: of two changes of one millisecond the later one counts.
  const [row] = await world.db<{ at: string }[]>`
    select (moment() - interval '2 days')::text as at`
  await addSettings(world.db, projectId, changes, { effectiveFrom: row!.at })
}

/** A unit, below another when one is given. */
export async function aUnit(
  world: World,
  projectId: string,
  parentId: string | null = null,
): Promise<string> {
  const { db } = world
  const [row] = await db`
    with fresh as (select new_id() as id)
    insert into units (id, project_id, parent_id, path, name)
    select fresh.id, ${projectId}, ${parentId}, coalesce((select path from units where id = ${parentId}), '') || fresh.id || '/',
      ${`单位${next()}`} from fresh returning id`
  return row!.id as string
}

export interface BuiltAccount {
  accountId: string
  loginName: string
  token: string
}

/** An account of a role, signed in. */
export async function anAccount(
  world: World,
  portal: BuiltPortal,
  options: { role?: keyof BuiltPortal['roles']; unitId?: string; userName?: string } = {},
): Promise<BuiltAccount> {
  const { db, app } = world
  const n = next()
  const loginName = `user${n}`
  const role = options.role ?? 'learner'
  const [roleId, unitId] = [portal.roles[role], options.unitId ?? portal.unitId]
  const mobile = `139${String(n).padStart(8, '0')}`
  const [fresh] = await db<{ id: string }[]>`select new_id() as id`
  const accountId = fresh!.id
  await db`
    insert into accounts ${db({
      id: accountId,
      projectId: portal.projectId,
      roleId,
      unitId,
      loginName,
      userName: options.userName ?? `学员${n}`,
      passwordHash: await passwordHash,
      mobileSealed: app.secrets.seal('accounts.mobile', accountId, mobile),
      mobileIndex: app.secrets.blindIndex('mobile', mobile),
      mobileMask: maskMobile(mobile),
    })}`
  const roleSystem = { admin: 1, unit: 2, learner: 3 }[role]
  const account = { id: accountId, projectId: portal.projectId, roleId, roleSystem, unitId }
  // What a sign-in does once the password is proved: the proof costs more than many a test.
  const token = await db.begin((tx) => openSession(tx, account, { ip: '127.0.0.1', agent: 'a browser' }))
  return { accountId, loginName, token }
}

/** A learner with a profile, signed in. */
export async function aLearner(
  world: World,
  portal: BuiltPortal,
  options: { unitId?: string; name?: string } = {},
): Promise<BuiltAccount> {
  const name = options.name ?? '张小明'
  const account = await anAccount(world, portal, { ...options, role: 'learner', userName: name })
  const n = next()
  const day = String(1 + (Math.floor(n / 1000) % 28)).padStart(2, '0')
  const first17 = `110101199003${day}${String(n % 1000).padStart(3, '0')}`
  const card = first17 + idCheckDigit(first17)
  const { db, app } = world
  await db`insert into students ${db({
    accountId: account.accountId,
    projectId: portal.projectId,
    unitId: options.unitId ?? portal.unitId,
    realName: name,
    nameBigrams: bigramsOf(name),
    cardSealed: app.secrets.seal('students.card', account.accountId, card),
    cardIndex: app.secrets.blindIndex('card', card),
    cardMask: maskIdCard(card),
  })}`
  return account
}

/** Signs an account in by name and gives its token. */
export async function signedIn(
  world: World,
  loginName: string,
  secret = password,
  unitId?: string,
): Promise<string> {
  const { data } = await world.ask(sessionCalls.login, {
    account: encodeCredential(loginName),
    password: encodeCredential(secret),
    ...(unitId ? { unitId } : {}),
  })
  return data.tokenCode
}
