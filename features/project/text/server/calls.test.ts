import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { registerConfigCalls } from '../../register/contract.ts'
import { textCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: string
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/project-manage/setting'] })
  admin = (await anAccount(world, portal, { role: 'admin' })).token
})

test('popup and refund text are written by version, cleaned, and of two concurrent edits the second is refused', async () => {
  const learner = await aLearner(world, portal)
  const read = () => world.ask(textCalls.findPopup, {}, learner.token)
  assert.deepEqual([(await read()).version, (await read()).active], [0, false])
  const popup = { title: '停机通知', content: '<p>周六</p><script>x()</script>', active: true }
  assert.equal((await world.ask(textCalls.savePopup, { ...popup, version: 0 }, admin)).version, 1)
  const shown = await read()
  assert.deepEqual([shown.title, shown.content, shown.active], ['停机通知', '<p>周六</p>', true])
  const both = await Promise.all(
    ['甲', '乙'].map((title) => world.call(textCalls.savePopup, { ...popup, title, version: 1 }, admin)),
  )
  assert.deepEqual(both.map((reply) => reply.respCode).toSorted(), [200, 409])
  const late = both.find((reply) => reply.respCode === 409)!
  assert.match(late.respDesc, /^“弹窗公告”在您打开之后已被修改/)
  assert.deepEqual(
    late.stale!.map(({ field }) => field),
    ['title'],
  )
  const empty = await world.call(textCalls.savePopup, { ...popup, content: '<p> </p>', version: 2 }, admin)
  assert.deepEqual([empty.respCode, empty.field], [422, 'content'])
  await world.ask(textCalls.saveRefundOrderText, { content: '<p>七天内</p>', version: 0 }, admin)
  assert.equal((await world.ask(textCalls.findRefundOrderText, {}, learner.token)).content, '<p>七天内</p>')
  const refused = await world.call(textCalls.savePopup, { ...popup, version: 2 }, learner.token)
  assert.equal(refused.respCode, 403)
})

test('a learner is asked for their professional group while classes depend on it and it is unknown', async () => {
  const learner = await aLearner(world, portal)
  const need = () => world.ask(registerConfigCalls.checkNeedGoMajor, {}, learner.token)
  assert.deepEqual(await need(), { need: false, classes: 0 })
  await aClass(world, portal, { personnelCategories: ['health'] })
  assert.deepEqual(await need(), { need: true, classes: 1 })
  await world.db`update students set personnel_category = 'health' where account_id = ${learner.accountId}`
  assert.equal((await need()).need, false)
})
