import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { idCheckDigit } from '../../../contract/identity.ts'
import { aHandOver, aPartner, type BuiltPartner, signedBy } from '../../../test/build/partner.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { sessionCalls } from '../../session/contract.ts'
import { encodeCredential } from '../../session/rules.ts'
import { type HandOver, partnerCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: string
let partner: BuiltPartner

before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/project-manage/partner'] })
  admin = (await anAccount(world, portal, { role: 'admin' })).token
  partner = await aPartner(world, admin, { mayRegister: true })
})

const enter = (handOver: HandOver) => world.call(partnerCalls.authorizedLogin, handOver)
const counts = async () => {
  const [row] = await world.db`
    select (select count(*) from accounts) as accounts, (select count(*) from sessions) as sessions,
      (select count(*) from partner_accounts) as links, (select count(*) from partner_nonces) as nonces`
  return row
}
const cardOf = (n: number) => {
  const first17 = `11010119920101${String(n).padStart(3, '0')}`
  return first17 + idCheckDigit(first17)
}

test('a newcomer gets a learner’s account, and the same number comes to the same account for good', async () => {
  const first = await world.ask(
    partnerCalls.authorizedLogin,
    await aHandOver(world, partner, { userId: 'a' }),
  )
  const again = await world.ask(
    partnerCalls.authorizedLogin,
    await aHandOver(world, partner, { userId: 'a' }),
  )
  const who = async (token: string) =>
    (await world.ask(sessionCalls.getAccountInfo, {}, token)).manageAccountInfo
  const account = await who(first.data.tokenCode!)
  assert.equal(account.userName, '王小明')
  assert.equal(account.roleRP.roleSystem, 3)
  assert.equal((await who(again.data.tokenCode!)).accountId, account.accountId)
  const actions = await world.db`
    select action from operation_logs where subject_id in (${account.accountId}, ${partner.id}) order by id`
  assert.deepEqual(
    actions.map((action) => action.action).filter((action) => action !== 'session.open'),
    ['partner.create', 'partner.link', 'partner.arrive', 'partner.arrive'],
  )
})

test('a newcomer’s name and ID are read as the partner wrote them, which its signature covers', async () => {
  const card = cardOf(77)
  const { data } = await world.ask(
    partnerCalls.authorizedLogin,
    await aHandOver(world, partner, {
      userId: 'spaced',
      userName: '阿卜杜拉 • 买买提',
      cardNumber: `${card.slice(0, 6)} ${card.slice(6, 14)} ${card.slice(14)}`,
    }),
  )
  const { accountId } = (await world.ask(sessionCalls.getAccountInfo, {}, data.tokenCode!)).manageAccountInfo
  const [row] = await world.db`select real_name, card_index from students where account_id = ${accountId}`
  assert.equal(row!.realName, '阿卜杜拉·买买提')
  assert.deepEqual(row!.cardIndex, world.app.secrets.blindIndex('card', card))
})

test('every altered hand-over is refused, and so is the same one again; nothing changes', async () => {
  const good = await aHandOver(world, partner, { userId: 'b', redirect: '/my' })
  const other = await aPartner(world, admin, { mayRegister: true })
  const bx = await aPartner(world, admin, { mayRegister: true, kind: 'bx' })
  const late = await aHandOver(world, partner, { userId: 'b', lateBy: 301 })
  const early = await aHandOver(world, partner, { userId: 'b', lateBy: -360 })
  const { redirect: _left, ...without } = good
  const mutations: Record<string, HandOver> = {
    'another person': { ...good, userId: 'admin' },
    'another name': { ...good, userName: '王小名' },
    'another partner': { ...good, partner: other.code },
    'no such partner': { ...good, partner: 'p000000000000' },
    'a later time': { ...good, timestamp: String(Number(good.timestamp) + 1) },
    'a fresh nonce': { ...good, nonce: `${good.nonce.slice(1)}0` },
    'another way on': { ...good, redirect: '/order' },
    'a field left out': without as HandOver,
    'a field added': { ...good, cardNumber: cardOf(1) },
    'a flipped bit': { ...good, sign: good.sign.slice(0, -1) + (good.sign.endsWith('0') ? '1' : '0') },
    'the key of another partner': signedBy(other.key, { ...good }),
    'another protocol': await aHandOver(world, bx, { userId: 'b' }),
    'too old': late,
    'too early': early,
  }
  const start = await counts()
  for (const [how, handOver] of Object.entries(mutations)) {
    for (const time of ['first', 'replayed']) {
      await world.db`delete from tries`
      const reply = await enter(handOver)
      assert.equal(reply.respCode, 403, `${how}, ${time}: ${reply.respDesc}`)
      assert.equal(reply.attribute, null)
    }
  }
  assert.deepEqual(await counts(), start)
  const accepted = await world.ask(partnerCalls.authorizedLogin, good)
  assert.equal(accepted.data.redirect, '/my')
  const after = await counts()
  for (const again of [good, good]) assert.equal((await enter(again)).respCode, 403)
  assert.deepEqual(await counts(), after)
})

