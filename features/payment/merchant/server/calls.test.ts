import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { before, test } from 'node:test'
import {
  aChief,
  aMerchant,
  anOffice,
  enableMerchant,
  type MerchantOffice,
} from '../../../../test/build/merchant.ts'
import { aShop, type Shop } from '../../../../test/build/order.ts'
import { anAccount, type BuiltAccount } from '../../../../test/build/portal.ts'
import { openWorld } from '../../../../test/harness.ts'
import { approvalCalls } from '../../../approval/contract.ts'
import { openMerchant } from '../../../../server/channels/openPayment.ts'
import { type Merchant, merchantCalls, merchantRefusals } from '../contract.ts'

let shop: Shop
let office: MerchantOffice
before(async () => {
  shop = await aShop(['/project-manage/merchant'])
  office = { portal: shop.portal, admin: await anAccount(shop.world, shop.portal, { role: 'admin' }) }
})

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const keys = pair()
const wechat = {
  channel: 'wechat',
  name: '总部微信',
  merchantNo: '1900000117',
  appId: 'wx1234567890abcdef',
  serial: 'A'.repeat(40),
  platformKeyId: 'PUB_KEY_ID_0119000001172026AB',
  apiV3Key: 'k'.repeat(32),
  privateKey: keys.privateKey,
  platformKey: keys.publicKey,
} as const
const alipay = {
  channel: 'alipay',
  name: '总部支付宝',
  merchantNo: '2088000000000117',
  appId: '2021000000000117',
  privateKey: keys.privateKey,
  platformKey: keys.publicKey,
} as const

const save = (draft: object, { admin } = office) =>
  shop.world.call(merchantCalls.save, draft as never, admin.token)
const saved = async (draft: object, of = office) => (await save(draft, of)).attribute.id
const list = async (of = office, filter: object = {}) =>
  (await shop.world.ask(merchantCalls.query, filter, of.admin.token)).list
const find = async (id: string, of = office): Promise<Merchant> =>
  (await list(of)).find((one) => one.id === id)!
const disable = (id: string, disabled: boolean, { admin } = office) =>
  shop.world.call(merchantCalls.disabled, { id, disabled }, admin.token)
const check = (id: string, { admin } = office) => shop.world.ask(merchantCalls.check, { id }, admin.token)

test('keys go in and never come out: not in the list, not in the row, not in the operation log', async () => {
  const of = await anOffice(shop.world)
  const id = await saved(wechat, of)
  const merchant = await find(id, of)
  assert.deepEqual(
    [merchant.name, merchant.merchantNo, merchant.appId, merchant.status, merchant.isUsed],
    ['总部微信', '1900000117', 'wx1234567890abcdef', 'disabled', false],
  )
  const [stored] = await shop.world.db`select t::text as row from merchants t where id = ${id}`
  const logs = await shop.world.db`select after::text from operation_logs where subject_id = ${id}`
  const secrets = [wechat.apiV3Key, keys.privateKey.split('\n')[3]!, keys.publicKey.split('\n')[3]!]
  for (const secret of secrets)
    for (const text of [JSON.stringify(merchant), stored!.row as string, JSON.stringify(logs)])
      assert.ok(!text.includes(secret))
  assert.match(logs[0]!.after as string, /"privateKey": "changed"/)
})

test('a key left out stays, a key given takes its place, and both are sealed to their row', async () => {
  const of = await anOffice(shop.world)
  const id = await saved(wechat, of)
  const sealed = async () => {
    const [row] = await shop.world.db`
      select private_key_sealed, platform_key_sealed, api_v3_key_sealed from merchants where id = ${id}`
    const { secrets } = shop.world.app
    return [
      secrets.open('merchants.private_key', id, row!.privateKeySealed as Buffer),
      secrets.open('merchants.platform_key', id, row!.platformKeySealed as Buffer),
      secrets.open('merchants.api_v3_key', id, row!.apiV3KeySealed as Buffer),
    ]
  }
  const before = await sealed()
  assert.deepEqual(before, [keys.privateKey, keys.publicKey, wechat.apiV3Key])
  assert.equal((await save({ id, channel: 'wechat', name: '改名' }, of)).respCode, 200)
  assert.deepEqual(await sealed(), before)
  const other = pair()
  await save({ id, channel: 'wechat', name: '改名', privateKey: other.privateKey }, of)
  assert.deepEqual(await sealed(), [other.privateKey, keys.publicKey, wechat.apiV3Key])
  assert.equal((await find(id, of)).name, '改名')
})

