import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { aClock, aPlayer, aStudent } from '../../../../test/build/study.ts'
import { fc } from '../../../../test/dice.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import {
  type BeatState,
  creditOf,
  isWatched,
  judge,
  maxPieces,
  measure,
  merge,
  outside,
  type Stretch,
} from '../rules.ts'
import { type Beat, type BeatRow, saveBeats } from './data.ts'

let world: World
let portal: BuiltPortal
let clock: ReturnType<typeof aClock>
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { settings: { videoCanSeekByLimitTime: true, maxPlayRate: 150 } })
  clock = aClock(world)
})

async function stateOf(leaseId: string): Promise<BeatState & { now: number }> {
  const [row] = await world.db`
    select extract(epoch from l.opened_at) * 1000 as opened_at, extract(epoch from l.paid_until) * 1000 as paid_until,
      extract(epoch from case when e.expires_at <= moment() then e.expires_at end) * 1000 as closed_at, extract(epoch from l.ended_at) * 1000 as ended_at,
      extract(epoch from l.last_beat_at) * 1000 as now, l.end_reason, l.rate_percent, l.ahead_ms, l.count_hidden,
      l.pin_ms, l.capture_left_ms,
      c.duration_ms, e.status, coalesce((
        select json_agg(json_build_array(lower(r), upper(r)) order by lower(r)) from unnest(c.ranges) r), '[]') as ranges
    from play_leases l join watch_coverages c using (enrolment_id, item_id)
    join enrolments e on e.id = l.enrolment_id where l.id = ${leaseId}`
  const { status, closedAt } = row!
  const isOpen = status === 'active' || (status === 'expired' && closedAt !== null)
  const access = isOpen ? 'open' : status === 'expired' ? 'expired' : 'not_enrolled'
  return { ...row, access } as unknown as BeatState & { now: number }
}

function compare(earlier: BeatState, later: BeatState & { now: number }, beat: Beat, row: BeatRow): void {
  const played: Stretch = [beat.fromMs, beat.toMs]
  const wall: Stretch | null = beat.untilMs === null ? null : [beat.sinceMs!, beat.untilMs]
  const wanted = judge(earlier, { played, hidden: beat.hidden, wall }, later.now)
  const inside: Stretch = [
    Math.min(played[0], earlier.durationMs),
    Math.min(Math.max(...played), earlier.durationMs),
  ]
  // The database floors microseconds, the model floats: a beat within a hair of its credit may fall either way.
  const hair =
    Math.abs(measure(outside(inside, earlier.ranges)) - creditOf(earlier, { wall }, later.now)) <= 1
  if (!hair) assert.equal(row.reason, wanted.reason)
  assert.ok(Math.abs(later.paidUntil - wanted.paidUntil) <= 2, `${later.paidUntil} for ${wanted.paidUntil}`)
  assert.ok(Math.abs(row.gainedMs - measure(wanted.gained)) <= 1, `${row.gainedMs} of ${wanted.gained}`)
  assert.equal(measure(later.ranges) - measure(earlier.ranges), row.gainedMs)
  assert.ok(measure(merge(later.ranges, wanted.gained)) - measure(later.ranges) <= 1)
  assert.equal(row.acceptedMs, measure(later.ranges))
  assert.equal(row.completed, isWatched(row.acceptedMs, earlier.durationMs))
  if (wanted.refused && !hair) {
    assert.ok(Math.abs(row.refusedFromMs! - wanted.refused[0]) <= 1)
    assert.equal(row.refusedToMs, wanted.refused[1])
  }
}