test('a nonce is spent by one of many concurrent requests', async () => {
  const handOver = await aHandOver(world, partner, { userId: 'race' })
  const replies = await Promise.all(Array.from({ length: 16 }, () => enter(handOver)))
  assert.equal(replies.filter((reply) => reply.respCode === 200).length, 1)
})

test('forged signatures from one address run out, true ones do not count', async () => {
  await world.db`delete from tries`
  const forged = { ...(await aHandOver(world, partner)), sign: '0'.repeat(64) }
  const codes = []
  for (let i = 0; i < 31; i++) codes.push((await enter(forged)).respCode)
  assert.deepEqual([codes[29], codes[30]], [403, 429])
  await world.db`delete from tries`
  for (let i = 0; i < 31; i++) await world.ask(partnerCalls.authorizedLogin, await aHandOver(world, partner))
})

test('each partner uses its own hand-over protocol', async () => {
  const bx = await aPartner(world, admin, { mayRegister: true, kind: 'bx' })
  const jnzj = await aPartner(world, admin, { mayRegister: true, kind: 'jnzj' })
  const byBx = await aHandOver(world, bx, { kind: 'bx' })
  assert.ok((await world.ask(partnerCalls.authorizedLogin, byBx)).data.tokenCode)
  const byJnzj = await aHandOver(world, jnzj)
  assert.equal((await enter(byJnzj)).respCode, 403)
  assert.ok((await world.ask(partnerCalls.authorizedLoginFromJnzj, byJnzj)).data.tokenCode)
})

test('where a partner may not register, the person proves an account once, and is let in from then on', async () => {
  const strict = await aPartner(world, admin)
  const learner = await aLearner(world, portal)
  const first = await world.ask(partnerCalls.authorizedLogin, await aHandOver(world, strict, { userId: 's' }))
  assert.equal(first.data.tokenCode, undefined)
  const linkCode = first.data.linkCode!
  const prove = (loginName: string, password: string) =>
    world.call(partnerCalls.linkPartner, {
      linkCode,
      account: encodeCredential(loginName),
      password: encodeCredential(password),
    })
  assert.equal((await prove(learner.loginName, 'Wrong2026a')).respCode, -1)
  assert.equal((await prove(learner.loginName, 'Demo2026a')).respCode, 200)
  assert.equal((await prove(learner.loginName, 'Demo2026a')).respCode, 403, 'a code links once')
  const next = await world.ask(partnerCalls.authorizedLogin, await aHandOver(world, strict, { userId: 's' }))
  const info = await world.ask(sessionCalls.getAccountInfo, {}, next.data.tokenCode)
  assert.equal(info.manageAccountInfo.accountId, learner.accountId)

  const conflict = await world.ask(
    partnerCalls.authorizedLogin,
    await aHandOver(world, strict, { userId: 't' }),
  )
  const taken = await world.call(partnerCalls.linkPartner, {
    linkCode: conflict.data.linkCode!,
    account: encodeCredential(learner.loginName),
    password: encodeCredential('Demo2026a'),
  })
  assert.equal(taken.respCode, 409, 'one account is linked to one person of a partner')
})

