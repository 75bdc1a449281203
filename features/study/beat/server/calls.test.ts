import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, beforeEach, test } from 'node:test'
import { runJob } from '../../../../test/build/job.ts'
import { aLearner, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { aClock, aPlayer, aStudent, type BuiltStudent } from '../../../../test/build/study.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { studyCalls } from '../../contract.ts'

let world: World
let portal: BuiltPortal
let clock: ReturnType<typeof aClock>
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
  clock = aClock(world)
})

/** The test's own real seconds count as well: a loaded machine takes its time. */
let begun = 0
beforeEach(() => {
  begun = performance.now()
})

/** Seconds credited to a learner over all videos, as stored. */
async function credited(student: BuiltStudent): Promise<number> {
  const [row] = await world.db`
    select coalesce(sum(w.accepted_ms), 0)::int as ms from watch_coverages w join enrolments e on e.id = w.enrolment_id
    where e.account_id = ${student.accountId}`
  return (row!.ms as number) / 1000
}

/** A cheat never earns more than the wall clock and two seconds: what the test let pass, and what it took itself. */
async function assertNoMore(student: BuiltStudent, seconds: number): Promise<void> {
  const earned = await credited(student)
  const wall = seconds + (performance.now() - begun) / 1000
  assert.ok(earned <= wall + 2, `${earned} s credited in ${wall} s`)
  const [row] = await world.db`select status from enrolments where id = ${student.enrolmentId}`
  assert.equal(row!.status, 'active')
}

test('cheat: replaying one beat a hundred times', async () => {
  const student = await aStudent(world, portal)
  const player = await aPlayer(world, student)
  await clock.pass(10)
  const first = await player.beat(0, 10)
  for (let i = 0; i < 100; i++) assert.deepEqual(await player.beat(0, 10, { sequence: 1 }), first)
  await assertNoMore(student, 10)
})

test('cheat: many small beats do not each earn the two seconds', async () => {
  const student = await aStudent(world, portal)
  const player = await aPlayer(world, student)
  for (let i = 0; i < 100; i++) await player.beat(i * 2, i * 2 + 2)
  await assertNoMore(student, 0)
})

test('cheat: fast-forward, beats at sixteen times the speed', async () => {
  const student = await aStudent(world, portal)
  const player = await aPlayer(world, student)
  let refused = 0
  for (let at = 0; at < 600; at += 160) {
    await clock.pass(10)
    const answer = await player.beat(at, at + 160)
    if (answer.refused) refused++
  }
  assert.equal(refused, 4)
  await assertNoMore(student, 40)
})

test('cheat: jumping to the end and claiming the last minute', async () => {
  const student = await aStudent(world, portal)
  const player = await aPlayer(world, student)
  await clock.pass(60)
  const answer = await player.beat(540, 600)
  assert.deepEqual([answer.acceptedSeconds, answer.refused?.reason], [0, 'seek_ahead'])
  await assertNoMore(student, 0)
})

test('cheat: positions beyond the end of the video', async () => {
  const student = await aStudent(world, await aPortal(world, { settings: { videoCanSeek: true } }))
  const player = await aPlayer(world, student)
  await clock.pass(30)
  assert.equal((await player.beat(590, 999_999)).furthest, 600)
  assert.equal((await player.beat(999_000, 999_999)).acceptedSeconds, 0)
  await assertNoMore(student, 10)
})

test('cheat: parallel windows, many videos together', async () => {
  const easy = await aPortal(world, { settings: { secondWindow: 'takeover' } })
  const student = await aStudent(world, easy, { videos: [600, 600, 600, 600] })
  const players = []
  for (const itemId of student.built.itemIds) players.push(await aPlayer(world, student, { itemId }))
  for (let at = 0; at < 100; at += 10) {
    await clock.pass(10)
    await Promise.all(players.map((player) => player.beat(at, at + 10)))
  }
  await assertNoMore(student, 100)
})

test('cheat: a fresh lease for every beat', async () => {
  const student = await aStudent(world, portal)
  let previous: string | undefined
  let at = 0
  for (let i = 0; i < 40; i++) {
    const player = await aPlayer(world, student, previous ? { previous } : {})
    previous = player.token.leaseToken
    at = (await player.beat(at, at + 5)).furthest
  }
  await assertNoMore(student, 0)
})