test('the statement judges as the rules do, beat by beat, for many learners in a batch', async () => {
  const videos = [90, 90, 600, 600, 600, 600, 3000, 3000]
  const players = []
  for (const seconds of videos) {
    const student = await aStudent(world, portal, { videos: [seconds] })
    players.push({ student, ...(await aPlayer(world, student)) })
  }
  const leases = players.map(({ token }) => token.leaseToken)
  await world.db`update play_leases set pin_ms = 40000 where id = any(${[leases[2]!, leases[3]!]})`
  await world.db`update play_leases set capture_left_ms = 50000 where id = any(${[leases[3]!, leases[4]!]})`
  const arbitrary = fc.record({
    wait: fc.oneof({ weight: 9, arbitrary: fc.nat(25) }, { weight: 1, arbitrary: fc.constant(100) }),
    moves: fc.array(
      fc.record({
        start: fc.oneof(fc.constant(0), fc.integer({ min: -40_000, max: 40_000 })),
        length: fc.oneof(fc.nat(20_000), fc.nat(90_000)),
        hidden: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
        // How long before now it ended, as reported, and for how long it was played.
        ago: fc.option(fc.tuple(fc.integer({ min: -2_000, max: 60_000 }), fc.nat(90_000))),
        ends: fc.integer({ min: 0, max: 60 }).map((n) => n === 0),
      }),
      { minLength: videos.length, maxLength: videos.length },
    ),
  })
  const heads = videos.map(() => 0)
  const reasons = new Set<string | null>()
  let age = 0
  for (const [round, { wait, moves }] of fc.sample(arbitrary, { numRuns: 60, seed: 7 }).entries()) {
    await clock.pass(wait)
    age += wait * 1000
    if (round === 20) {
      await world.db`
        update enrolments set expires_at = moment() - interval '5 s' where id = ${players[7]!.student.enrolmentId}`
    }
    if (round === 30) await world.db`update play_leases set pin_ms = 200000 where id = ${leases[2]!}`
    if (round === 40) {
      await world.db`update enrolments set status = 'expired' where id = ${players[0]!.student.enrolmentId}`
      await world.db`update enrolments set status = 'refunded' where id = ${players[1]!.student.enrolmentId}`
    }
    const beats = players.map(({ student, token }, i): Beat => {
      const { start, length, hidden, ago, ends } = moves[i]!
      const untilMs = ago && Math.max(0, age - ago[0])
      const fromMs = Math.max(0, heads[i]! + start)
      heads[i] = fromMs + length
      return {
        accountId: student.accountId,
        leaseId: token.leaseToken,
        sequence: round + 1,
        fromMs,
        toMs: fromMs + length,
        hidden,
        sinceMs: ago && Math.max(0, untilMs! - ago[1]),
        untilMs,
        ends,
      }
    })
    const earlier = await Promise.all(beats.map((beat) => stateOf(beat.leaseId)))
    const rows = await saveBeats(world.db, beats)
    const later = await Promise.all(beats.map((beat) => stateOf(beat.leaseId)))
    for (const [i, beat] of beats.entries()) compare(earlier[i]!, later[i]!, beat, rows[i]!)
    for (const row of rows) reasons.add(row!.reason)
    for (const [i, state] of later.entries()) heads[i] = state.ranges.at(-1)?.[1] ?? 0
  }
  for (const reason of [
    null,
    'too_fast',
    'seek_ahead',
    'hidden',
    'expired',
    'not_enrolled',
    'lease_lost',
    'question_open',
    'capture_missed',
  ]) {
    assert.ok(reasons.has(reason as string), `no beat was judged ${reason}`)
  }
})

test('batches of two processes over one learner add up: no acknowledged second is overwritten', async () => {
  const student = await aStudent(world, await aPortal(world, { settings: { videoCanSeek: true } }), {
    videos: [1000],
  })
  const old = await aPlayer(world, student)
  await clock.pass(400)
  const young = await aPlayer(world, student, { previous: old.token.leaseToken })
  await clock.pass(400)
  const beats = [old, young].flatMap(({ token }, which) =>
    Array.from({ length: 30 }, (_, i): Beat & { which: number } => ({
      which,
      accountId: student.accountId,
      leaseId: token.leaseToken,
      sequence: i + 1,
      fromMs: which * 500_000 + i * 10_000,
      toMs: which * 500_000 + (i + 1) * 10_000,
      hidden: false,
      sinceMs: i * 10_000,
      untilMs: (i + 1) * 10_000,
      ends: false,
    })),
  )
  const send = async (which: number) => {
    let gained = 0
    for (const beat of beats.filter((one) => one.which === which)) {
      const [row] = await saveBeats(world.db, [beat])
      gained += row!.gainedMs
    }
    return gained
  }
  const [first, second] = await Promise.all([send(0), send(1)])
  assert.deepEqual([first, second], [300_000, 300_000])
  const state = await stateOf(young.token.leaseToken)
  assert.deepEqual(state.ranges, [
    [0, 300_000],
    [500_000, 800_000],
  ])
})

test('the statement counts pieces as the rules do: the five-hundred-and-first is refused, one that joins two is not', async () => {
  const student = await aStudent(world, await aPortal(world, { settings: { videoCanSeek: true } }), {
    videos: [3600],
  })
  const { token } = await aPlayer(world, student)
  const [enrolmentId, itemId] = [student.enrolmentId, student.built.itemIds[0]!]
  await world.db`
    update watch_coverages set accepted_ms = ${maxPieces * 2000}, furthest_ms = ${maxPieces * 4000 - 2000},
      ranges = (select range_agg(int4range(n * 4000, n * 4000 + 2000)) from generate_series(0, ${maxPieces - 1}) n)
    where enrolment_id = ${enrolmentId} and item_id = ${itemId}`
  const one = { accountId: student.accountId, leaseId: token.leaseToken, hidden: false, ends: false }
  const untimed = { sinceMs: null, untilMs: null }
  const played: Stretch[] = [
    [3_000_000, 3_001_000],
    [2_000, 4_000],
    [3_000_000, 3_001_000],
    [3_100_000, 3_101_000],
    [6_000, 7_000],
  ]
  const reasons = []
  for (const [i, [fromMs, toMs]] of played.entries()) {
    await clock.pass(5)
    const beat = { ...one, ...untimed, sequence: i + 1, fromMs, toMs }
    const earlier = await stateOf(token.leaseToken)
    const [row] = await saveBeats(world.db, [beat])
    compare(earlier, await stateOf(token.leaseToken), beat, row!)
    reasons.push(row!.reason)
  }
  assert.deepEqual(reasons, ['scattered', null, null, 'scattered', null])
})
