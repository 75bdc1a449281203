import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { aPictureCode } from '../../../../test/build/captcha.ts'
import { aLearner, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { codeCalls } from '../../../session/code/contract.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { encodeCredential } from '../../../session/rules.ts'
import { limits } from '../../../rateLimit/rules.ts'
import { captchaCalls } from '../../contract.ts'
import { typedText } from '../../rules.ts'
import { spendCaptcha } from '../../server/actions.ts'
import { pictureCalls } from '../contract.ts'
import { numberWords, pictureLetters, questionWork } from '../rules.ts'
import { doWork } from '../web/work.ts'
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

const begin = async () => {
  const { codeToken, work, question } = await world.ask(pictureCalls.getLoginVcode, { kind: 'question' })
  assert.equal(question, null)
  return { codeToken, work: work! }
}
const unlock = (codeToken: string, proof?: number[]) =>
  world.call(pictureCalls.getLoginVcode, { kind: 'question', codeToken, ...(proof ? { proof } : {}) })
const forgetTries = () => world.db`delete from tries`

const numbers = new Map(Array.from({ length: 100 }, (_, i) => [numberWords(i, 'zh'), i]))
/** The sum that a question asks for. */
function sumOf(question: string): string {
  const [, a, b] = /^(.+)加(.+)等于多少/.exec(question)!
  return String(numbers.get(a!)! + numbers.get(b!)!)
}

test('a sum in words is asked after the work is done, in both languages, and its answer opens the door once', async () => {
  const { codeToken, work } = await begin()
  assert.deepEqual(work, questionWork)
  assert.ok(work.rounds * 2 ** work.bits >= 2 ** 18, 'less than a second of an old phone')
  const rounds: number[] = []
  const proof = await doWork(codeToken, work, { onRound: (done) => rounds.push(done) })
  assert.deepEqual(rounds, [1, 2, 3, 4, 5, 6, 7, 8])
  const { attribute } = await unlock(codeToken, proof)
  assert.match(attribute.question!, /^[一二三四五六七八九十]+加[一二三四五六七八九]等于多少/)
  // The proof is good for no second question.
  assert.deepEqual((await unlock(codeToken, proof)).field, 'proof')
  const vcode = sumOf(attribute.question!)
  assert.equal(await spendCaptcha(world.db, typedText(codeToken, vcode)), true)
  assert.equal(await spendCaptcha(world.db, typedText(codeToken, vcode)), false)
  const next = await begin()
  const english = await world.portal.http.inject({
    method: 'POST',
    url: '/api/login/get-login-vcode',
    headers: { 'accept-language': 'en' },
    payload: { kind: 'question', ...next, proof: await doWork(next.codeToken, next.work) },
  })
  assert.match(english.json().attribute.question, /^What is [a-z-]+ plus [a-z]+\?/)
})

test('without its work, with another’s, a second time or too late no question is asked, and no sum opens anything', async () => {
  const { codeToken, work } = await begin()
  for (const vcode of ['', 'null', '20']) {
    const other = await begin()
    assert.equal(await spendCaptcha(world.db, typedText(other.codeToken, vcode)), false)
  }
  const proof = await doWork(codeToken, work)
  const another = await begin()
  for (const wrong of [undefined, [], proof.map(() => 0), [...proof, 1], proof]) {
    const { codeToken: fresh } = await begin()
    assert.deepEqual([(await unlock(fresh, wrong)).field, wrong], ['proof', wrong])
  }
  // The first proof counts: a right one after a wrong one opens nothing.
  assert.equal((await unlock(another.codeToken, proof)).field, 'proof')
  const late = await doWork(another.codeToken, work)
  assert.equal((await unlock(another.codeToken, late)).field, 'proof')
  await world.moveClock('121 seconds')
  assert.equal((await unlock(codeToken, proof)).field, 'proof')
  await world.moveClock('0')
  const picture = await world.ask(pictureCalls.getLoginVcode, {})
  assert.equal((await unlock(picture.codeToken, await doWork(picture.codeToken, work))).field, 'proof')
})

test('pictures, questions in words and sliders count on one budget of the network', async () => {
  await forgetTries()
  const slide = () =>
    world.call(captchaCalls.check, { captchaType: 'blockPuzzle', token: 'none', pointJson: 'none' })
  assert.equal((await unlock('none', [])).respCode, 422)
  assert.equal((await slide()).respCode, 200)
  await world.ask(pictureCalls.getLoginVcode, {})
  const [both] = await world.db`select count from tries where bucket like 'captcha:%'`
  assert.equal(both!.count, 3)
  await world.db`update tries set count = ${limits.captcha.tries - 1} where bucket like 'captcha:%'`
  assert.equal((await slide()).respCode, 200)
  assert.equal((await unlock('none', [])).respCode, 429)
  assert.equal((await world.call(pictureCalls.getLoginVcode, {})).respCode, 429)
  assert.equal((await slide()).respCode, 429)
  const [row] = await world.db`select count from tries where bucket like 'captcha:%'`
  assert.equal(row!.count, limits.captcha.tries)
  await forgetTries()
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