test('cheat: sixty-four windows open concurrently get one lease', async () => {
  const student = await aStudent(world, portal, { videos: [600, 600] })
  const opens = await Promise.all(
    Array.from({ length: 64 }, (_, i) =>
      world.call(
        studyCalls.getVideoToken,
        { enrolmentId: student.enrolmentId, itemId: student.built.itemIds[i % 2]! },
        student.token,
      ),
    ),
  )
  const codes = opens.map((open) => open.respCode)
  assert.equal(codes.filter((code) => code === 200).length, 1)
  assert.equal(codes.filter((code) => code === 409).length, 63)
})

test('cheat: two accounts sharing a lease', async () => {
  const student = await aStudent(world, portal)
  const friend = await aLearner(world, portal)
  const player = await aPlayer(world, student)
  await clock.pass(10)
  assert.equal((await player.tryBeat(0, 10, { as: friend.token })).respCode, 404)
  await assertNoMore(student, 0)
})

test('cheat: a learner with one account studies two classes at the same time', async () => {
  const first = await aStudent(world, portal)
  const second = await aStudent(world, portal, { learner: first })
  const player = await aPlayer(world, first)
  const refused = await world.call(
    studyCalls.getVideoToken,
    { enrolmentId: second.enrolmentId, itemId: second.built.itemIds[0]! },
    first.token,
  )
  assert.equal(refused.respCode, 409)
  await clock.pass(10)
  await player.beat(0, 10)
  await assertNoMore(first, 10)
})

test('cheat: a video of another class under one’s own enrolment', async () => {
  const student = await aStudent(world, portal)
  const other = await aStudent(world, portal)
  const foreign = await world.call(
    studyCalls.getVideoToken,
    { enrolmentId: student.enrolmentId, itemId: other.built.itemIds[0]! },
    student.token,
  )
  assert.equal(foreign.respCode, 404)
})

test('cheat: scattering a video into a thousand pieces', async () => {
  const student = await aStudent(world, await aPortal(world, { settings: { videoCanSeek: true } }), {
    videos: [36_000],
  })
  const player = await aPlayer(world, student)
  await clock.pass(1700)
  for (let i = 0; i < 520; i++) await player.beat(i * 3, i * 3 + 1, { since: i * 3, until: i * 3 + 1 })
  assert.equal((await player.beat(35_000, 35_001)).refused?.reason, 'scattered')
  assert.equal(await credited(student), 500)
  // What closes a gap is watching, however many pieces there are.
  assert.equal((await player.beat(1, 3, { since: 1690, until: 1692 })).acceptedSeconds, 2)
})

for (const [way, timed] of [
  ['as beats that do not say when', false],
  ['with the times of an honest window', true],
] as const) {
  test(`cheat: everything hidden, then one beat in view, ${way}`, async () => {
    const student = await aStudent(world, portal)
    const player = await aPlayer(world, student)
    for (let at = 0; at < 60; at += 10) {
      await clock.pass(10)
      const times = timed ? { since: at, until: at + 10 } : {}
      const answer = await player.beat(at, at + 10, { visible: false, ...times })
      assert.equal(answer.refused?.reason, 'hidden')
    }
    await player.beat(0, 60, timed ? { since: 0, until: 60 } : {})
    await assertNoMore(student, 0)
  })

  test(`cheat: a lease open for 29 minutes with nothing played, then one beat, ${way}`, async () => {
    const student = await aStudent(world, portal)
    const player = await aPlayer(world, student)
    await clock.pass(29 * 60)
    const times = timed ? { since: 0, until: 29 * 60 } : {}
    for (let i = 0; i < 5; i++) await player.beat(0, 600, times)
    await assertNoMore(student, 60)
  })

  test(`cheat: a long pause, then sixteen times the speed, ${way}`, async () => {
    const student = await aStudent(world, portal)
    const player = await aPlayer(world, student)
    await clock.pass(10)
    await player.beat(0, 10, timed ? { since: 0, until: 10 } : {})
    await clock.pass(20 * 60)
    for (let i = 0; i < 3; i++) {
      await clock.pass(10)
      const since = 20 * 60 + 10 + i * 10
      await player.beat(i * 160, i * 160 + 170, timed ? { since, until: since + 10 } : {})
    }
    await assertNoMore(student, 10 + 30 + (timed ? 0 : 60))
  })
}

