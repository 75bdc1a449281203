import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aLearner, anAccount, aPortal } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { projectCalls } from '../../contract.ts'
import { configCalls } from '../contract.ts'
import { infoOf } from '../../rules.ts'
import { pushOf } from '../rules.ts'

let world: World
before(async () => {
  world = await openWorld()
})

test('what is pushed and contact are read with their defaults, saved, and of two concurrent edits the second is refused', async () => {
  const portal = await aPortal(world, { menus: ['/project-manage/setting'] })
  const admin = (await anAccount(world, portal, { role: 'admin' })).token
  const push = await world.ask(configCalls.findPushConfig, {}, admin)
  assert.deepEqual([push.content, push.version], [pushOf({}), 0])
  assert.equal(push.content.open, false)
  const content = { ...push.content, open: true, retries: 3 }
  await world.ask(configCalls.savePushConfig, { content, version: 0 }, admin)
  assert.deepEqual((await world.ask(configCalls.findPushConfig, {}, admin)).content, content)
  const both = await Promise.all(
    [1, 2].map((retries) =>
      world.call(configCalls.savePushConfig, { content: { ...content, retries }, version: 1 }, admin),
    ),
  )
  assert.deepEqual(both.map((reply) => reply.respCode).toSorted(), [200, 409])
  const late = both.findIndex((reply) => reply.respCode === 409)
  const { stale, respDesc } = both[late]!
  assert.match(respDesc, /^“数据推送”在您打开之后已被修改/)
  assert.deepEqual(
    stale!.map(({ field, before, after }) => [field, before, after]),
    [['retries', '3', String(2 - late)]],
  )

  const info = { ...infoOf({}), phone: '0500-8600 1200' }
  assert.equal((await world.ask(configCalls.findInfoConfig, {}, admin)).content.phone, '')
  await world.ask(configCalls.saveInfoConfig, { content: info, version: 0 }, admin)
  const shown = await world.ask(projectCalls.getSystemConfig, { unitId: portal.unitId })
  assert.equal(shown.info.phone, '0500-8600 1200')
  const wrong = await world.call(
    configCalls.saveInfoConfig,
    { content: { ...info, email: 'x' }, version: 1 },
    admin,
  )
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'content.email'])

  assert.equal(
    (await world.call(configCalls.findPushConfig, {}, (await aLearner(world, portal)).token)).respCode,
    403,
  )
})
