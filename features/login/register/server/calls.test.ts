import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { idCheckDigit } from '../../../../contract/identity.ts'
import { aCaptcha } from '../../../../test/build/captcha.ts'
import { lastCode } from '../../../../test/build/messageCode.ts'
import { aPortal, type BuiltPortal, changeSettings } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { hashPassword } from '../../../../server/password.ts'
import { race } from '../../../../test/race.ts'
import { until } from '../../../../test/until.ts'
import { codeCalls } from '../../../session/code/contract.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { encodeCredential } from '../../../session/rules.ts'
import { registerCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld({ environment: { captcha: true } })
  portal = await aPortal(world)
})
// All of them come from one address.
beforeEach(() => world.db`delete from tries`.then(() => {}))

let serial = 0
const aMobile = () => `1601234${String(++serial).padStart(4, '0')}`
function aCard() {
  const first17 = `11010119900307${String(++serial).padStart(3, '0')}`
  return first17 + idCheckDigit(first17)
}

async function aCode(
  mobile: string,
  call: (typeof codeCalls)[keyof typeof codeCalls] = codeCalls.sendMsgCode,
) {
  const captchaVO = { captchaVerification: await aCaptcha(world) }
  await world.db`delete from outbox_messages where recipient = ${mobile}`
  const { codeToken } = await world.ask(call, { mobile, captchaVO } as { mobile: string })
  return { codeToken, msgCode: (await lastCode(world, mobile)) ?? '000000' }
}

async function aForm(mobile = aMobile()) {
  return {
    loginName: `newcomer${++serial}`,
    password: 'Garden88tree',
    realName: '林知夏',
    cardNumber: aCard(),
    mobile,
    ...(await aCode(mobile)),
    agreement: true,
  }
}

test('a newcomer registers with a code and is signed in; numbers are stored sealed and masked', async () => {
  const form = await aForm()
  const { data } = await world.ask(registerCalls.doRegister, {
    ...form,
    cardNumber: form.cardNumber.toLowerCase(),
  })
  const info = await world.ask(sessionCalls.getAccountInfo, {}, data.tokenCode)
  assert.equal(info.manageAccountInfo.userName, '林知夏')
  const [row] = await world.db`
    select a.mobile_mask, s.card_mask, s.birth_date, row_to_json(a)::text || row_to_json(s)::text as everything
    from accounts a join students s on s.account_id = a.id where a.login_name = ${form.loginName}`
  assert.equal(row!.mobileMask, `160****${form.mobile.slice(-4)}`)
  assert.equal(row!.birthDate, '1990-03-07')
  assert.ok(!(row!.everything as string).includes(form.mobile))
  assert.ok(!(row!.everything as string).includes(form.cardNumber))
})

test('each wrong field is named and nothing is made', async () => {
  const form = await aForm()
  const wrong = {
    loginName: '1abc',
    password: 'short',
    realName: '林',
    cardNumber: '110101199003071230',
    mobile: '12345',
    msgCode: form.msgCode === '111111' ? '222222' : '111111',
    agreement: false,
    unitId: 'nowhere',
  }
  for (const [field, value] of Object.entries(wrong)) {
    const answer = await world.call(registerCalls.doRegister, { ...form, [field]: value })
    assert.deepEqual([answer.respCode, answer.field], [422, field])
  }
  const [row] = await world.db`select count(*)::int as n from accounts where login_name = ${form.loginName}`
  assert.equal(row!.n, 0)
  await world.ask(registerCalls.doRegister, form)
})

test('a login name, mobile or ID in use is refused with its field, and the code stays usable', async () => {
  const first = await aForm()
  await world.ask(registerCalls.doRegister, first)
  for (const field of ['loginName', 'cardNumber'] as const) {
    const answer = await world.call(registerCalls.doRegister, { ...(await aForm()), [field]: first[field] })
    assert.deepEqual([answer.respCode, answer.field], [422, field])
  }
  await world.moveClock('2 minutes')
  const again = { ...(await aForm(first.mobile)) }
  const taken = await world.call(registerCalls.doRegister, again)
  assert.deepEqual([taken.respCode, taken.field], [422, 'mobile'])
  await world.moveClock('0')
})