test('cheat: times from before the lease, from the future, and the same again', async () => {
  const student = await aStudent(world, portal)
  const player = await aPlayer(world, student)
  await clock.pass(20)
  await player.beat(0, 60, { since: 0, until: 0 })
  await player.beat(0, 120, { since: 100_000, until: 100_060 })
  for (let i = 0; i < 20; i++) await player.beat(i * 20, i * 20 + 20, { since: 0, until: 20 })
  await assertNoMore(student, 20)
  const backwards = await player.tryBeat(0, 5, { since: 9, until: 8 })
  assert.deepEqual([backwards.respCode, backwards.field], [422, 'until'])
})

for (const [end, reason] of [
  ['taken over by another window', 'other_window'],
  ['given back', 'lease_lost'],
  ['lapsed', 'lease_lost'],
  ['closed with the class', 'expired'],
] as const) {
  test(`seconds played before a lease was ${end} count when they come after it, and none from after it`, async () => {
    const student = await aStudent(world, await aPortal(world, { settings: { secondWindow: 'takeover' } }))
    const player = await aPlayer(world, student)
    const beat = (at: number, more = {}) => player.beat(at, at + 10, { since: at, until: at + 10, ...more })
    await clock.pass(10)
    await beat(0)
    await clock.pass(50)
    if (end === 'taken over by another window') await aPlayer(world, student)
    if (end === 'given back') await player.beat(10, 10, { ended: true, sequence: 2 })
    if (end === 'lapsed') {
      await world.db`
        update play_leases set ended_at = moment(), end_reason = 'lapsed' where id = ${player.token.leaseToken}`
    }
    if (end === 'closed with the class') {
      await world.db`update enrolments set expires_at = moment() where id = ${student.enrolmentId}`
      await runJob(world, 'enrolment.expire')
    }
    await clock.pass(60)
    let late = 0
    for (let at = 10; at < 120; at += 10) late += (await beat(at)).acceptedSeconds
    const real = (performance.now() - begun) / 1000
    assert.ok(late >= 49.9 && late <= 50 + real, `${late} s of the 50 before the end`)
    const last = await beat(60)
    assert.equal(last.refused?.reason, reason)
    const [row] = await world.db`select progress from enrolments where id = ${student.enrolmentId}`
    assert.ok((row!.progress as number) >= 999, `progress is ${row!.progress}`)
  })
}

test('sixty-four beats of one lease concurrently credit once', async () => {
  const student = await aStudent(world, portal)
  const player = await aPlayer(world, student)
  await clock.pass(10)
  const answers = await Promise.all(Array.from({ length: 64 }, () => player.beat(0, 10, { sequence: 1 })))
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  await assertNoMore(student, 10)
})

test('honest learners over a line that loses one packet in twenty and is gone for ten minutes are credited at least 99 %', async () => {
  // A fixed sequence of luck, so that a failure can be looked at again.
  let seed = 20_261
  const chance = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  const students = await Promise.all(
    Array.from({ length: 6 }, () => aStudent(world, portal, { videos: [1200] })),
  )
  const players = await Promise.all(students.map((student) => aPlayer(world, student)))
  const unsent = players.map(() => [] as { sequence: number; from: number; to: number }[])
  // All pause for five minutes after the first hundred seconds.
  const send = async (player: (typeof players)[0], { sequence, from, to }: (typeof unsent)[0][0]) => {
    const shift = from >= 100 ? 300 : 0
    await player.beat(from, to, { sequence, since: from + shift, until: to + shift })
  }
  for (let at = 0; at < 1200; at += 10) {
    await clock.pass(at === 100 ? 310 : 10)
    await Promise.all(
      players.map(async (player, i) => {
        const queue = unsent[i]!
        queue.push({ sequence: at / 10 + 1, from: at, to: at + 10 })
        while (queue.length > 0) {
          if (at >= 300 && at < 900) break // no connection
          if (chance() < 0.05) break // the request is lost
          await send(player, queue[0]!)
          if (chance() < 0.05) break // the answer is lost: the same beat goes again
          queue.shift()
        }
      }),
    )
  }
  for (const [i, player] of players.entries()) {
    for (const beat of unsent[i]!) await send(player, beat)
    const earned = await credited(students[i]!)
    assert.ok(earned >= 1188, `${earned} of 1200 s`)
  }
})

test('after all the cheating every study invariant holds', async () => {
  await runJob(world, 'study.roll-up')
  const folder = new URL('../../../../test/invariants/', import.meta.url)
  for (const name of readdirSync(folder).filter((one) => /^(18|19|20|21)-/.test(one))) {
    assert.deepEqual([...(await world.db.unsafe(readFileSync(new URL(name, folder), 'utf8')))], [], name)
  }
})
