import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Refusal } from '../../../contract/refusal.ts'
import type { Session } from '../../../server/session.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { mobileChanged } from '../../account/server/messages.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { messageCalls } from '../contract.ts'
import { saveMail } from './mail.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/project-manage/message', '/student-manage/student'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

/** The newest code mailed to an address. */
const codeTo = async (address: string) => {
  const [mail] = await world.db`
    select text from outbox_messages where channel = 'mail' and recipient = ${address} order by id desc limit 1`
  return /\d{6}/.exec(mail!.text as string)![0]
}
let moved = 0
const aMinuteLater = () => world.moveClock(`${(moved += 61)} seconds`)
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
const mailOf = async ({ token }: BuiltAccount) =>
  (await world.ask(messageCalls.getPreferences, {}, token)).mail
const enter = ({ token }: BuiltAccount, address: string) =>
  world.call(messageCalls.saveMail, { address }, token)
const confirmMail = ({ token }: BuiltAccount, code: string) =>
  world.call(messageCalls.confirmMail, { code }, token)

test('a mail address is used once its owner has typed the code that was sent there', async () => {
  const learner = await aLearner(world, portal)
  const address = 'wang@example.cn'
  const wrong = await enter(learner, 'wang')
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'address'])
  assert.equal((await enter(learner, address)).respCode, 200)
  assert.deepEqual(await mailOf(learner), { isOffered: true, address: null, waiting: 'w***@example.cn' })
  const code = await codeTo(address)
  const refused = await confirmMail(learner, wrongFor(code))
  assert.deepEqual([refused.respCode, refused.field], [422, 'code'])
  assert.equal((await confirmMail(learner, code)).respCode, 200)
  assert.deepEqual(await mailOf(learner), { isOffered: true, address: 'w***@example.cn', waiting: null })
  await world.ask(
    messageCalls.saveRoute,
    { kind: mobileChanged.code, channel: 'mail', isEnabled: true },
    admin.token,
  )
  // Another one takes its place when it is confirmed, not when it is entered: it may be mistyped.
  await aMinuteLater()
  assert.equal((await enter(learner, 'wnag@example.cn')).respCode, 200)
  const change = { accountId: learner.accountId, version: 1, mobile: '16612340002' }
  await world.ask(studentManageCalls.updateStudentInfo, change, admin.token)
  await world.portal.drainJobs()
  const mails =
    await world.db`select text from outbox_messages where channel = 'mail' and recipient = ${address}`
  assert.equal(mails.length, 2)
  assert.ok(mails.some((row) => /手机号已更换[\s\S]*mobile number/.test(row.text as string)))
  // Another number ended the session.
  learner.token = await signedIn(world, learner.loginName)
  assert.equal((await confirmMail(learner, await codeTo('wnag@example.cn'))).respCode, 200)
  const entries = await world.db`
    select action, before->>'mail' as before, after->>'mail' as after from operation_logs
    where actor_id = ${learner.accountId} and action = 'message.confirmMail' order by created_at`
  assert.deepEqual(
    entries.map(({ before: from, after: to }) => [from, to]),
    [
      [null, 'w***@example.cn'],
      ['w***@example.cn', 'w***@example.cn'],
    ],
  )
  const rows = await world.db`select confirmed_at from message_mails where account_id = ${learner.accountId}`
  assert.equal(rows.length, 1)
  await world.ask(messageCalls.saveMail, { address: '' }, learner.token)
  assert.deepEqual(await mailOf(learner), { isOffered: true, address: null, waiting: null })
})

test('a code for an address is good for five tries and half an hour', async () => {
  const learner = await aLearner(world, portal)
  await enter(learner, 'tries@example.cn')
  const code = await codeTo('tries@example.cn')
  for (let i = 0; i < 5; i++) assert.equal((await confirmMail(learner, wrongFor(code))).respCode, 422)
  assert.equal((await confirmMail(learner, code)).respCode, 422)
  const late = await aLearner(world, portal)
  await enter(late, 'late@example.cn')
  await world.db`
    update message_mails set expires_at = expires_at - interval '30 minutes' where account_id = ${late.accountId}`
  assert.equal((await confirmMail(late, await codeTo('late@example.cn'))).respCode, 422)
  for (const { accountId } of [learner, late]) {
    const rows = await world.db`
      select from message_mails where account_id = ${accountId} and confirmed_at is not null`
    assert.equal(rows.length, 0)
  }
})

test('nobody has the portal mail strangers: one code a minute, five a day, and five a day to one address', async () => {
  const learner = await aLearner(world, portal)
  // Beside the call, which has a limit of its own for a network.
  const save = ({ accountId }: { accountId: string }, address: string) =>
    saveMail(world.app, { accountId, projectId: portal.projectId } as Session, address).then(
      () => 'sent',
      (error: unknown) => (error as Refusal).words.code,
    )
  const victim = 'victim@example.cn'
  const parallel = await Promise.all(Array.from({ length: 4 }, () => save(learner, victim)))
  assert.deepEqual(parallel.map(String).toSorted(), ['429', '429', '429', 'sent'])
  // Removing the address in between changes nothing.
  await world.ask(messageCalls.saveMail, { address: '' }, learner.token)
  assert.equal(await save(learner, victim), 429)
  for (let i = 0; i < 4; i++) {
    await aMinuteLater()
    assert.equal(await save(learner, `${i}-${victim}`), 'sent')
  }
  await aMinuteLater()
  assert.equal(await save(learner, `5-${victim}`), 429)
  const others = []
  for (let i = 0; i < 6; i++) others.push(await save(await aLearner(world, portal), victim.toUpperCase()))
  assert.deepEqual(others, ['sent', 'sent', 'sent', 'sent', 429, 429])
})