test('a key is taken as PEM, or bare as Alipay’s console shows it', async () => {
  const of = await anOffice(shop.world)
  const bare = (pem: string) => pem.split('\n').slice(1, -2).join('')
  const id = await saved(
    { ...alipay, privateKey: bare(keys.privateKey), platformKey: bare(keys.publicKey) },
    of,
  )
  const [row] = await shop.world.db`select private_key_sealed from merchants where id = ${id}`
  const { secrets } = shop.world.app
  assert.equal(secrets.open('merchants.private_key', id, row!.privateKeySealed as Buffer), keys.privateKey)
})

test('a merchant is refused without one of its parts, with numbers not of its channel, or with keys that are none', async () => {
  const of = await anOffice(shop.world)
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  })
  const cases: [object, string][] = [
    ...(['serial', 'platformKeyId', 'apiV3Key', 'appId', 'platformKey'] as const).map(
      (part): [object, string] => [{ ...wechat, [part]: undefined }, part],
    ),
    [{ ...wechat, privateKey: undefined }, 'privateKey'],
    [{ ...alipay, merchantNo: undefined }, 'merchantNo'],
    [{ ...wechat, merchantNo: alipay.merchantNo }, 'merchantNo'],
    [{ ...wechat, appId: alipay.appId }, 'appId'],
    [{ ...alipay, merchantNo: '1900000117' }, 'merchantNo'],
    [{ ...alipay, appId: wechat.appId }, 'appId'],
    [{ ...wechat, apiV3Key: 'short' }, 'apiV3Key'],
    [{ ...wechat, platformKeyId: 'X' }, 'platformKeyId'],
    [{ ...wechat, privateKey: 'no key' }, 'privateKey'],
    [{ ...wechat, privateKey: keys.publicKey }, 'privateKey'],
    [{ ...wechat, privateKey: elliptic }, 'privateKey'],
    [{ ...wechat, platformKey: keys.privateKey }, 'platformKey'],
    [{ ...wechat, channel: 'bank' }, 'channel'],
  ]
  for (const [draft, field] of cases) {
    const envelope = await save(draft, of)
    assert.deepEqual([envelope.respCode, envelope.field], [422, field], JSON.stringify(draft))
  }
  assert.equal((await list(of)).length, 0)
  const id = await saved(wechat, of)
  const again = await save({ ...wechat, name: '又一个' }, of)
  assert.deepEqual([again.respCode, again.respDesc], [422, merchantRefusals.numberTaken.zh])
  const moved = await save({ id, channel: 'alipay', name: 'x' }, of)
  assert.deepEqual([moved.respCode, moved.field], [422, 'channel'])
})

test('the list is filtered and names what it shows', async () => {
  const of = await anOffice(shop.world)
  const [first, second] = [await saved(wechat, of), await saved(alipay, of)]
  const ids = async (filter: object) => (await list(of, filter)).map(({ id }) => id)
  assert.deepEqual(await ids({}), [second, first])
  assert.deepEqual(await ids({ channel: 'wechat' }), [first])
  assert.deepEqual(await ids({ name: '支付宝' }), [second])
  assert.deepEqual(await ids({ sort: '-channel' }), [first, second])
})

test('of one channel one merchant takes new payments: enabling one takes the other’s place, each with its entry', async () => {
  const of = await anOffice(shop.world)
  const first = await saved(wechat, of)
  const second = await saved({ ...wechat, merchantNo: '1900000118', name: '分部微信' }, of)
  const other = await saved(alipay, of)
  const enabled = async () =>
    (await list(of)).filter(({ status }) => status === 'enabled').map(({ id }) => id)
  const enable = (id: string) => enableMerchant(shop.world, of, id)
  await enable(first)
  await enable(other)
  assert.deepEqual(new Set(await enabled()), new Set([first, other]))
  await enable(second)
  assert.deepEqual(new Set(await enabled()), new Set([second, other]))
  assert.equal((await disable(second, false, of)).attribute, null)
  const actions = await shop.world.db`
    select action, subject_id from operation_logs
    where subject_id = any(${[first, second]}) and action in ('merchant.enable', 'merchant.disable')`
  assert.deepEqual(
    new Set(actions.map((row) => `${row.action as string} ${row.subjectId as string}`)),
    new Set([`merchant.enable ${first}`, `merchant.disable ${first}`, `merchant.enable ${second}`]),
  )
  assert.equal(actions.length, 3)
  await disable(second, true, of)
  const asked = [await disable(first, false, of), await disable(second, false, of)]
  const chief = await aChief(shop.world, of)
  const approved = await Promise.all(
    asked.map(({ attribute }) =>
      shop.world.call(approvalCalls.approve, { id: attribute!.approvalId }, chief.token),
    ),
  )
  assert.deepEqual(
    approved.map(({ respCode }) => respCode),
    [200, 200],
  )
  assert.equal((await enabled()).filter((id) => id !== other).length, 1)
  await assert.rejects(
    shop.world.db`update merchants set status = 'enabled' where id = any(${[first, second]})`,
    /merchants_enabled/,
  )
})