test('without a solved slider no message is sent', async () => {
  const mobile = aMobile()
  const bare = await world.call(codeCalls.sendMsgCode, { mobile })
  assert.deepEqual([bare.respCode, bare.field], [422, 'captchaVO'])
  const used = await aCaptcha(world)
  await world.ask(codeCalls.sendMsgCode, { mobile, captchaVO: { captchaVerification: used } })
  const replay = await world.call(codeCalls.sendMsgCode, {
    mobile: aMobile(),
    captchaVO: { captchaVerification: used },
  })
  assert.equal(replay.respCode, 422)
  const login = await world.call(sessionCalls.login, {
    account: encodeCredential('a'),
    password: encodeCredential('b'),
  })
  assert.deepEqual([login.respCode, login.field], [422, 'captchaVO'])
})

test('one message a minute and five a day to a number', async () => {
  const mobile = aMobile()
  await aCode(mobile)
  const soon = await world.call(codeCalls.sendMsgCode, {
    mobile,
    captchaVO: { captchaVerification: await aCaptcha(world) },
  })
  assert.equal(soon.respCode, 429)
  for (let i = 1; i < 5; i++) {
    await world.moveClock(`${i * 61} seconds`)
    await aCode(mobile)
  }
  await world.moveClock('10 minutes')
  const sixth = await world.call(codeCalls.sendMsgCode, {
    mobile,
    captchaVO: { captchaVerification: await aCaptcha(world) },
  })
  assert.match(sixth.respDesc, /用完/)
  await world.moveClock('0')
})

test('a code is good for five tries, five minutes, one use, its own number and purpose', async () => {
  const form = await aForm()
  const wrongCode = form.msgCode === '111111' ? '222222' : '111111'
  for (let i = 0; i < 5; i++) await world.call(registerCalls.doRegister, { ...form, msgCode: wrongCode })
  assert.equal((await world.call(registerCalls.doRegister, form)).respCode, 422)
  const old = await aForm()
  await world.moveClock('6 minutes')
  assert.equal((await world.call(registerCalls.doRegister, old)).respCode, 422)
  await world.moveClock('0')
  const other = await aForm()
  assert.equal((await world.call(registerCalls.doRegister, { ...other, mobile: aMobile() })).respCode, 422)
  assert.equal((await world.call(registerCalls.loginByMobile, other)).respCode, 422)
  await world.ask(registerCalls.doRegister, other)
  assert.equal(
    (
      await world.call(registerCalls.doRegister, {
        ...(await aForm()),
        msgCode: other.msgCode,
        codeToken: other.codeToken,
        mobile: other.mobile,
      })
    ).respCode,
    422,
  )
})

test('the response does not reveal whether a number is known', async () => {
  const form = await aForm()
  await world.ask(registerCalls.doRegister, form)
  await world.moveClock('2 minutes')
  const shape = (answer: object) => Object.keys(answer).sort()
  const known = await aCode(form.mobile, codeCalls.sendMsgCodeByLogin)
  const stranger = aMobile()
  const unknown = await aCode(stranger, codeCalls.sendMsgCodeByLogin)
  assert.deepEqual(shape(known), shape(unknown))
  assert.equal(await lastCode(world, stranger), undefined)
  const { data } = await world.ask(registerCalls.loginByMobile, { mobile: form.mobile, ...known })
  assert.ok(data.tokenCode)
  await world.moveClock('0')
})

