import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { projectCalls } from '../../contract.ts'
import { configCalls } from '../contract.ts'
import { infoOf } from '../../rules.ts'
import { invoiceOf, pushOf } from '../rules.ts'

let world: World
let portal: BuiltPortal
let admin: string
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/project-manage/setting'] })
  admin = (await anAccount(world, portal, { role: 'admin' })).token
})

test('what is pushed, contact and invoices are read with their defaults, saved, and of two concurrent edits the second is refused', async () => {
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

  const invoice = await world.ask(configCalls.findInvoiceConfig, {}, admin)
  assert.deepEqual(invoice.content, invoiceOf({}))
  assert.equal(
    (await world.call(configCalls.findInvoiceConfig, {}, (await aLearner(world, portal)).token)).respCode,
    403,
  )
})

test('anyone who wants an invoice sees what to request, and nothing else', async () => {
  const content = { ...invoiceOf({}), open: true, seller: '江海培训中心', withinDays: 90 }
  await world.ask(configCalls.saveInvoiceConfig, { content, version: 0 }, admin)
  const learner = await aLearner(world, portal)
  const value = await world.ask(configCalls.invoiceConfigValue, {}, learner.token)
  assert.deepEqual(value, { open: true, kinds: ['electronic'], withinDays: 90 })
})

test('the remark of an invoice names the portal, the order and the learner, only for one’s own order', async () => {
  const content = { ...invoiceOf({}), remark: '{title} {orderNo} {name} {other}' }
  const { version } = await world.ask(configCalls.findInvoiceConfig, {}, admin)
  await world.ask(configCalls.saveInvoiceConfig, { content, version }, admin)
  const learner = await aLearner(world, portal, { name: '李小兰' })
  const [order] = await world.db`
    insert into orders ${world.db({
      projectId: portal.projectId,
      accountId: learner.accountId,
      orderNo: 'R2023',
      status: 'unpaid',
      payerName: '李小兰',
      amount: 0,
      expiresAt: '2010-01-01T00:00:00Z',
    } as never)} returning id`
  const remark = (token: string, input = {}) => world.call(configCalls.getInvoiceRemark, input, token)
  const own = await remark(learner.token, { orderId: order!.id as string })
  assert.equal(own.attribute.remark, '测试项目 R2023 李小兰 {other}')
  assert.equal((await remark(learner.token)).attribute.remark, '测试项目 {other}')
  const other = await aLearner(world, portal)
  assert.equal((await remark(other.token, { orderId: order!.id as string })).respCode, 404)
})