test('the channel says whether the keys are right, which part it refuses, and that nobody answered', async () => {
  const of = await anOffice(shop.world)
  const made = await aMerchant(shop.world, of, 'wechat', { enabled: false })
  const paid = await aMerchant(shop.world, of, 'alipay', { enabled: false })
  assert.deepEqual(await check(made.id, of), { result: 'right', code: null })
  assert.deepEqual(await check(paid.id, of), { result: 'right', code: null })
  const other = pair()
  const change = async (id: string, channel: string, part: object) => {
    assert.equal((await save({ id, channel, name: '试', ...part }, of)).respCode, 200)
    return check(id, of)
  }
  assert.deepEqual(await change(made.id, 'wechat', { privateKey: other.privateKey }), {
    result: 'refused',
    code: 'SIGN_ERROR',
  })
  assert.deepEqual(
    await change(made.id, 'wechat', { privateKey: made.wechat!.privateKey, platformKey: other.publicKey }),
    { result: 'unsigned', code: null },
  )
  assert.deepEqual(await change(paid.id, 'alipay', { privateKey: other.privateKey }), {
    result: 'refused',
    code: 'isv.invalid-signature',
  })
  assert.deepEqual(
    await change(paid.id, 'alipay', { privateKey: paid.alipay!.privateKey, platformKey: other.publicKey }),
    { result: 'unsigned', code: null },
  )
  assert.deepEqual(await change(paid.id, 'alipay', { appId: '2021999999999999' }), {
    result: 'refused',
    code: 'isv.invalid-app-id',
  })
  const nobody = { ...shop.world.app.environment, port: 1 }
  for (const keysOf of [
    { channel: 'wechat', ...made.wechat! },
    { channel: 'alipay', ...paid.alipay! },
  ] as const) {
    const answer = await openMerchant(nobody, null, keysOf).check()
    assert.deepEqual(answer, { result: 'silent', code: null })
  }
})

test('one person neither enables a merchant nor changes the keys of one in use', async () => {
  const { world } = shop
  const of = await anOffice(world)
  const chief = await aChief(world, of)
  const id = await saved(wechat, of)
  const sealed = async () => {
    const [row] =
      await world.db`select platform_key_sealed, api_v3_key_sealed from merchants where id = ${id}`
    return [
      world.app.secrets.open('merchants.platform_key', id, row!.platformKeySealed as Buffer),
      world.app.secrets.open('merchants.api_v3_key', id, row!.apiV3KeySealed as Buffer),
    ]
  }
  const step = (
    call: typeof approvalCalls.approve | typeof approvalCalls.withdraw,
    approvalId: string,
    by: BuiltAccount,
  ) => world.call(call, { id: approvalId }, by.token)
  const { approvalId } = (await disable(id, false, of)).attribute!
  assert.equal((await find(id, of)).status, 'disabled')
  assert.equal((await disable(id, false, of)).respCode, 409, 'proposed once')
  assert.equal((await step(approvalCalls.approve, approvalId, of.admin)).respCode, 403)

  // What was changed since the proposal was not what the second person is asked about.
  const other = pair()
  await save({ id, channel: 'wechat', name: '改', platformKey: other.publicKey }, of)
  assert.equal((await step(approvalCalls.approve, approvalId, chief)).respCode, 409)
  const [ended] = (await world.ask(approvalCalls.findPageList, { id: approvalId }, chief.token)).list
  assert.deepEqual([ended!.status, ended!.decision], ['withdrawn', 'merchant.changed'])
  await enableMerchant(world, of, id)
  assert.equal((await find(id, of)).status, 'enabled')

  const mine = pair()
  const change = {
    id,
    channel: 'wechat',
    name: '新名',
    platformKey: mine.publicKey,
    apiV3Key: 'm'.repeat(32),
  }
  const given = (await save({ ...change, serial: wechat.serial }, of)).attribute
  assert.deepEqual(await sealed(), [other.publicKey, wechat.apiV3Key])
  assert.equal((await find(id, of)).name, '新名')
  const [seen] = (await world.ask(approvalCalls.findPageList, { subjectId: id }, chief.token)).list
  assert.match(seen!.summary.zh, /更换支付商户“新名”的密钥/)
  const [stored] = await world.db`select t::text as row from approvals t where id = ${given.approvalId!}`
  assert.ok(!(stored!.row as string).includes(mine.publicKey.split('\n')[3]!))
  assert.match(stored!.row as string, /apiV3Key/)
  assert.equal((await step(approvalCalls.approve, given.approvalId!, chief)).respCode, 200)
  assert.deepEqual(await sealed(), [mine.publicKey, 'm'.repeat(32)])
  assert.equal((await save({ id, channel: 'wechat', name: '再改' }, of)).attribute.approvalId, null)
  assert.equal((await disable(id, true, of)).attribute, null)
  assert.equal((await find(id, of)).status, 'disabled', 'one person stops it')
})

