import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anInvoiceConfig, openInvoices } from '../../../../test/build/invoice.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { approvalCalls } from '../../../approval/contract.ts'
import { invoiceConfigCalls as calls } from '../contract.ts'
import { invoiceOf } from '../rules.ts'
import { openProviderKeys } from './actions.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/project-manage/setting', '/customer/exception-register'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const find = () => world.ask(calls.findInvoiceConfig, {}, admin.token)
const save = async (changes: object) =>
  world.call(
    calls.saveInvoiceConfig,
    { content: anInvoiceConfig(changes), version: (await find()).version },
    admin.token,
  )

test('settings are read with their defaults, and of two concurrent edits the second is refused', async () => {
  const { content, version } = await find()
  assert.deepEqual([content, version], [invoiceOf({}), 0])
  const both = await Promise.all(
    [1, 2].map((withinDays) =>
      world.call(
        calls.saveInvoiceConfig,
        { content: anInvoiceConfig({ withinDays }), version: 0 },
        admin.token,
      ),
    ),
  )
  assert.deepEqual(both.map(({ respCode }) => respCode).toSorted(), [200, 409])
  const learner = await aLearner(world, portal)
  assert.equal((await world.call(calls.findInvoiceConfig, {}, learner.token)).respCode, 403)
})

test('what contradicts itself is refused with its field', async () => {
  const base = anInvoiceConfig()
  const [seller] = base.sellers
  const [line] = base.taxLines
  const cases: [object, string, number][] = [
    [{ sellers: [{ ...seller, taxNo: '91330100799655058C' }] }, 'content.sellers.0.taxNo', 422],
    [{ sellers: [seller, seller] }, 'content.sellers.1.from', 422],
    [{ taxLines: [line, line] }, 'content.taxLines.1.from', 422],
    [
      { sellers: [{ ...seller, address: '江海路 1 号 收款账号6222020200112233445' }] },
      'content.sellers.0.address',
      422,
    ],
    [{ sellers: [{ ...seller, address: '账号 ６２２２-0202 0011/2233' }] }, 'content.sellers.0.address', 422],
    [
      { sellers: [seller, { ...seller, from: '2020-01-01', drawer: '622202020011' }] },
      'content.sellers.1.drawer',
      422,
    ],
    [{ sellers: [{ ...seller, phone: '6222020200112233445' }] }, 'content.sellers.0.phone', 422],
    [{ taxLines: [{ ...line, item: '培训费 汇至6222020200112233445' }] }, 'content.taxLines.0.item', 422],
    [{ remark: '{orderNo} 请汇至 6222 0202 0011 2233' }, 'content.remark', 422],
    [{ sellers: [] }, 'content.open', 409],
    [{ taxLines: [{ ...line, classType: 'public' }] }, 'content.open', 409],
    [{ sellers: [{ ...seller, from: '2090-01-01' }] }, 'content.open', 409],
  ]
  const before = await find()
  for (const [changes, field, code] of cases) {
    const reply = await save(changes)
    assert.deepEqual([reply.respCode, reply.field], [code, field], JSON.stringify(changes))
  }
  assert.deepEqual(await find(), before)
  assert.equal((await save({ open: false, sellers: [], taxLines: [] })).respCode, 200)
})

