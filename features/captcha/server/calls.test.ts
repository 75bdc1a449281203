import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { openWorld, type World } from '../../../test/harness.ts'
import { aPortal } from '../../../test/build/portal.ts'
import { aCaptcha } from '../../../test/build/captcha.ts'
import { captchaCalls, captchaSize } from '../contract.ts'
import { encode, spendCaptcha } from './actions.ts'

let world: World
before(async () => {
  world = await openWorld()
  await aPortal(world)
})

const get = async () => (await world.ask(captchaCalls.get, { captchaType: 'blockPuzzle' })).repData!
const check = (token: string, pointJson: string) =>
  world.ask(captchaCalls.check, { captchaType: 'blockPuzzle', token, pointJson })
const answerOf = async (token: string) =>
  (await world.db`select x from captchas where token = ${token}`)[0]!.x as number

test('the picture is 310 by 155 and the piece 47 wide and as tall', async () => {
  const { originalImageBase64, jigsawImageBase64 } = await get()
  const picture = await sharp(Buffer.from(originalImageBase64, 'base64')).metadata()
  const piece = await sharp(Buffer.from(jigsawImageBase64, 'base64')).metadata()
  assert.deepEqual([picture.width, picture.height], [captchaSize.width, captchaSize.height])
  assert.deepEqual([piece.width, piece.height], [captchaSize.piece, captchaSize.height])
})

test('five pixels off is solved, six is not, and a token serves once either way', async () => {
  for (const [off, code] of [
    [5, '0000'],
    [6, '6111'],
  ] as const) {
    const { token, secretKey } = await get()
    const point = encode(JSON.stringify({ x: (await answerOf(token)) + off, y: 5 }), secretKey)
    assert.equal((await check(token, point)).repCode, code)
    assert.equal((await check(token, point)).repCode, '6110')
  }
})

test('an answer in plain JSON, of another key, or with another y is wrong', async () => {
  for (const forge of [
    (x: number) => JSON.stringify({ x, y: 5 }),
    (x: number) => encode(JSON.stringify({ x, y: 5 }), 'another-16-chars'),
    (x: number, key: string) => encode(JSON.stringify({ x, y: 6 }), key),
    (_x: number, key: string) => encode('not json', key),
    (_x: number, key: string) => encode('{"x":null,"y":5}', key),
  ]) {
    const { token, secretKey } = await get()
    assert.equal((await check(token, forge(await answerOf(token), secretKey))).repCode, '6111')
  }
})

test('a token lives two minutes and its solution three', async () => {
  const { token, secretKey } = await get()
  const point = encode(JSON.stringify({ x: await answerOf(token), y: 5 }), secretKey)
  await world.moveClock('121 seconds')
  assert.equal((await check(token, point)).repCode, '6110')
  await world.moveClock('0')
  const verification = await aCaptcha(world)
  await world.moveClock('181 seconds')
  assert.equal(await spendCaptcha(world.db, verification), false)
  await world.moveClock('0')
})

test('64 uses of one solution concurrently: exactly one wins', async () => {
  const verification = await aCaptcha(world)
  const spent = await Promise.all(Array.from({ length: 64 }, () => spendCaptcha(world.db, verification)))
  assert.equal(spent.filter(Boolean).length, 1)
})

test('an unsolved or invented verification opens nothing', async () => {
  assert.equal(await spendCaptcha(world.db, undefined), false)
  assert.equal(await spendCaptcha(world.db, 'invented'), false)
})
