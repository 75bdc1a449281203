import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { classCalls } from '../../class/contract.ts'
import { operationLogCalls } from '../../operationLog/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { listViewCalls as calls } from '../contract.ts'
import { longestFilter, mostViews } from '../rules.ts'
import { eraseListViews } from './actions.ts'

const { path } = studentManageCalls.findPageList
const menus = ['/home/index', '/student-manage/student', '/account-manage/operation-log']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount

before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const aView = { path, name: '本月新增', filter: { status: 'active' }, sort: '-createdAt', columns: null }
const mine = ({ token }: BuiltAccount) => world.ask(calls.findMine, {}, token)
const codeOf = async (answer: Promise<{ respCode: number }>) => (await answer).respCode

test('columns and the view a list opens with belong to one person, and come with one call', async () => {
  const other = await anAccount(world, portal, { role: 'admin' })
  const columns = [
    { key: 'unitName', pinned: true, width: 180 },
    { key: 'realName', hidden: true },
  ]
  await world.ask(calls.saveColumns, { path, columns }, admin.token)
  const { id } = await world.ask(calls.save, aView, admin.token)
  await world.ask(calls.chooseDefault, { path, viewId: id }, admin.token)
  const found = await mine(admin)
  assert.deepEqual(found.layouts, [{ path, columns, defaultViewId: id }])
  assert.deepEqual(found.views, [{ ...aView, id, revision: 1, shared: false }])
  assert.deepEqual(await mine(other), { layouts: [], views: [] })
  await world.ask(calls.saveColumns, { path, columns: null }, admin.token)
  assert.deepEqual((await mine(admin)).layouts, [{ path, columns: null, defaultViewId: id }])
  await world.ask(calls.delete, { id }, admin.token)
  assert.deepEqual((await mine(admin)).layouts, [{ path, columns: null, defaultViewId: null }])
})

test('a list of a feature that reads what others declare has columns too', async () => {
  const log = { path: operationLogCalls.query.path, columns: [{ key: 'reason', hidden: true }] }
  await world.ask(calls.saveColumns, log, admin.token)
  const { layouts } = await mine(admin)
  assert.deepEqual(layouts.find((layout) => layout.path === log.path)?.columns, log.columns)
  await world.ask(calls.saveColumns, { ...log, columns: null }, admin.token)
})

test('a shared view is everyone’s in the project, changed by those who may share, and written to the log', async () => {
  const own = await aPortal(world, { menus })
  const [sharer, colleague] = [
    await anAccount(world, own, { role: 'admin' }),
    await anAccount(world, own, { role: 'unit' }),
  ]
  await world.db`update roles set menus = ${['/home/index', '/student-manage/student']} where id = ${own.roles.unit}`
  const named = { ...aView, filter: { keyword: '张三' } }
  const { id } = await world.ask(calls.saveShared, named, sharer.token)
  assert.deepEqual((await mine(colleague)).views, [{ ...named, id, revision: 1, shared: true }])
  await world.ask(calls.chooseDefault, { path, viewId: id }, colleague.token)
  const changed = { ...named, id, revision: 1, name: '在学学员' }
  assert.equal(await codeOf(world.call(calls.saveShared, changed, colleague.token)), 403)
  assert.equal(await codeOf(world.call(calls.deleteShared, { id }, colleague.token)), 403)
  assert.equal(await codeOf(world.call(calls.save, changed, sharer.token)), 404)
  assert.equal(await codeOf(world.call(calls.delete, { id }, sharer.token)), 404)
  assert.deepEqual(await world.ask(calls.saveShared, changed, sharer.token), { id, revision: 2 })
  const stale = await world.call(calls.saveShared, changed, sharer.token)
  assert.equal(stale.respCode, 409)
  assert.match(stale.respDesc, /名称 本月新增 → 在学学员/)
  const { token: stranger } = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  assert.equal(await codeOf(world.call(calls.saveShared, { ...changed, revision: 2 }, stranger)), 404)
  assert.equal(await codeOf(world.call(calls.chooseDefault, { path, viewId: id }, stranger)), 404)
  await world.ask(calls.deleteShared, { id }, sharer.token)
  assert.deepEqual(await mine(colleague), {
    layouts: [{ path, columns: null, defaultViewId: null }],
    views: [],
  })
  const log = await world.ask(operationLogCalls.query, { subjectId: id }, sharer.token)
  assert.deepEqual(
    log.list.map(({ action }) => action),
    ['listView.delete', 'listView.change', 'listView.share'],
  )
  const [kept] =
    await world.db`select string_agg(after::text, '') as text from operation_logs where subject_id = ${id}`
  assert.doesNotMatch(kept!.text as string, /张三/)
})

