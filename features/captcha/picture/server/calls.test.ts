import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { aPictureCode } from '../../../../test/build/captcha.ts'
import { aLearner, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { codeCalls } from '../../../session/code/contract.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { encodeCredential } from '../../../session/rules.ts'
import { typedText } from '../../rules.ts'
import { spendCaptcha } from '../../server/actions.ts'
import { pictureCalls } from '../contract.ts'
import { pictureLetters } from '../rules.ts'
import { drawCode } from './draw.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld({ environment: { captcha: true } })
  portal = await aPortal(world)
})

test('the picture is a PNG that differs from code to code, and every character can be drawn', async () => {
  const { image, question } = await world.ask(pictureCalls.getLoginVcode, {})
  assert.equal(question, null)
  const bytes = Buffer.from(image!.replace('data:image/png;base64,', ''), 'base64')
  const { format, width, height } = await sharp(bytes).metadata()
  assert.deepEqual([format, width, height], ['png', 160, 60])
  const shades = await Promise.all(
    [...pictureLetters].map(async (letter) => (await sharp(await drawCode(letter)).stats()).entropy),
  )
  assert.ok(
    shades.every((entropy) => entropy > 0.5),
    `a character left the picture empty: ${shades}`,
  )
})

test('a sum in words serves who cannot see the picture, in both languages', async () => {
  const { image, question } = await world.ask(pictureCalls.getLoginVcode, { kind: 'question' })
  assert.equal(image, null)
  assert.match(question!, /^[一二三四五六七八九十]+加[一二三四五六七八九]等于多少/)
  const english = await world.portal.http.inject({
    method: 'POST',
    url: '/api/login/get-login-vcode',
    headers: { 'accept-language': 'en' },
    payload: { kind: 'question' },
  })
  assert.match(english.json().attribute.question, /^What is [a-z-]+ plus [a-z]+\?/)
})

test('a code is good for one try, right or wrong, and for two minutes', async () => {
  const good = await aPictureCode(world)
  assert.equal(await spendCaptcha(world.db, typedText(good.codeToken, good.vcode.toLowerCase())), true)
  assert.equal(await spendCaptcha(world.db, typedText(good.codeToken, good.vcode)), false)
  const guessed = await aPictureCode(world)
  assert.equal(await spendCaptcha(world.db, typedText(guessed.codeToken, 'ZZZZZ')), false)
  assert.equal(await spendCaptcha(world.db, typedText(guessed.codeToken, guessed.vcode)), false)
  const late = await aPictureCode(world)
  await world.moveClock('121 seconds')
  assert.equal(await spendCaptcha(world.db, typedText(late.codeToken, late.vcode)), false)
  await world.moveClock('0')
})

test('64 uses of one code concurrently: exactly one wins', async () => {
  const { codeToken, vcode } = await aPictureCode(world)
  const spent = await Promise.all(
    Array.from({ length: 64 }, () => spendCaptcha(world.db, typedText(codeToken, vcode))),
  )
  assert.equal(spent.filter(Boolean).length, 1)
})

test('signing in takes codeToken and vcode in place of the slider; a message takes them too', async () => {
  world.app.environment.captcha = false
  const learner = await aLearner(world, portal)
  world.app.environment.captcha = true
  const account = encodeCredential(learner.loginName)
  const password = encodeCredential('Demo2026a')
  const wrong = await world.call(sessionCalls.login, {
    account,
    password,
    ...(await aPictureCode(world)),
    vcode: 'ZZZZZ',
  })
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'captchaVO'])
  const { data } = await world.ask(sessionCalls.login, { account, password, ...(await aPictureCode(world)) })
  assert.ok(data.tokenCode)
  const { codeToken, vcode } = await aPictureCode(world)
  await world.ask(codeCalls.sendMsgCode, {
    mobile: '16000007777',
    captchaVO: { captchaVerification: typedText(codeToken, vcode) },
  })
})
