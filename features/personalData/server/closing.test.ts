import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { runJob } from '../../../test/build/job.ts'
import {
  aLearner,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import { personalDataCalls as calls } from '../contract.ts'
import { decide } from './closing.ts'

const password = 'Demo2026a'
let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

const stateOf = ({ token }: BuiltAccount) => world.ask(calls.getState, {}, token)
const closingOf = async ({ accountId }: BuiltAccount) =>
  (
    await world.db`select * from account_closings where account_id = ${accountId} order by created_at desc limit 1`
  )[0]!
const messagesOf = async ({ accountId }: BuiltAccount) =>
  (
    await world.db`
      select m.kind, array_agg(d.channel order by d.channel) filter (where d.id is not null) as channels from messages m
      left join message_deliveries d on d.message_id = m.id where m.account_id = ${accountId}
      group by m.id order by m.id`
  ).map(({ kind, channels }) => [kind, channels] as [string, string[]])

test('closing, taking it back and a copy are written to every address of the account', async () => {
  const learner = await aLearner(world, portal)
  const { accountId } = learner
  await world.db`
    insert into message_mails (account_id, address_sealed, address_mask, confirmed_at)
    values (${accountId}, ${world.app.secrets.seal('message_mails.address', accountId, 'a@b.cn')}, 'a@b.cn', moment())`
  await world.db`
    insert into message_routes (project_id, kind, channel, is_enabled)
    select ${portal.projectId}, k, 'mail', true
    from unnest(${['account.closingRequested', 'account.closingCancelled', 'account.copyMade']}::text[]) k`
  await world.ask(calls.requestCopy, { password }, learner.token)
  await runJob(world, 'personalData.close')
  await world.ask(calls.closeAccount, { password }, learner.token)
  assert.equal(
    (await world.ask(calls.getCancelledClosing, {}, await signedIn(world, learner.loginName))).cancelledAt,
    new Date((await closingOf(learner)).endedAt as string).toISOString(),
  )
  const later = await signedIn(world, learner.loginName)
  assert.equal((await world.ask(calls.getCancelledClosing, {}, later)).cancelledAt, null, 'said once')
  assert.deepEqual(await messagesOf(learner), [
    ['account.copyMade', ['mail', 'sms']],
    ['account.closingRequested', ['mail', 'sms']],
    ['account.closingCancelled', ['mail', 'sms']],
  ])
})

test('a closing that is asked for twice is one, and one that cannot be decided keeps no other waiting', async () => {
  const [broken, goes] = [await aLearner(world, portal), await aLearner(world, portal)]
  const both = await Promise.all([
    world.call(calls.closeAccount, { password }, broken.token),
    world.call(calls.closeAccount, { password }, broken.token),
  ])
  assert.ok(both.some(({ respCode }) => respCode === 200))
  const rows = await world.db`select status from account_closings where account_id = ${broken.accountId}`
  assert.deepEqual(
    rows.map(({ status }) => status as string),
    ['waiting'],
  )
  await world.ask(calls.closeAccount, { password }, goes.token)
  await world.db`update students set card_sealed = '\\x00' where account_id = ${broken.accountId}`
  await world.moveClock('24 days')
  await runJob(world, 'personalData.close')
  assert.equal((await closingOf(broken)).status, 'waiting')
  assert.equal((await closingOf(goes)).status, 'closed')
})

test('money that was received and went back keeps its payer known', async () => {
  const learner = await aLearner(world, portal)
  const [order] = await world.db`
    insert into orders (project_id, account_id, payer_name, order_no, amount, expires_at, status, closed_at, closed_reason)
    values (${portal.projectId}, ${learner.accountId}, 'x', ${`L${learner.accountId}`}, 6000, moment(), 'cancelled', moment(),
      'learner') returning id`
  assert.equal((await stateOf(learner)).keepsRecords, false)
  await world.db`
    insert into payments (project_id, order_id, channel, method, out_trade_no, description, amount, status, transaction_id,
      succeeded_at, refunded, expires_at)
    values (${portal.projectId}, ${order!.id as string}, 'wechat', 'native', ${`L${learner.accountId}`}, 'x', 6000, 'refunded',
      ${learner.accountId}, moment(), 6000, moment())`
  assert.equal((await stateOf(learner)).keepsRecords, true)
})

test('what opened since the request puts the closing off by a day', async () => {
  const learner = await aLearner(world, portal)
  const token = await signedIn(world, learner.loginName)
  await world.ask(calls.closeAccount, { password }, token)
  await world.db`update account_closings set due_at = moment() where account_id = ${learner.accountId}`
  const [order] = await world.db`
    insert into orders (project_id, account_id, payer_name, order_no, amount, expires_at)
    values (${portal.projectId}, ${learner.accountId}, 'x', ${`P${learner.accountId}`}, 100, moment() + interval '9 days')
    returning id`
  await runJob(world, 'personalData.close')
  const { status, dueAt } = await closingOf(learner)
  assert.equal(status, 'waiting')
  const [put] = await world.db`select ${dueAt as string}::timestamptz > moment() + interval '23 hours' as off`
  assert.equal(put!.off, true)
  await world.db`delete from orders where id = ${order!.id as string}`
  await world.db`update account_closings set due_at = moment() where account_id = ${learner.accountId}`
  await runJob(world, 'personalData.close')
  assert.equal((await closingOf(learner)).status, 'closed')
})

test('a closing waits for the orders of its account before it locks the account, as who settles one does', async () => {
  const { accountId, loginName } = await aLearner(world, portal)
  const [order] = await world.db`
    insert into orders (project_id, account_id, payer_name, order_no, amount, expires_at, status, closed_at, closed_reason)
    values (${portal.projectId}, ${accountId}, 'x', ${`W${accountId}`}, 6000, moment(), 'cancelled', moment(), 'learner')
    returning id`
  await world.ask(calls.closeAccount, { password }, await signedIn(world, loginName))
  await world.db`update account_closings set due_at = moment() where account_id = ${accountId}`
  const waiting = { id: '', accountId, projectId: portal.projectId }
  const [row] = await world.db`select id from account_closings where account_id = ${accountId}`
  const [closed] = await race(
    world.db,
    async (tx) => {
      await tx`select from orders where id = ${order!.id as string} for update`
      return () => tx`select from accounts where id = ${accountId} for update nowait`
    },
    () => world.db.begin((tx) => decide(tx, world.app.secrets, { ...waiting, id: row!.id as string }, [])),
  )
  assert.equal(closed, true)
})