test('sharing takes a permission of its own', async () => {
  const own = await aPortal(world, { menus, buttons: [] })
  const { token } = await anAccount(world, own, { role: 'admin' })
  assert.equal(await codeOf(world.call(calls.saveShared, aView, token)), 403)
  assert.equal(await codeOf(world.call(calls.save, aView, token)), 200)
})

test('a list the caller may not see has no views, and what is no list none either', async () => {
  for (const other of [
    classCalls.findPageList.path,
    orderCalls.findMyOrderList.path,
    calls.findMine.path,
    '/x',
  ]) {
    const elsewhere = { ...aView, path: other }
    assert.equal(await codeOf(world.call(calls.save, elsewhere, admin.token)), 404, other)
    assert.equal(await codeOf(world.call(calls.saveShared, elsewhere, admin.token)), 404, other)
    const given = { path: other, columns: null }
    assert.equal(await codeOf(world.call(calls.saveColumns, given, admin.token)), 404, other)
    assert.equal(
      await codeOf(world.call(calls.chooseDefault, { path: other, viewId: null }, admin.token)),
      404,
      other,
    )
  }
  const own = await aPortal(world, { menus })
  const person = await anAccount(world, own, { role: 'admin' })
  await world.db`update roles set menus = ${['/home/index']} where id = ${own.roles.unit}`
  const demoted = await anAccount(world, own, { role: 'unit' })
  const { id } = await world.ask(calls.save, aView, person.token)
  await world.db`update list_views set owner_id = ${demoted.accountId} where id = ${id}`
  assert.deepEqual(await mine(demoted), { layouts: [], views: [] })
  assert.equal(await codeOf(world.call(calls.findMine, {}, (await aLearner(world, own)).token)), 403)
})

test('another’s view is neither seen nor changed, and an own one only of its list', async () => {
  const [one, other] = [
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
  ]
  const { id } = await world.ask(calls.save, aView, one.token)
  const changed = { ...aView, id, revision: 1 }
  assert.equal(await codeOf(world.call(calls.save, changed, other.token)), 404)
  assert.equal(await codeOf(world.call(calls.delete, { id }, other.token)), 404)
  assert.equal(await codeOf(world.call(calls.chooseDefault, { path, viewId: id }, other.token)), 404)
  const moved = { ...changed, path: studentManageCalls.findOrderList.path, filter: {}, sort: null }
  assert.equal(await codeOf(world.call(calls.save, moved, one.token)), 404)
  assert.equal(await codeOf(world.call(calls.save, { ...changed, revision: 7 }, one.token)), 409)
  assert.equal(await codeOf(world.call(calls.save, { ...aView, id }, one.token)), 422)
})

