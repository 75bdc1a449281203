import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { aLearner, anAccount, aPortal, aUnit, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { menuUrls } from '../../../contract/menu.ts'
import { administratorMenus } from '../../role/rules.ts'
import { projectCalls } from '../../project/contract.ts'
import { encodeCredential } from '../../session/rules.ts'
import { sessionCalls } from '../../session/contract.ts'
import { projectAdminCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: string
const menus = [...menuUrls]
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = (await anAccount(world, portal, { role: 'admin' })).token
})

const { queryProjectList, saveProject, disableProject, deleteProject } = projectAdminCalls
let serial = 0
const aPerson = () => ({ loginName: `founder${++serial}`, userName: '林主任' })
const found = (title: string, administrator = aPerson()) =>
  world.ask(saveProject, { title, shortTitle: title.slice(0, 4), administrator }, admin)
const list = async (input = {}, token = admin) => (await world.ask(queryProjectList, input, token)).list
const one = async (id: string) => (await list()).find((project) => project.id === id)

test('a new project has the roles it starts with and a first administrator, who signs in there', async () => {
  const person = aPerson()
  const { id, password } = await found('临江市继续教育', person)
  const row = (await one(id))!
  assert.deepEqual(
    [row.title, row.shortTitle, row.own, row.status],
    ['临江市继续教育', '临江市继', false, 'active'],
  )
  assert.deepEqual(row.administrators, [{ ...person, active: true }])
  const roles = await world.db<{ roleName: string; menus: string[] }[]>`
    select role_name, menus from roles where project_id = ${id} order by id`
  assert.equal(roles.length, 5)
  assert.ok(roles.some((role) => administratorMenus.every((menu) => role.menus.includes(menu))))
  const unitId = await aUnit(world, id)
  const { data } = await world.ask(sessionCalls.login, {
    account: encodeCredential(person.loginName),
    password: encodeCredential(password!),
    unitId,
  })
  const { manageAccountInfo } = await world.ask(sessionCalls.getAccountInfo, {}, data.tokenCode)
  assert.equal(manageAccountInfo.mustChangePassword, true)
  const config = await world.ask(projectCalls.getSystemConfig, { unitId })
  assert.equal(config.projectTitle, '临江市继续教育')
})

test('outside the demo a new project demands a second factor of its administrators, and of nobody else', async () => {
  const { environment } = world.app
  const was = environment.demo
  const demandedOf = async (id: string) =>
    (await world.db`select role_system from roles where project_id = ${id} and second_factor`).map(
      (row) => row.roleSystem as number,
    )
  try {
    environment.demo = true
    assert.deepEqual(await demandedOf((await found('演示项目')).id), [])
    environment.demo = false
    const person = aPerson()
    const { id, password } = await found('正式项目', person)
    assert.deepEqual(await demandedOf(id), [1])
    const unitId = await aUnit(world, id)
    const { data } = await world.ask(sessionCalls.login, {
      account: encodeCredential(person.loginName),
      password: encodeCredential(password!),
      unitId,
    })
    assert.equal((await world.call(sessionCalls.getAccountInfo, {}, data.tokenCode)).respCode, 428)
  } finally {
    environment.demo = was
  }
})

test('a project is renamed, and given one more administrator', async () => {
  const { id } = await found('旧名称')
  const again = await world.ask(
    saveProject,
    { id, title: '新名称', shortTitle: '新', administrator: aPerson() },
    admin,
  )
  assert.ok(again.password)
  const row = (await one(id))!
  assert.deepEqual([row.title, row.shortTitle, row.administrators.length], ['新名称', '新', 2])
  assert.equal(
    (await world.ask(saveProject, { id, title: '新名称', shortTitle: '新' }, admin)).password,
    null,
  )
})

test('anyone who holds two menus makes no administrator: not in the own project, nor in one below it', async () => {
  const { projectId } = portal
  const [role] = await world.db`
    insert into roles ${world.db({ projectId, roleName: '项目专员', roleSystem: 1, menus: ['/project-manage/list', '/project-manage/list#save'] })}
    returning id`
  const { id: child } = await found('下级项目')
  const weak = await anAccount(
    world,
    { ...portal, roles: { ...portal.roles, admin: role!.id as string } },
    { role: 'admin' },
  )
  const before = await world.db`select count(*)::int as n from accounts`
  const own = { id: projectId, title: '本项目', shortTitle: '本', administrator: aPerson() }
  for (const token of [weak.token, admin]) {
    assert.equal((await world.call(saveProject, own, token)).respCode, 409)
  }
  const below = { id: child, title: '下级项目', shortTitle: '下级', administrator: aPerson() }
  const fresh = { title: '新项目', shortTitle: '新', administrator: aPerson() }
  for (const form of [below, fresh]) {
    const refused = await world.call(saveProject, form, weak.token)
    assert.equal(refused.respCode, 403)
    assert.match(refused.respDesc, /功能权限/)
  }
  assert.deepEqual(await world.db`select count(*)::int as n from accounts`, before)
  assert.equal(
    (await world.call(saveProject, { ...below, administrator: undefined } as never, weak.token)).respCode,
    200,
  )
})