test('a new password ends every session and opens new ones', async () => {
  const form = await aForm()
  const { data } = await world.ask(registerCalls.doRegister, form)
  await world.moveClock('2 minutes')
  const code = await aCode(form.mobile, codeCalls.sendMsgCodeByForget)
  const weak = await world.call(registerCalls.forgetPassword, {
    mobile: form.mobile,
    ...code,
    password: 'abc123',
  })
  assert.equal(weak.field, 'password')
  await world.ask(registerCalls.forgetPassword, { mobile: form.mobile, ...code, password: 'River77stone' })
  await until(
    async () => (await world.call(sessionCalls.getAccountInfo, {}, data.tokenCode)).respCode === 401,
  )
  const login = await world.ask(sessionCalls.login, {
    account: encodeCredential(form.loginName),
    password: encodeCredential('River77stone'),
    captchaVO: { captchaVerification: await aCaptcha(world) },
  })
  assert.ok(login.data.tokenCode)
  await world.moveClock('0')
})

test('a number that is replaced while its code is used neither signs in nor sets a password', async () => {
  const mobile = aMobile()
  const { secrets } = world.app
  const [fresh] = await world.db<{ id: string }[]>`select new_id() as id`
  const { id } = fresh!
  const own = secrets.blindIndex('mobile', mobile)
  await world.db`
    insert into accounts ${world.db({
      id,
      projectId: portal.projectId,
      roleId: portal.roles.learner,
      loginName: mobile,
      userName: '林知夏',
      passwordHash: await hashPassword('River77stone'),
      mobileIndex: own,
      mobileMask: '160****',
      mobileSealed: secrets.seal('accounts.mobile', id, mobile),
    })}`
  const used = async (
    send: (typeof codeCalls)[keyof typeof codeCalls],
    use: (code: Awaited<ReturnType<typeof aCode>>) => Promise<{ respCode: number }>,
  ) => {
    await world.db`delete from message_codes`
    await world.db`update accounts set mobile_index = ${own} where id = ${id}`
    const code = await aCode(mobile, send)
    const other = secrets.blindIndex('mobile', aMobile())
    const [reply] = await race(
      world.db,
      (tx) => tx`update accounts set mobile_index = ${other}, sessions_from = moment() where id = ${id}`,
      () => use(code),
    )
    assert.notEqual(reply.respCode, 200)
  }
  await used(codeCalls.sendMsgCodeByLogin, (code) =>
    world.call(registerCalls.loginByMobile, { mobile, ...code }),
  )
  await used(codeCalls.sendMsgCodeByForget, (code) =>
    world.call(registerCalls.forgetPassword, { mobile, ...code, password: 'Another88tree' }),
  )
})

test('the old password is no new one', async () => {
  const form = await aForm()
  await world.ask(registerCalls.doRegister, form)
  await world.moveClock('2 minutes')
  const code = await aCode(form.mobile, codeCalls.sendMsgCodeByForget)
  const answer = await world.call(registerCalls.forgetPassword, {
    mobile: form.mobile,
    ...code,
    password: form.password,
  })
  assert.deepEqual([answer.respCode, answer.field], [422, 'password'])
  await world.moveClock('0')
})

test('an ID of 15 digits is the person of 18, and is registered once', async () => {
  const long = aCard()
  const short = long.slice(0, 6) + long.slice(8, 17)
  const form = { ...(await aForm()), cardNumber: short }
  await world.ask(registerCalls.doRegister, form)
  const [row] = await world.db`
    select s.card_mask from students s join accounts a on a.id = s.account_id where a.login_name = ${form.loginName}`
  assert.equal(row!.cardMask, `1101**********${long.slice(-4)}`)
  const again = await world.call(registerCalls.doRegister, { ...(await aForm()), cardNumber: long })
  assert.deepEqual([again.respCode, again.field], [422, 'cardNumber'])
})

const letStrangersEnter = (open: boolean) =>
  changeSettings(world, portal.projectId, { loginAsRegister: open })