test('a name is used once in a list, and there are so many views and filters and no more', async () => {
  const one = await anAccount(world, portal, { role: 'admin' })
  for (let i = 0; i < mostViews; i++) await world.ask(calls.save, { ...aView, name: `View ${i}` }, one.token)
  const again = await world.call(calls.save, { ...aView, name: 'view 3' }, one.token)
  assert.deepEqual([again.respCode, again.field], [409, 'name'])
  const more = await world.call(calls.save, { ...aView, name: '多一个' }, one.token)
  assert.equal(more.respCode, 409)
  assert.match(more.respDesc, /20/)
  const [first] = (await mine(one)).views
  const long = Object.fromEntries(
    Array.from({ length: 26 }, (_, i) => [String.fromCharCode(97 + i), '长'.repeat(200)]),
  )
  assert.ok(JSON.stringify(long).length > longestFilter)
  const { shared: _shared, ...view } = first!
  const tooLong = await world.call(calls.save, { ...view, filter: long }, one.token)
  assert.deepEqual([tooLong.respCode, tooLong.field], [422, 'filter'])
  // Two at once fit where one does: the second finds what the first took.
  await world.ask(calls.delete, { id: view.id }, one.token)
  const both = await Promise.all(
    ['甲', '乙'].map((name) => codeOf(world.call(calls.save, { ...aView, name }, one.token))),
  )
  assert.deepEqual(both.sort(), [200, 409])
})

test('a view has filters and an order of its list; everyone’s names no person by a complete number', async () => {
  const fieldOf = async (view: object, call: typeof calls.save | typeof calls.saveShared = calls.save) => {
    const { respCode, field } = await world.call(call, { ...aView, name: '错误', ...view }, admin.token)
    return [respCode, field]
  }
  assert.deepEqual(await fieldOf({ filter: { 'bad key': 'x' } }), [422, 'filter.bad key'])
  assert.deepEqual(await fieldOf({ filter: { constructor: 'x' } }), [422, 'filter.constructor'])
  assert.deepEqual(await fieldOf({ filter: { page: '2' } }), [422, 'filter.page'])
  assert.deepEqual(await fieldOf({ sort: 'nonsense' }), [422, 'sort'])
  const number = { filter: { keyword: '13912345678' } }
  assert.deepEqual(await fieldOf(number, calls.saveShared), [422, 'filter.keyword'])
  assert.deepEqual(await fieldOf({ ...number, name: '自己的' }), [200, undefined])
})

test('a view chosen while it is deleted is chosen before or not found', async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await world.ask(calls.save, { ...aView, name: `将删除 ${round}` }, admin.token)
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => world.call(calls.chooseDefault, { path, viewId: id }, admin.token)),
      world.call(calls.delete, { id }, admin.token),
    ])
    for (const { respCode } of replies) assert.ok([200, 404].includes(respCode), String(respCode))
  }
})

test('the filters of a view are sealed, and bound to it', async () => {
  const one = await anAccount(world, portal, { role: 'admin' })
  const { id } = await world.ask(calls.save, { ...aView, filter: { keyword: '李四海' } }, one.token)
  const [row] = await world.db`select filter_sealed, v::text as text from list_views v where id = ${id}`
  assert.ok(!(row!.filterSealed as Buffer).includes('李四海'))
  const { id: other } = await world.ask(calls.save, { ...aView, name: '另一个' }, one.token)
  await world.db`update list_views set filter_sealed = ${row!.filterSealed as Buffer} where id = ${other}`
  const { views } = await world.ask(calls.findMine, {}, one.token)
  assert.deepEqual(
    views.map((view) => view.id),
    [id],
    'one that cannot be opened takes no other away',
  )
})

test('a closed account has no columns and views any more; what it shared stays', async () => {
  const own = await aPortal(world, { menus })
  const one = await anAccount(world, own, { role: 'admin' })
  await world.ask(calls.save, aView, one.token)
  await world.ask(calls.saveColumns, { path, columns: [{ key: 'realName' }] }, one.token)
  const { id } = await world.ask(calls.saveShared, aView, one.token)
  await world.ask(calls.chooseDefault, { path, viewId: id }, one.token)
  await world.db.begin((tx) => eraseListViews(tx, one))
  assert.deepEqual(await mine(one), { layouts: [], views: [{ ...aView, id, revision: 1, shared: true }] })
})
