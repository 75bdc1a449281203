import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { commonRefusals } from '../../../../contract/refusal.ts'
import { credentialCalls } from '../../../session/credential/contract.ts'
import { encodeCredential } from '../../../session/rules.ts'
import { revealCalls } from '../contract.ts'
import { revealsADay } from './actions.ts'

const menus = ['/student-manage/student', '/student-manage/student#reveal']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let learner: BuiltAccount

before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
  learner = await aLearner(world, portal)
})

const inputOf = (what: 'card' | 'mobile', accountId = learner.accountId) => ({
  accountId,
  what,
  reason: '学员来电核对资料',
})
const actions = () => world.db`
  select actor_id, subject_id, reason, after from operation_logs where action = 'student.reveal' order by id`

test('a holder of the button sees one number in full, and the log records who, whose and why, not the number', async () => {
  const { number: card } = await world.ask(revealCalls.reveal, inputOf('card'), admin.token)
  const { number: mobile } = await world.ask(revealCalls.reveal, inputOf('mobile'), admin.token)
  assert.match(card, /^\d{17}[\dX]$/)
  assert.match(mobile, /^1\d{10}$/)
  const log = await actions()
  assert.equal(log.length, 2)
  assert.deepEqual(
    [log[0]!.actorId, log[0]!.subjectId, log[0]!.reason, log[0]!.after],
    [admin.accountId, learner.accountId, '学员来电核对资料', { what: 'card' }],
  )
  assert.ok(!JSON.stringify(log).includes(card) && !JSON.stringify(log).includes(mobile))
})

test('no button, no reason, out of scope, nobody: refused, and nothing is logged', async () => {
  const before = (await actions()).length
  const other = await aPortal(world, { menus: menus.slice(0, 1), buttons: [] })
  const plain = await anAccount(world, other, { role: 'admin' })
  const abroad = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  const elsewhere = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId: elsewhere })
  const codes = async (token: string | null, input: object = inputOf('card')) =>
    (await world.call(revealCalls.reveal, input as ReturnType<typeof inputOf>, token)).respCode
  assert.equal(await codes(null), 401)
  assert.equal(await codes(plain.token), 403)
  assert.equal(await codes(learner.token), 403)
  assert.equal(await codes(abroad.token), 404)
  assert.equal(await codes(manager.token), 404)
  assert.equal(await codes(admin.token, inputOf('card', admin.accountId)), 404)
  assert.equal(await codes(admin.token, { ...inputOf('card'), reason: '看' }), 422)
  assert.equal((await actions()).length, before)
  const own = await anAccount(world, portal, { role: 'unit' })
  assert.equal(await codes(own.token), 200, 'a manager of the learner’s unit may')
})

test('numbers of two people that were swapped open for neither, are logged, and nobody’s number is shown', async (t) => {
  const [one, other] = [await aLearner(world, portal), await aLearner(world, portal)]
  const pair = [one.accountId, other.accountId]
  await world.db`
    update students s set card_sealed = o.card_sealed, card_mask = o.card_mask from students o
    where s.account_id in ${world.db(pair)} and o.account_id in ${world.db(pair)} and o.account_id <> s.account_id`
  await world.db`
    update accounts s set mobile_sealed = o.mobile_sealed, mobile_mask = o.mobile_mask from accounts o
    where s.id in ${world.db(pair)} and o.id in ${world.db(pair)} and o.id <> s.id`
  const lines: unknown[] = []
  const { log } = world.app
  const child = log.child.bind(log)
  t.mock.method(log, 'child', (...given: Parameters<typeof log.child>) =>
    Object.assign(child(...given), { error: (...line: unknown[]) => void lines.push(line) }),
  )
  for (const accountId of pair) {
    for (const what of ['card', 'mobile'] as const) {
      const reply = await world.call(revealCalls.reveal, inputOf(what, accountId), admin.token)
      assert.deepEqual([reply.respCode, reply.attribute], [409, null])
      assert.equal(reply.respDesc, commonRefusals.unreadable.zh)
    }
  }
  assert.equal(lines.length, 4)
  assert.match(String((lines[0] as [{ err: Error }])[0].err), /does not belong to row/)
  const own = { msgCode: '000000', codeToken: 'x', password: encodeCredential('River77stone') }
  assert.equal((await world.call(credentialCalls.modifyPasswordByMobile, own, one.token)).respCode, 409)
})

test('an operator sees so many a day, however many requests are concurrent, and again the day after', async () => {
  const busy = await anAccount(world, portal, { role: 'admin' })
  await world.db`
    insert into operation_logs (project_id, actor_id, action, subject_kind, subject_id)
    select ${portal.projectId}, ${busy.accountId}, 'student.reveal', 'account', ${learner.accountId}
    from generate_series(1, ${revealsADay - 2})`
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => world.call(revealCalls.reveal, inputOf('card'), busy.token)),
  )
  assert.deepEqual(
    replies.map((reply) => reply.respCode).sort((a, b) => a - b),
    [200, 200, 429, 429, 429, 429],
  )
})