test('another account of the seller takes a second person; what is changed beside it, and none at all, take one', async () => {
  const { token: second } = await anAccount(world, portal, { role: 'admin' })
  const sellersOf = async () =>
    (await find()).content.sellers.map(({ from, bank, bankAccount, phone }) => [
      from,
      bank,
      bankAccount,
      phone,
    ])
  const [seller] = anInvoiceConfig().sellers
  const approve = (id: string, token: string) => world.call(approvalCalls.approve, { id }, token)
  const first = (await save({})).attribute!
  assert.deepEqual(await sellersOf(), [['2010-01-01', '', '', '0500-86001200']])
  assert.equal((await approve(first.approvalId, admin.token)).respCode, 403)
  assert.equal((await approve(first.approvalId, second)).respCode, 200)
  assert.deepEqual(await sellersOf(), [['2010-01-01', '江海银行', '6200001', '0500-86001200']])
  for (const moved of [
    { bank: '江海银行 账号6222020200112233445', bankAccount: '' },
    { bankAccount: '6200001改为六二二二〇二〇二〇〇一一' },
  ])
    await world.ask(
      approvalCalls.withdraw,
      { id: (await save({ sellers: [{ ...seller!, ...moved }] })).attribute!.approvalId },
      admin.token,
    )
  // The same number in another writing is no other account.
  assert.equal((await save({ sellers: [{ ...seller!, bankAccount: '62-00001' }] })).attribute, null)

  const later = { ...seller!, from: '2020-01-01', bankAccount: '6222000000009999', phone: '0500-1' }
  const changed = (await save({ sellers: [seller!, later] })).attribute!
  assert.deepEqual((await sellersOf())[1], ['2020-01-01', '江海银行', '6200001', '0500-1'])
  assert.equal(
    (await save({ sellers: [seller!, { ...later, bank: '别的银行' }] })).respCode,
    409,
    'one waits',
  )
  assert.equal((await save({ sellers: [{ ...seller!, bank: '', bankAccount: '' }] })).attribute, null)
  const [ended] = (await world.ask(approvalCalls.findPageList, { id: changed.approvalId }, second)).list
  assert.deepEqual([ended!.status, ended!.decision], ['withdrawn', 'project.bankAccountChanged'])
})

test('secrets of a provider go in and never come out; what is left out stays', async () => {
  const key = { provider: 'nuonuo' as const, appKey: 'key-2023', appSecret: 'secret-of-2023' }
  assert.deepEqual((await find()).provider.isDefault, true)
  const without = await world.call(
    calls.saveInvoiceProvider,
    { ...key, appSecret: undefined } as never,
    admin.token,
  )
  assert.deepEqual([without.respCode, without.field], [422, 'appSecret'])
  await world.ask(calls.saveInvoiceProvider, { ...key, token: 'token-of-2023' }, admin.token)
  await world.ask(calls.saveInvoiceProvider, { provider: 'nuonuo', appKey: 'key-2024' }, admin.token)
  const opened = await openProviderKeys(world.app, portal.projectId)
  assert.deepEqual(opened, {
    provider: 'nuonuo',
    appKey: 'key-2024',
    appSecret: 'secret-of-2023',
    token: 'token-of-2023',
    isDefault: false,
  })
  const { provider } = await find()
  assert.deepEqual([provider.appKey, provider.isDefault], ['key-2024', false])
  const rows = await world.db`
    select t::text as row from invoice_providers t where project_id = ${portal.projectId}
    union all select after::text from operation_logs where action = 'project.invoiceProvider'`
  assert.ok(rows.every(({ row }) => !/of-2023/.test(row as string)))
  await world.ask(calls.saveInvoiceProvider, { provider: 'manual' }, admin.token)
  assert.equal((await openProviderKeys(world.app, portal.projectId)).appSecret, null)
})

test('anyone who wants an invoice sees what to request, and nothing else', async () => {
  await openInvoices(world, admin, { withinDays: 90, kinds: ['ordinary'] })
  const learner = await aLearner(world, portal)
  const value = await world.ask(calls.invoiceConfigValue, {}, learner.token)
  assert.deepEqual(value, { open: true, kinds: ['ordinary'], withinDays: 90 })
})

test('the remark of an invoice names the portal, the order and the learner, only for one’s own order', async () => {
  await openInvoices(world, admin, { remark: '{title} {orderNo} {name} {other}' })
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
  const remark = (token: string, input = {}) => world.call(calls.getInvoiceRemark, input, token)
  const own = await remark(learner.token, { orderId: order!.id as string })
  assert.equal(own.attribute.remark, '测试项目 R2023 李小兰 {other}')
  assert.equal((await remark(learner.token)).attribute.remark, '测试项目 {other}')
  const other = await aLearner(world, portal)
  assert.equal((await remark(other.token, { orderId: order!.id as string })).respCode, 404)
})
