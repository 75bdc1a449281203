import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { sendForm } from '../../../../test/build/file.ts'
import { aLearner, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { aBrowser } from '../../../../test/build/session.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { fileCalls } from '../../../file/contract.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { avatarCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

async function upload(token: string): Promise<string> {
  const bytes = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const file = { name: 'face.png', mime: 'image/png', bytes }
  const { attribute } = await sendForm(world, fileCalls.uploadImage, { file }, token)
  return attribute.data.key
}
const imageOf = async (token: string) =>
  (await world.ask(sessionCalls.getAccountInfo, {}, token)).manageAccountInfo.imagePath

test('a picture one uploaded becomes one’s avatar, in the account info too, and the action is recorded', async () => {
  const { token, accountId, loginName } = await aLearner(world, portal)
  const browser = aBrowser(world)
  await browser.signIn(loginName)
  assert.equal(await imageOf(token), null)
  const key = await upload(token)
  const { imagePath } = await world.ask(avatarCalls.saveAvatar, { key }, token)
  const { statusCode } = await world.portal.http.inject({ url: imagePath, cookies: browser.cookies })
  assert.equal(statusCode, 200)
  assert.equal((await world.portal.http.inject(`/media/image/${key}`)).statusCode, 404, 'it is personal')
  assert.equal(await imageOf(token), imagePath)
  const [action] = await world.db`
    select actor_id, before, after from operation_logs where action = 'account.avatar' and subject_id = ${accountId}`
  assert.deepEqual(
    { ...action },
    { actorId: accountId, before: { imageKey: null }, after: { imageKey: key } },
  )
})

test('another person’s picture, one that never was, and no picture are refused; nothing changes', async () => {
  const { token } = await aLearner(world, portal)
  const other = await aLearner(world, portal)
  const foreign = await upload(other.token)
  for (const [key, code] of [
    [foreign, 404],
    ['image/2023/00000000-0000-4000-8000-000000000000.png', 404],
    ['../secret.key', 422],
    ['', 422],
  ] as const) {
    assert.equal((await world.call(avatarCalls.saveAvatar, { key }, token)).respCode, code, key)
  }
  assert.equal((await world.call(avatarCalls.saveAvatar, {} as never, token)).respCode, 422)
  assert.equal(await imageOf(token), null)
})

test('a stranger has no avatar', async () => {
  assert.equal((await world.call(avatarCalls.saveAvatar, { key: 'x' })).respCode, 401)
})
