import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { runJob } from '../../../test/build/job.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../test/build/portal.ts'
import { aBrowser } from '../../../test/build/session.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { encodeCredential } from '../../session/rules.ts'
import { sessionCalls } from '../../session/contract.ts'
import { closingRefusals, exportRefusals, personalDataCalls as calls } from '../contract.ts'
import { keptPlace } from './closing.ts'

const password = 'Demo2026a'
let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/student-manage/student'] })
})

const stateOf = ({ token }: BuiltAccount) => world.ask(calls.getState, {}, token)
const fetchCopy = (id: string, token: string) =>
  world.portal.http.inject({
    method: 'POST',
    url: `/api${calls.downloadCopy.path}`,
    headers: { token },
    payload: { id },
  })
const closingOf = async ({ accountId }: BuiltAccount) =>
  (
    await world.db`select * from account_closings where account_id = ${accountId} order by created_at desc limit 1`
  )[0]!
const numbersOf = async ({ accountId }: BuiltAccount) => {
  const [row] = await world.db`
    select a.mobile_sealed, a.mobile_index, s.card_sealed, s.card_index from accounts a
    join students s on s.account_id = a.id where a.id = ${accountId}`
  const { secrets } = world.app
  return {
    mobile: secrets.open('accounts.mobile', accountId, row!.mobileSealed as Buffer),
    card: secrets.open('students.card', accountId, row!.cardSealed as Buffer),
    mobileIndex: row!.mobileIndex as Buffer,
    cardIndex: row!.cardIndex as Buffer,
  }
}
/** A learner with a pass, its hours and a certificate. */
async function aHolder() {
  const learner = await aLearner(world, portal, { name: '赵小敏' })
  const { classId } = await aClass(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const verifyCode = `code${enrolmentId}`
  await world.db`
    with template as (
      insert into certificate_templates (project_id, name, kind, design, numbering)
      values (${portal.projectId}, ${enrolmentId}, 'class', '{}', '{serial}') returning id)
    insert into certificates (project_id, account_id, enrolment_id, template_id, template_version, kind, number,
      verify_code, holder, design)
    select ${portal.projectId}, ${learner.accountId}, ${enrolmentId}, id, 1, 'class', ${enrolmentId}, ${verifyCode},
      ${world.db.json({
        realName: '赵小敏',
        cardMask: '1101**********0038',
        unitName: 'U',
        className: 'C',
        year: 2023,
        hoursTenths: 80,
        number: enrolmentId,
        issuedDate: '2023-01-01',
        projectTitle: 'P',
      } as never)}, '{}' from template`
  await world.db`
    insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, title)
    values (${portal.projectId}, ${learner.accountId}, 2023, 'public', 'required', 80, 'external', '药事管理')`
  return { ...learner, verifyCode }
}

test('a person takes their own data away until it has arrived, proved by the password, and nobody else can', async () => {
  const learner = await aHolder()
  const { card, mobile } = await numbersOf(learner)
  const wrong = await world.call(calls.requestCopy, { password: 'Wrong2026a' }, learner.token)
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'password'])
  assert.equal((await world.call(calls.requestCopy, {}, learner.token)).respCode, 422)
  assert.equal((await stateOf(learner)).copy, null, 'nothing was begun')

  const { id } = await world.ask(calls.requestCopy, { password }, learner.token)
  assert.equal((await world.ask(calls.requestCopy, { password }, learner.token)).id, id, 'one at a time')
  await world.portal.drainJobs()
  const { copy } = await stateOf(learner)
  assert.deepEqual([copy!.id, copy!.status], [id, 'ready'])
  const [stored] = await world.db`select content_sealed from data_exports where id = ${id}`
  assert.ok(!(stored!.contentSealed as Buffer).includes(card), 'sealed while it waits')

  const stranger = await aLearner(world, portal)
  assert.equal((await fetchCopy(id, stranger.token)).json().respCode, 409)
  const elsewhere = aBrowser(world)
  const other = await elsewhere.signIn(learner.loginName)
  const refused = (await fetchCopy(id, other)).json() as { respCode: number }
  assert.equal(refused.respCode, 403, 'another sign-in of the account has proved nothing')
  assert.equal((await world.call(calls.confirmCopy, { id }, other)).respCode, 403)
  assert.equal((await world.ask(calls.getState, {}, other)).copy!.isHere, false)
  assert.equal((await world.ask(calls.requestCopy, { password }, other)).id, id)
  assert.equal((await fetchCopy(id, other)).statusCode, 200)
  assert.equal(((await fetchCopy(id, learner.token)).json() as { respCode: number }).respCode, 403)
  await world.ask(calls.requestCopy, { password }, learner.token)
  const file = await fetchCopy(id, learner.token)
  assert.match(String(file.headers['content-disposition']), /my-data\.html/)
  for (const own of [card, mobile, '赵小敏', '药事管理', learner.loginName])
    assert.ok(file.body.includes(own), own)
  const json = Buffer.from(/base64,([^"]+)"/.exec(file.body)![1]!, 'base64').toString()
  const data = JSON.parse(json) as Record<string, Record<string, unknown>[]>
  assert.equal(data.Profile![0]!.cardNumber, card)
  assert.equal(data.Certificates!.length, 1)
  assert.equal(data['Hours ledger']![0]!.title, '药事管理')

  assert.equal((await fetchCopy(id, learner.token)).statusCode, 200, 'a cut line loses nothing')
  assert.equal((await world.call(calls.confirmCopy, { id }, stranger.token)).respCode, 409)
  await world.ask(calls.confirmCopy, { id }, learner.token)
  const again = (await fetchCopy(id, learner.token)).json() as { respCode: number; respDesc: string }
  assert.deepEqual([again.respCode, again.respDesc], [409, exportRefusals.notReady.zh])
  const [gone] = await world.db`select content_sealed from data_exports where id = ${id}`
  assert.equal(gone!.contentSealed, null)
  assert.equal((await stateOf(learner)).copy!.status, 'fetched')
  const log = await world.db`
    select action from operation_logs where subject_id = ${learner.accountId} and action like 'account.%Copy' order by id`
  assert.deepEqual(
    log.map((row) => row.action),
    ['account.requestCopy', 'account.takeCopy', 'account.takeCopy', 'account.takeCopy'],
  )
  assert.notEqual((await world.ask(calls.requestCopy, { password }, learner.token)).id, id)
})

test('a copy nobody fetches is gone after a day, and staff take theirs away as well', async () => {
  const admin = await anAccount(world, portal, { role: 'admin' })
  const { id } = await world.ask(calls.requestCopy, { password }, admin.token)
  await world.portal.drainJobs()
  assert.equal((await stateOf(admin)).copy!.status, 'ready')
  await world.db`update data_exports set expires_at = moment() where id = ${id}`
  assert.equal((await stateOf(admin)).copy!.status, 'lapsed')
  assert.equal((await fetchCopy(id, admin.token)).json().respCode, 409)
  await runJob(world, 'personalData.close')
  const [row] = await world.db`select status, content_sealed from data_exports where id = ${id}`
  assert.deepEqual([row!.status, row!.contentSealed], ['lapsed', null])
  assert.equal((await world.call(calls.closeAccount, { password }, admin.token)).respCode, 403)
})

test('what is open prevents the closing, each with the way on', async () => {
  const learner = await aLearner(world, portal)
  const { db } = world
  const refused = async () => (await world.call(calls.closeAccount, { password }, learner.token)).respDesc
  const [order] = await db`
    insert into orders (project_id, account_id, payer_name, order_no, amount, expires_at)
    values (${portal.projectId}, ${learner.accountId}, 'x', ${`N${learner.accountId}`}, 100, moment() + interval '1 hour')
    returning id`
  assert.equal(await refused(), closingRefusals.order.zh)
  await db`update orders set status = 'paid', paid_at = moment(), channel = 'wechat' where id = ${order!.id as string}`
  await db`
    insert into refunds (project_id, order_id, account_id, applicant_id, kind, refund_no, amount, status, reason)
    values (${portal.projectId}, ${order!.id as string}, ${learner.accountId}, ${learner.accountId}, 'learner',
      ${`R${learner.accountId}`}, 100, 'applied', 'x')`
  assert.equal(await refused(), closingRefusals.refund.zh)
  assert.deepEqual((await stateOf(learner)).hindrances, ['refund'])
  await db`delete from refunds where order_id = ${order!.id as string}`
  assert.equal((await world.call(calls.closeAccount, { password }, learner.token)).respCode, 200)
})

test('after seven days without a sign-in the person is gone, and records, certificate and log stay', async () => {
  const learner = await aHolder()
  const { card, mobile, mobileIndex, cardIndex } = await numbersOf(learner)
  await world.ask(calls.closeAccount, { password }, learner.token)
  assert.equal((await world.call(calls.getState, {}, learner.token)).respCode, 401, 'signed out everywhere')
  await world.moveClock('6 days')
  await runJob(world, 'personalData.close')
  assert.equal((await closingOf(learner)).status, 'waiting')
  await world.moveClock('8 days')
  await runJob(world, 'personalData.close')
  const closing = await closingOf(learner)
  assert.equal(closing.status, 'closed')

  const [row] = await world.db`
    select a.status, a.user_name, a.mobile_index, a.mobile_sealed, a.wechat_open_id, a.image_key, a.login_name,
      s.real_name, s.birth_date, s.card_index, s.photo_key
    from accounts a join students s on s.account_id = a.id where a.id = ${learner.accountId}`
  assert.deepEqual(
    [row!.status, row!.userName, row!.realName, row!.mobileSealed, row!.birthDate, row!.imageKey],
    ['deleted', '赵*敏（已注销）', '赵*敏（已注销）', null, null, null],
  )
  assert.notDeepEqual(row!.cardIndex, cardIndex)
  const again = await world.call(sessionCalls.login, {
    account: encodeCredential(learner.loginName),
    password: encodeCredential(password),
  })
  assert.notEqual(again.respCode, 200)
  const kept = JSON.parse(
    world.app.secrets.open(keptPlace, closing.id as string, closing.keptSealed as Buffer),
  ) as Record<string, string>
  assert.deepEqual([kept.name, kept.cardNumber, kept.mobile], ['赵小敏', card, mobile])
  const checked = await world.portal.http.inject({ method: 'GET', url: `/check/${learner.verifyCode}` })
  assert.equal(checked.statusCode, 200)
  assert.match(checked.body, /有效/)
  assert.equal((await world.db`select from hour_entries where account_id = ${learner.accountId}`).length, 1)

  // The numbers are free: somebody registers with them.
  const fresh = await aLearner(world, portal)
  await world.db`update accounts set mobile_index = ${mobileIndex} where id = ${fresh.accountId}`
  await world.db`update students set card_index = ${cardIndex} where account_id = ${fresh.accountId}`

  await world.db`update account_closings set kept_until = moment() where account_id = ${learner.accountId}`
  await runJob(world, 'personalData.close')
  assert.equal((await closingOf(learner)).keptSealed, null, 'and what was kept goes in its time')
})

test('signing in before then cancels it, and who has no records leaves nothing behind', async () => {
  const [stays, goes] = [await aLearner(world, portal), await aLearner(world, portal)]
  for (const learner of [stays, goes]) await world.ask(calls.closeAccount, { password }, learner.token)
  await signedIn(world, stays.loginName)
  assert.equal((await closingOf(stays)).status, 'cancelled')
  await world.moveClock('16 days')
  await runJob(world, 'personalData.close')
  assert.equal((await closingOf(goes)).status, 'closed')
  assert.equal((await closingOf(goes)).keptSealed, null)
  const [row] = await world.db`select status from accounts where id = ${stays.accountId}`
  assert.equal(row!.status, 'active')
  const log = await world.db`
    select action from operation_logs where subject_id = ${stays.accountId} and action like 'account.%Closing' order by id`
  assert.deepEqual(
    log.map(({ action }) => action as string),
    ['account.requestClosing', 'account.cancelClosing'],
  )
})
