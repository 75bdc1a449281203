import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allHandlers } from '../../../app/features.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { sessionCalls } from '../../session/contract.ts'
import { roleCalls, type SavedRole } from '../contract.ts'
import { allPermissions, isPageUrl, menuUrls, pageOf } from '../../../contract/menu.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
const roleMenus = [
  '/account-manage/role',
  '/account-manage/administrator-list',
  '/order-manage/list',
  '/home/index',
]
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: roleMenus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

let serial = 0
const aForm = (form: Partial<SavedRole> = {}): SavedRole => ({
  roleName: `角色${++serial}`,
  roleSystem: 1,
  menus: ['/order-manage/list'],
  ...form,
})
const save = (form: SavedRole, token = admin.token) => world.call(roleCalls.saveRole, form, token)
const made = async (form: Partial<SavedRole> = {}, token = admin.token) =>
  (await world.ask(roleCalls.saveRole, aForm(form), token)).id
const rowOf = async (id: string, token = admin.token) =>
  (await world.ask(roleCalls.findRoleList, { id }, token))[0]

/** Somebody signed in with a role. */
async function holderOf(roleId: string, unitId?: string) {
  return anAccount(
    world,
    { ...portal, roles: { ...portal.roles, admin: roleId } },
    { role: 'admin', ...(unitId ? { unitId } : {}) },
  )
}

test('a role is made, found, paged, changed and deleted, each with its record', async () => {
  const id = await made({
    roleName: '财务',
    remark: '只看订单',
    secondFactor: true,
    menus: ['/order-manage/list', '/order-manage/list#free'],
  })
  const row = (await rowOf(id))!
  assert.deepEqual(
    [row.roleName, row.remark, row.secondFactor, row.menus, row.holders, row.own, row.grantable],
    ['财务', '只看订单', true, ['/order-manage/list', '/order-manage/list#free'], 0, false, true],
  )
  const page = await world.ask(roleCalls.pageRoleList, { keyword: '财务', roleSystem: 1 }, admin.token)
  assert.deepEqual([page.total, page.list[0]!.id], [1, id])
  const names = await world.ask(roleCalls.queryRoleList, {}, admin.token)
  assert.ok(names.some((role) => role.id === id && role.grantable))
  await world.ask(
    roleCalls.saveRole,
    aForm({ id, roleName: '财务组', menus: ['/order-manage/list'] }),
    admin.token,
  )
  assert.equal((await rowOf(id))!.roleName, '财务组')
  await world.ask(roleCalls.saveRole, aForm({ id, deleted: true }), admin.token)
  assert.equal(await rowOf(id), undefined)
  assert.equal((await save(aForm({ id }))).respCode, 404)
  const actions =
    await world.db`select action, actor_id, before, after from operation_logs where subject_id = ${id} order by id`
  assert.deepEqual(
    actions.map((action) => action.action),
    ['role.create', 'role.change', 'role.delete'],
  )
  assert.equal(actions[1]!.actorId, admin.accountId)
  assert.deepEqual((actions[1]!.before as { menus: string[] }).menus, [
    '/order-manage/list',
    '/order-manage/list#free',
  ])
  await made({ roleName: '财务组' })
})

test('a grantor gives at most what they hold', async () => {
  const strong = await made({
    roleName: '强',
    menus: ['/home/index', '/order-manage/list', '/order-manage/list#free'],
  })
  const weakId = await made({
    menus: ['/account-manage/role', '/account-manage/role#save', '/order-manage/list'],
  })
  const weak = await holderOf(weakId)
  const more = await save(aForm({ menus: ['/order-manage/list', '/order-manage/list#free'] }), weak.token)
  assert.equal(more.respCode, 403)
  assert.match(more.respDesc, /功能权限/)
  assert.equal((await save(aForm({ id: strong, menus: [] }), weak.token)).respCode, 403)
  assert.equal((await save(aForm({ id: strong, deleted: true }), weak.token)).respCode, 403)
  assert.equal((await save(aForm({ menus: ['/order-manage/list'] }), weak.token)).respCode, 200)
  assert.equal((await save(aForm({ id: strong, menus: [] }), weak.token)).respCode, 403)
})

test('roles are the project’s: who has a part of it reads those they may give, and writes none', async () => {
  const menus = ['/account-manage/role', '/account-manage/role#save']
  const narrow = await holderOf(await made({ dataScope: 'subtree', menus }), portal.unitId)
  const manager = await anAccount(world, portal, { role: 'unit' })
  const known = await made({ roleSystem: 2, menus: [] })
  for (const { token } of [narrow, manager]) {
    for (const form of [
      aForm({ menus: [], roleSystem: 2 }),
      aForm({ id: known, roleSystem: 2, menus: [] }),
      aForm({ id: known, deleted: true }),
      aForm({ id: '00000000-0000-7000-8000-000000000000', roleSystem: 2, menus: [] }),
    ]) {
      const refused = await save(form, token)
      assert.equal(refused.respCode, 403)
      assert.match(refused.respDesc, /属于整个项目/)
    }
  }
  assert.deepEqual(
    (await world.ask(roleCalls.queryRoleList, {}, manager.token)).filter((role) => role.roleSystem === 1),
    [],
  )
})

