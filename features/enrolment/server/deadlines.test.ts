import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aLearner, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { runJob } from '../../../test/build/job.ts'
import { remindNearEnds } from './deadlines.ts'

let world: World
let portal: BuiltPortal
let classId: string
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
  classId = (await aClass(world, portal, { name: '公需课' })).classId
})

/** Moves the clock to an hour of Shanghai, so many days from today. */
async function moveTo(days: number, hour: number): Promise<void> {
  const [row] = await world.db`
    select extract(epoch from ((now() at time zone 'Asia/Shanghai')::date + ${days}::int
      + make_interval(hours => ${hour})) at time zone 'Asia/Shanghai' - now())::int as seconds`
  await world.moveClock(`${row!.seconds as number} seconds`)
}
const remind = async () => (await world.db.begin((tx) => remindNearEnds(tx, { limit: 100 }))).sent
const remindersOf = async ({ accountId }: BuiltAccount) => {
  const rows =
    await world.db`select params->>'days' as days from messages where account_id = ${accountId} order by id`
  return rows.map((row) => row.days as string)
}

test('a learner is reminded 30, 7 and 1 days before the end, once each, by day and only while the class is open', async () => {
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  await moveTo(0, 12)
  await world.db`
    update enrolments set expires_at = (((now() at time zone 'Asia/Shanghai')::date + 40)
      + interval '23 hours') at time zone 'Asia/Shanghai' where id = ${enrolmentId}`
  const sent: number[] = []
  // At night nobody is written to.
  await moveTo(10, 3)
  assert.equal(await remind(), 0)
  for (const day of [9, 10, 11, 12, 20, 33, 34, 38, 39, 40]) {
    await moveTo(day, 12)
    if ((await remind()) > 0) sent.push(day)
    assert.equal(await remind(), 0)
  }
  assert.deepEqual(sent, [10, 33, 39])
  assert.deepEqual(await remindersOf(learner), ['30', '7', '1'])
})

test('a day that was missed is made up for on the next; a later end is news again, and what is over is not', async () => {
  const [late, suspended, passed] = [
    await aLearner(world, portal),
    await aLearner(world, portal),
    await aLearner(world, portal),
  ]
  const ids: string[] = []
  for (const { accountId } of [late, suspended, passed]) {
    ids.push(await anEnrolment(world, portal, { accountId, classId }))
  }
  const endIn = (id: string, days: number) => world.db`
    update enrolments set expires_at = (((moment() at time zone 'Asia/Shanghai')::date + ${days}::int)
      + interval '23 hours') at time zone 'Asia/Shanghai' where id = ${id}`
  await moveTo(0, 12)
  for (const id of ids) await endIn(id, 6)
  await world.db`update enrolments set suspended_by = 'refund' where id = ${ids[1]!}`
  await world.db`
    update enrolments set status = 'passed', passed_at = moment(), passed_by = 'rule' where id = ${ids[2]!}`
  assert.equal(await remind(), 1)
  assert.equal((await remindersOf(late)).length, 1)
  await endIn(ids[0]!, 7)
  assert.equal(await remind(), 1)
  assert.equal((await remindersOf(late)).length, 2)
  for (const learner of [suspended, passed]) assert.deepEqual(await remindersOf(learner), [])
})

test('an account that was closed holds nobody up: those after it are reminded, and the job ends', async () => {
  const learners = await Promise.all(Array.from({ length: 3 }, () => aLearner(world, portal)))
  const ids: string[] = []
  for (const { accountId } of learners) ids.push(await anEnrolment(world, portal, { accountId, classId }))
  await moveTo(0, 12)
  await world.db`
    update enrolments set expires_at = (((moment() at time zone 'Asia/Shanghai')::date + 7)
      + interval '23 hours') at time zone 'Asia/Shanghai' where id = any (${ids})`
  const first = ids.toSorted()[0]!
  const closed = learners[ids.indexOf(first)]!
  await world.db`update accounts set status = 'deleted' where id = ${closed.accountId}`
  const pages: { sent: number; next: string | null }[] = []
  for (let after: string | null = null, i = 0; i < 9; i++) {
    const page = await world.db.begin((tx) => remindNearEnds(tx, { limit: 1, after }))
    pages.push(page)
    after = page.next
    if (!after) break
  }
  assert.deepEqual(
    pages.map(({ sent, next }) => [sent, next !== null]),
    [
      [1, true],
      [1, true],
      [0, false],
    ],
  )
  await world.db`delete from messages`
  await runJob(world, 'enrolment.remind')
  const counts = await Promise.all(learners.map(async (learner) => (await remindersOf(learner)).length))
  assert.deepEqual(
    counts,
    learners.map((learner) => (learner === closed ? 0 : 1)),
  )
})