test('an action on a project is in its own log and in that of the project it was done from', async () => {
  const { id } = await found('有日志的项目')
  await world.ask(
    saveProject,
    { id, title: '有日志的项目', shortTitle: '日志', administrator: aPerson() },
    admin,
  )
  await world.ask(disableProject, { id, reason: '协议到期' }, admin)
  const rows = await world.db`
    select action, project_id = ${id} as inside from operation_logs where subject_id = ${id} order by action, inside`
  assert.deepEqual(
    rows.map(({ action, inside }) => [action, inside]),
    ['project.change', 'project.create', 'project.disable'].flatMap((action) => [
      [action, false],
      [action, true],
    ]),
  )
  await world.ask(disableProject, { id, disabled: false, reason: '续约' }, admin)
})

test('a closed portal signs everyone out and informs visitors; reopened it is as before', async () => {
  const { id } = await found('将停用的项目')
  const unitId = await aUnit(world, id)
  const [role] = await world.db`select id from roles where project_id = ${id} and role_system = 3`
  const inside: BuiltPortal = {
    projectId: id,
    unitId,
    roles: { ...portal.roles, learner: role!.id as string },
  }
  const learner = await aLearner(world, inside)
  assert.equal((await one(id))!.sessions, 1)
  await world.ask(disableProject, { id, reason: '协议到期' }, admin)
  const seen = () => world.call(sessionCalls.getAccountInfo, {}, learner.token)
  await until(async () => (await seen()).respCode === 401)
  assert.match((await seen()).respDesc, /已停止服务/)
  const visit = await world.call(projectCalls.getSystemConfig, { unitId })
  assert.deepEqual([visit.respCode, /已停止服务/.test(visit.respDesc)], [404, true])
  const login = await world.call(sessionCalls.login, {
    account: encodeCredential(learner.loginName),
    password: encodeCredential('Demo2026a'),
    unitId,
  })
  assert.notEqual(login.respCode, 200)
  assert.deepEqual(
    (await list({ status: 'disabled' })).map((project) => project.id),
    [id],
  )
  await world.ask(disableProject, { id, disabled: false, reason: '续约' }, admin)
  assert.equal((await world.call(projectCalls.getSystemConfig, { unitId })).respCode, 200)
})

test('only an empty project is deleted, and the refusal lists what it contains', async () => {
  const { id } = await found('要删除的项目')
  const { id: full } = await found('有班级的项目')
  await aClass(world, { ...portal, projectId: full }, {})
  const refused = await world.call(deleteProject, { id: full }, admin)
  assert.equal(refused.respCode, 409)
  assert.equal(refused.respDesc, '项目里还有内容（班级 1），不能删除；可以停用')
  const english = await world.call(deleteProject, { id: full }, admin, 'en')
  assert.equal(
    english.respDesc,
    'The project is not empty (classes: 1) and cannot be deleted; it can be disabled',
  )
  assert.equal((await world.call(deleteProject, { id }, admin)).respCode, 200)
  assert.equal(await one(id), undefined)
  assert.equal((await world.call(deleteProject, { id }, admin)).respCode, 404)
})

test('nobody closes or deletes the project they work in', async () => {
  for (const call of [disableProject, deleteProject]) {
    assert.equal((await world.call(call, { id: portal.projectId, reason: '试试' }, admin)).respCode, 409)
  }
})

test('another’s projects are not there, and bad input is named', async () => {
  const other = await aPortal(world, { menus })
  const stranger = await anAccount(world, other, { role: 'admin' })
  const { id } = await found('别人的项目')
  assert.deepEqual(
    (await list({}, stranger.token)).map((project) => project.id),
    [other.projectId],
  )
  assert.equal(
    (await world.call(saveProject, { id, title: '改', shortTitle: '改' }, stranger.token)).respCode,
    404,
  )
  assert.equal((await world.call(disableProject, { id, reason: '试试' }, stranger.token)).respCode, 404)
  assert.equal((await world.call(deleteProject, { id }, stranger.token)).respCode, 404)
  const bare = await world.call(saveProject, { title: '无人', shortTitle: '无人' }, admin)
  assert.deepEqual([bare.respCode, bare.field], [422, 'administrator'])
  const wrong = await world.call(
    saveProject,
    { title: '甲', shortTitle: '甲', administrator: { loginName: '1a', userName: '林主任' } },
    admin,
  )
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'administrator.loginName'])
  assert.equal((await world.call(queryProjectList, {}, (await aLearner(world, portal)).token)).respCode, 403)
})