test('an unknown number opens nothing unless the project allows it', async () => {
  const mobile = aMobile()
  const code = await aCode(mobile, codeCalls.sendMsgCodeByLogin)
  const answer = await world.call(registerCalls.loginByMobile, { mobile, ...code, agreement: true })
  assert.deepEqual([answer.respCode, answer.field], [422, 'msgCode'])
  const [row] = await world.db`
    select count(*)::int as n from accounts where mobile_index = ${world.app.secrets.blindIndex('mobile', mobile)}`
  assert.equal(row!.n, 0)
})

test('where strangers may enter, a proved number becomes a learner’s who agreed, once', async () => {
  await letStrangersEnter(true)
  const mobile = aMobile()
  const code = await aCode(mobile, codeCalls.sendMsgCodeByLogin)
  const silent = await world.call(registerCalls.loginByMobile, { mobile, ...code })
  assert.deepEqual([silent.respCode, silent.field], [422, 'agreement'])
  const { data } = await world.ask(registerCalls.loginByMobile, { mobile, ...code, agreement: true })
  const { manageAccountInfo } = await world.ask(sessionCalls.getAccountInfo, {}, data.tokenCode)
  assert.equal(manageAccountInfo.roleRP.roleSystem, 3)
  assert.equal(manageAccountInfo.userName, `160****${mobile.slice(-4)}`)
  await world.moveClock('2 minutes')
  const second = await aCode(mobile, codeCalls.sendMsgCodeByLogin)
  const back = await world.ask(registerCalls.loginByMobile, { mobile, ...second })
  const again = await world.ask(sessionCalls.getAccountInfo, {}, back.data.tokenCode)
  assert.equal(again.manageAccountInfo.accountId, manageAccountInfo.accountId)
  await world.moveClock('0')
  await letStrangersEnter(false)
})

test('a number whose account is disabled neither signs in nor becomes another learner', async () => {
  const form = await aForm()
  await world.ask(registerCalls.doRegister, form)
  await world.db`update accounts set status = 'disabled' where login_name = ${form.loginName}`
  await letStrangersEnter(true)
  await world.moveClock('2 minutes')
  const code = await aCode(form.mobile, codeCalls.sendMsgCodeByLogin)
  const answer = await world.call(registerCalls.loginByMobile, {
    mobile: form.mobile,
    ...code,
    agreement: true,
  })
  assert.deepEqual([answer.respCode, answer.field], [422, 'msgCode'])
  await world.moveClock('0')
  await letStrangersEnter(false)
})

test('an address that requested too many messages, or guessed too often, is held off', async () => {
  const ask = async () =>
    world.call(codeCalls.sendMsgCodeByLogin, {
      mobile: aMobile(),
      captchaVO: { captchaVerification: await aCaptcha(world) },
    })
  assert.equal((await ask()).respCode, 200)
  await world.db`update tries set count = 1000000 where bucket like 'addressMessages:%'`
  assert.match((await ask()).respDesc, /尝试次数过多/)
  const guess = {
    mobile: aMobile(),
    msgCode: '123456',
    codeToken: '0193f6a0-0000-7000-8000-000000000000',
  }
  assert.equal((await world.call(registerCalls.loginByMobile, guess)).respCode, 422)
  await world.db`update tries set count = 1000000 where bucket like 'address:%'`
  assert.match((await world.call(registerCalls.loginByMobile, guess)).respDesc, /尝试次数过多/)
})

test('the outbox is there in demo mode and nowhere else; without a channel the refusal states it', async () => {
  assert.match((await world.portal.http.inject({ url: '/dev/outbox' })).body, /发件箱/)
  const real = await openWorld({
    environment: { demo: false, captcha: false },
    channels: () => ({ sms: null }),
  })
  await aPortal(real)
  assert.equal((await real.portal.http.inject({ url: '/dev/outbox' })).statusCode, 404)
  const answer = await real.call(codeCalls.sendMsgCode, { mobile: aMobile() })
  assert.match(answer.respDesc, /短信服务尚未开通/)
})
