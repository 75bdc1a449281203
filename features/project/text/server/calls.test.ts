import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal, signedIn } from '../../../../test/build/portal.ts'
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

test('a popup is shown once to a learner, on whatever device, and to a visitor until their device has it', async () => {
  const own = await aPortal(world, { menus: ['/project-manage/setting'] })
  const office = await anAccount(world, own, { role: 'admin' })
  const learner = await aLearner(world, own)
  const unitId = own.unitId
  const shown = async (token?: string) =>
    (await world.ask(textCalls.findShownPopup, { unitId }, token))?.version ?? null
  let version = 0
  const write = async (more: object = {}) => {
    const popup = { title: '停机通知', content: '<p>周六</p>', active: true, version, ...more }
    ;({ version } = await world.ask(textCalls.savePopup, popup, office.token))
  }
  assert.equal(await shown(learner.token), null)
  await write()
  assert.deepEqual([await shown(learner.token), await shown(), await shown(office.token)], [1, 1, null])
  await world.ask(textCalls.seePopup, { version: 1 }, learner.token)
  const second = await signedIn(world, learner.loginName, undefined, unitId)
  assert.deepEqual([await shown(learner.token), await shown(second), await shown()], [null, null, 1])
  const other = await aLearner(world, own)
  assert.equal(await shown(other.token), 1)
  await write({ title: '又一则' })
  assert.equal(await shown(second), 2)
  // What a slow device closed is older than what is shown.
  await world.ask(textCalls.seePopup, { version: 2 }, learner.token)
  await world.ask(textCalls.seePopup, { version: 1 }, learner.token)
  assert.equal(await shown(second), null)
  assert.equal((await world.call(textCalls.seePopup, { version: 9 }, learner.token)).respCode, 404)
  await write({ active: false })
  assert.deepEqual([await shown(other.token), await shown()], [null, null])
})

test('a popup is shown in its period alone, and one that never ends is refused', async () => {
  const own = await aPortal(world, { menus: ['/project-manage/setting'] })
  const office = await anAccount(world, own, { role: 'admin' })
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  const popup = { title: '通知', content: '<p>好</p>', active: true }
  const shown = () => world.ask(textCalls.findShownPopup, { unitId: own.unitId })
  const periods: [startsAt: string | null, endsAt: string | null, isShown: boolean][] = [
    [hours(-1), hours(1), true],
    [hours(1), null, false],
    [null, hours(-1), false],
    [null, null, true],
  ]
  for (const [version, [startsAt, endsAt, isShown]] of periods.entries()) {
    await world.ask(textCalls.savePopup, { ...popup, startsAt, endsAt, version }, office.token)
    assert.equal((await shown()) !== null, isShown, String(version))
  }
  const wrong = { ...popup, startsAt: hours(2), endsAt: hours(1), version: periods.length }
  const refused = await world.call(textCalls.savePopup, wrong, office.token)
  assert.deepEqual([refused.respCode, refused.field], [422, 'endsAt'])
  assert.equal((await world.ask(textCalls.findPopup, {}, office.token)).version, periods.length)
})

test('a version of a text is never rewritten', async () => {
  await assert.rejects(
    world.db`update project_texts set content = '<p>另一份</p>' where project_id = ${portal.projectId}`,
    /added and kept/,
  )
  await assert.rejects(
    world.db`delete from project_texts where project_id = ${portal.projectId}`,
    /added and kept/,
  )
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