test('nobody is merged: a known ID number has to be proved, and a manager is never let in by a partner', async () => {
  const arrive = async (input: Partial<HandOver>) =>
    world.ask(partnerCalls.authorizedLogin, await aHandOver(world, partner, input))
  const card = cardOf(7)
  assert.ok((await arrive({ userId: 'c1', cardNumber: card })).data.tokenCode)
  const second = await arrive({ userId: 'c2', cardNumber: card })
  assert.ok(second.data.linkCode && !second.data.tokenCode)
  const manager = await anAccount(world, portal, { role: 'admin' })
  const refused = await world.call(partnerCalls.linkPartner, {
    linkCode: second.data.linkCode,
    account: encodeCredential(manager.loginName),
    password: encodeCredential('Demo2026a'),
  })
  assert.equal(refused.respCode, 403)

  const promoted = await arrive({ userId: 'c3' })
  const { manageAccountInfo } = await world.ask(sessionCalls.getAccountInfo, {}, promoted.data.tokenCode)
  const { accountId } = manageAccountInfo
  await world.db`insert into account_roles ${world.db({ accountId, roleId: portal.roles.admin })}`
  assert.equal((await enter(await aHandOver(world, partner, { userId: 'c3' }))).respCode, 403)
  await world.db`delete from account_roles where account_id = ${accountId}`
  await world.db`update accounts set status = 'disabled' where id = ${accountId}`
  assert.equal((await enter(await aHandOver(world, partner, { userId: 'c3' }))).respCode, 403)
})

test('a link waits ten minutes and no longer', async () => {
  const strict = await aPartner(world, admin)
  const learner = await aLearner(world, portal)
  const { data } = await world.ask(partnerCalls.authorizedLogin, await aHandOver(world, strict))
  await world.moveClock('11 minutes')
  const late = await world.call(partnerCalls.linkPartner, {
    linkCode: data.linkCode!,
    account: encodeCredential(learner.loginName),
    password: encodeCredential('Demo2026a'),
  })
  await world.moveClock('0 minutes')
  assert.equal(late.respCode, 403)
})

test('an administrator sees no key again, rotates it, and disables the partner', async () => {
  const mine = await aPartner(world, admin, { name: '省平台', mayRegister: true })
  const page = await world.ask(partnerCalls.query, { keyword: '省平台' }, admin)
  assert.equal(page.total, 1)
  assert.ok(!JSON.stringify(page).includes(mine.key))
  const [partner] = await world.db`select key_sealed from partners where id = ${mine.id}`
  assert.ok(!(partner!.keySealed as Buffer).includes(mine.key))
  const rotated = await world.ask(partnerCalls.rotateKey, { id: mine.id }, admin)
  assert.notEqual(rotated.key, mine.key)
  assert.equal((await enter(await aHandOver(world, mine))).respCode, 403)
  assert.equal((await enter(await aHandOver(world, { ...mine, key: rotated.key }))).respCode, 200)
  await world.ask(partnerCalls.disabled, { id: mine.id, disabled: true }, admin)
  assert.equal((await enter(await aHandOver(world, { ...mine, key: rotated.key }))).respCode, 403)
  const same = await world.call(
    partnerCalls.save,
    { name: '省平台', kind: 'standard', mayRegister: false },
    admin,
  )
  assert.deepEqual([same.respCode, same.field], [409, 'name'])
  const other = await aPortal(world, { menus: ['/project-manage/partner'] })
  const stranger = (await anAccount(world, other, { role: 'admin' })).token
  assert.equal((await world.call(partnerCalls.rotateKey, { id: mine.id }, stranger)).respCode, 404)
  const learner = await aLearner(world, portal)
  assert.equal((await world.call(partnerCalls.query, {}, learner.token)).respCode, 403)
  assert.equal((await world.call(partnerCalls.query, {})).respCode, 401)
})

test('who was shown a partner’s key lately gave access to whom it hands over', async () => {
  const staff = await anAccount(world, portal, { role: 'admin' })
  const made = await aPartner(world, staff.token, { mayRegister: true })
  const arrive = async (by: BuiltPartner, userId: string) => {
    const { data } = await world.ask(partnerCalls.authorizedLogin, await aHandOver(world, by, { userId }))
    return (await world.ask(sessionCalls.getAccountInfo, {}, data.tokenCode!)).manageAccountInfo.accountId
  }
  const givers = async (accountId: string) =>
    (await world.db`select giver_id from account_accesses where account_id = ${accountId}`).map(
      ({ giverId }) => giverId as string,
    )
  const first = await arrive(made, 'shown')
  assert.deepEqual(await givers(first), [staff.accountId])
  await world.db`update partners set key_since = key_since - interval '8 days' where id = ${made.id}`
  const late = await arrive(made, 'a week later')
  assert.deepEqual(await givers(late), [])
  await world.ask(partnerCalls.rotateKey, { id: made.id }, admin)
  assert.equal((await givers(late)).length, 1)
  assert.equal((await givers(first)).length, 2)
})