test('nobody changes the powers of a role of their own, as own or beside it; its name they may', async () => {
  const own = aForm({ id: portal.roles.admin, roleName: '管理员', menus: ['/home/index'] })
  assert.match((await save(own)).respDesc, /自己正在使用/)
  const row = (await rowOf(portal.roles.admin))!
  assert.equal(row.own, true)
  const renamed = { ...own, roleName: '总管理员', menus: row.menus }
  assert.equal((await save(renamed)).respCode, 200)
  assert.equal((await world.call(sessionCalls.getAccountInfo, {}, admin.token)).respCode, 200)
  const beside = await made()
  await world.db`insert into account_roles ${world.db({ accountId: admin.accountId, roleId: beside })}`
  assert.equal((await save(aForm({ id: beside, menus: ['/home/index'] }))).respCode, 403)
})

test('a change of what a role may do signs its holders out immediately; a new name does not', async () => {
  const id = await made()
  const holder = await holderOf(id)
  await world.ask(roleCalls.getMyPermission, {}, holder.token)
  await world.ask(roleCalls.saveRole, aForm({ id, remark: '换名' }), admin.token)
  await world.ask(roleCalls.getMyPermission, {}, holder.token)
  await world.ask(roleCalls.saveRole, aForm({ id, menus: ['/home/index'] }), admin.token)
  assert.equal((await world.call(roleCalls.getMyPermission, {}, holder.token)).respCode, 401)
})

test('names are unique, permissions known, learners without menus, their role one; a role in use stays', async () => {
  const id = await made({ roleName: 'Office' })
  const twice = await save(aForm({ roleName: 'office' }))
  assert.deepEqual([twice.respCode, twice.field], [422, 'roleName'])
  const unknown = await save(aForm({ menus: ['/order-manage/list', '/nowhere'] }))
  assert.deepEqual([unknown.respCode, unknown.field], [422, 'menus'])
  assert.equal((await save(aForm({ menus: ['/order-manage/list#free'] }))).field, 'menus')
  assert.equal(
    (await save(aForm({ id: portal.roles.learner, roleSystem: 3, menus: ['/home/index'] }))).field,
    'menus',
  )
  assert.equal((await save(aForm({ roleSystem: 3, menus: [] }))).respCode, 409)
  assert.equal((await save(aForm({ id: portal.roles.learner, roleSystem: 2, menus: [] }))).respCode, 409)
  assert.equal((await save(aForm({ id: portal.roles.learner, deleted: true }))).respCode, 409)
  await holderOf(id)
  assert.match((await save(aForm({ id, deleted: true }))).respDesc, /1 个账号/)
  assert.equal((await save(aForm({ id, roleSystem: 2 }))).respCode, 409)
})

test('a role of another project is not there', async () => {
  const other = await aPortal(world, { menus: roleMenus })
  const foreign = await anAccount(world, other, { role: 'admin' })
  assert.equal((await save(aForm({ id: other.roles.learner, roleSystem: 3, menus: [] }))).respCode, 404)
  assert.deepEqual(await world.ask(roleCalls.findRoleList, { id: portal.roles.unit }, foreign.token), [])
  const names = await world.ask(roleCalls.queryRoleList, {}, foreign.token)
  assert.deepEqual(new Set(names.map((role) => role.id)), new Set(Object.values(other.roles)))
})

test('roles to choose from begin with the one of the least power, each with the pages it opens', async () => {
  const own = await aPortal(world, { menus: roleMenus })
  const keeper = await anAccount(world, own, { role: 'admin' })
  await world.db`
    update roles set menus = ${['/home/index', '/unit-manage/list', '/unit-manage/list#edit']} where id = ${own.roles.unit}`
  const staff = (await world.ask(roleCalls.queryRoleList, {}, keeper.token)).filter(
    ({ roleSystem }) => roleSystem !== 3,
  )
  assert.deepEqual([staff[0]!.id, staff[0]!.pages], [own.roles.unit, ['/home/index', '/unit-manage/list']])
  assert.equal(staff.at(-1)!.id, own.roles.admin)
})

test('what my role may do', async () => {
  const mine = await world.ask(roleCalls.getMyPermission, {}, admin.token)
  assert.deepEqual(
    [mine.roleId, mine.roleSystem, mine.dataScope, mine.menus.includes('/order-manage/list#free')],
    [portal.roles.admin, 1, 'kind', true],
  )
  assert.equal((await world.call(roleCalls.getMyPermission, {}, null)).respCode, 401)
})

test('without the button, the page permission changes nothing; every button a call names can be granted to a role', async () => {
  const named = allHandlers.flatMap(({ call }) =>
    (Array.isArray(call.allow) ? call.allow : [call.allow]).filter((allow) => allow.includes('/')),
  )
  assert.deepEqual(
    named.filter((menu) => !allPermissions.has(menu)),
    [],
  )
  const guarded = allHandlers.filter(({ call }) => [call.allow].flat().every((allow) => allow.includes('#')))
  assert.ok(guarded.length >= 25, `${guarded.length} calls have a button`)
  const bare = await aPortal(world, { menus: [...menuUrls], buttons: [] })
  const clerk = await anAccount(world, bare, { role: 'admin' })
  for (const { call } of guarded) {
    assert.ok([call.allow].flat().every((menu) => isPageUrl(pageOf(menu))))
    const { respCode } = await world.call(call, {}, clerk.token)
    assert.equal(respCode, 403, call.path)
  }
})