test('the numbers of a merchant stay once a payment went through it; name and keys may change', async () => {
  const made = await aMerchant(shop.world, office, 'wechat', { enabled: false })
  const other = { id: made.id, channel: 'wechat', name: '试', merchantNo: '1900009999' } as const
  assert.equal((await save({ ...other, appId: 'wx9999999999999999' })).respCode, 200)
  await save({ ...other, merchantNo: made.wechat!.mchId, appId: made.wechat!.appId })
  await enableMerchant(shop.world, office, made.id)
  await shop.code(await shop.order())
  assert.equal((await find(made.id)).isUsed, true)
  for (const part of ['merchantNo', 'appId'] as const) {
    const given = { merchantNo: '1900009999', appId: 'wx9999999999999999' }[part]
    const refused = await save({ id: made.id, channel: 'wechat', name: '试', [part]: given })
    assert.deepEqual([refused.respDesc, refused.field], [merchantRefusals.numbersStay.zh, part])
  }
  const same = { merchantNo: made.wechat!.mchId, appId: made.wechat!.appId, privateKey: keys.privateKey }
  assert.equal((await save({ id: made.id, channel: 'wechat', name: '改名', ...same })).respCode, 200)
  await disable(made.id, true)
})

test('strangers, learners and other projects’ offices see, change and check nothing; each button is a permission', async () => {
  const { world } = shop
  const of = await anOffice(world)
  const foreign = await anOffice(world)
  const id = await saved(wechat, of)
  const learner = (await shop.order()).learner
  for (const [call, input] of [
    [merchantCalls.query, {}],
    [merchantCalls.save, { ...wechat, id }],
    [merchantCalls.disabled, { id, disabled: false }],
    [merchantCalls.check, { id }],
  ] as const) {
    assert.equal((await world.call(call, input as never)).respCode, 401)
    assert.equal((await world.call(call, input as never, learner.token)).respCode, 403)
    if (call === merchantCalls.query) continue
    assert.equal((await world.call(call, input as never, foreign.admin.token)).respCode, 404, call.path)
  }
  assert.equal((await list(foreign)).length, 0)
  assert.equal((await find(id, of)).status, 'disabled')
  assert.deepEqual([merchantCalls.save.allow, merchantCalls.disabled.allow].flat(), [
    '/project-manage/merchant#save',
    '/project-manage/merchant#disable',
  ])
})

test('outside the demo a merchant brings its keys, and needs an address that notices reach', async () => {
  const strict = await openWorld({ environment: { demo: false, publicUrl: 'https://portal.example' } })
  const of = await anOffice(strict)
  const ask = (draft: object) => strict.call(merchantCalls.save, draft as never, of.admin.token)
  const bare = await ask({ channel: 'wechat', name: 'x' })
  assert.deepEqual([bare.respCode, bare.field], [422, 'merchantNo'])
  assert.equal((await ask(wechat)).respCode, 200)
  const plain = await openWorld({ environment: { demo: false, publicUrl: 'http://portal.example' } })
  const there = await anOffice(plain)
  const refused = await plain.call(merchantCalls.save, { ...wechat }, there.admin.token)
  assert.equal(refused.respDesc, merchantRefusals.noNotices.zh)
})
