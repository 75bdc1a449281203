import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import {
  type BeatState,
  clip,
  creditOf,
  isWatched,
  judge,
  lateMs,
  measure,
  merge,
  outside,
  paidAfter,
  type Ranges,
  slackMs,
  type Stretch,
  take,
} from './rules.ts'

const stretch = fc.tuple(fc.nat(300), fc.nat(60)).map(([from, length]): Stretch => [from, from + length])
const ranges = fc.array(stretch, { maxLength: 8 }).map((given) => merge([], given))
const has = (given: Ranges, at: number) => given.some(([from, to]) => from <= at && at < to)

test('merge is the union, in order and apart', () => {
  fc.assert(
    fc.property(ranges, ranges, (a, b) => {
      const both = merge(a, b)
      for (let at = 0; at < 361; at++) assert.equal(has(both, at), has(a, at) || has(b, at))
      for (let i = 1; i < both.length; i++) assert.ok(both[i]![0] > both[i - 1]![1])
      assert.deepEqual(merge(both, a), both)
      assert.deepEqual(merge(b, a), both)
    }),
  )
})

test('outside and the ranges share nothing and together are the stretch', () => {
  fc.assert(
    fc.property(stretch, ranges, (given, covered) => {
      const left = outside(given, covered)
      for (let at = 0; at < 361; at++) {
        assert.equal(has(left, at), has([given], at) && !has(covered, at))
      }
      assert.equal(measure(merge(covered, left)), measure(covered) + measure(left))
    }),
  )
})

test('take gives the first so many milliseconds', () => {
  fc.assert(
    fc.property(ranges, fc.nat(400), (given, wanted) => {
      const taken = take(given, wanted)
      assert.equal(measure(taken), Math.min(wanted, measure(given)))
      assert.deepEqual(merge(given, taken), given)
      const end = taken.at(-1)?.[1] ?? 0
      for (let at = 0; at < end; at++) assert.equal(has(taken, at), has(given, at))
    }),
  )
})

test('clip never leaves the video and never grows', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.nat(1000), (a, b, duration) => {
      const [from, to] = clip([Math.min(a, b), Math.max(a, b)], duration)
      assert.ok(0 <= from && from <= to && to <= duration)
      assert.ok(to - from <= Math.abs(a - b))
    }),
  )
})

test('a video is watched one second before its end, a short one nine tenths through', () => {
  assert.equal(isWatched(599_000, 600_000), true)
  assert.equal(isWatched(598_999, 600_000), false)
  assert.equal(isWatched(4_500, 5_000), true)
  assert.equal(isWatched(4_499, 5_000), false)
})

const fresh: BeatState = {
  ranges: [],
  durationMs: 600_000,
  aheadMs: 2000,
  countHidden: false,
  endReason: null,
  access: 'open',
  paidUntil: 0,
  endedAt: null,
  ratePercent: 100,
}

test('credit is wall time since the last paid moment, two seconds more, half an hour at most', () => {
  assert.equal(creditOf(fresh, 10_000), 10_000 + slackMs)
  assert.equal(creditOf({ ...fresh, paidUntil: 10_000 }, 10_000), slackMs)
  assert.equal(creditOf({ ...fresh, paidUntil: 13_000 }, 10_000), 0)
  assert.equal(creditOf({ ...fresh, ratePercent: 150 }, 10_000), 18_000)
  assert.equal(creditOf(fresh, 10 * lateMs), lateMs + slackMs)
  assert.equal(creditOf({ ...fresh, endedAt: 4_000 }, 10_000), 4_000)
})

/** Plays beats against the model and gives what was credited in all. */
function play(state: BeatState, beats: { wait: number; played: Stretch; hidden: boolean }[]) {
  let now = 0
  let own = state
  let credited = 0
  for (const beat of beats) {
    now += beat.wait
    const verdict = judge(own, beat, now)
    const gainedMs = measure(verdict.gained)
    credited += gainedMs
    own = { ...own, ranges: merge(own.ranges, verdict.gained), paidUntil: paidAfter(own, now, gainedMs) }
  }
  return { state: own, credited, now }
}

const beat = fc.record({
  wait: fc.nat(60_000),
  played: fc
    .tuple(fc.integer({ min: 0, max: 700_000 }), fc.nat(120_000))
    .map(([from, length]): Stretch => [from, from + length]),
  hidden: fc.boolean(),
})

test('whatever is sent: credit ≤ wall clock × rate + 2 s, coverage inside the video and only growing', () => {
  fc.assert(
    fc.property(
      fc.array(beat, { maxLength: 40 }),
      fc.constantFrom(2000, 600_000),
      fc.constantFrom(100, 150, 200),
      (beats, aheadMs, ratePercent) => {
        const { state, credited, now } = play({ ...fresh, aheadMs, ratePercent }, beats)
        assert.ok(credited <= ((now + slackMs) * ratePercent) / 100)
        assert.equal(measure(state.ranges), credited)
        assert.ok((state.ranges[0]?.[0] ?? 0) >= 0 && (state.ranges.at(-1)?.[1] ?? 0) <= state.durationMs)
      },
    ),
  )
})

test('an honest learner is credited every second, whatever the rhythm and however late', () => {
  const rhythm = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(rhythm, fc.nat(lateMs / 2), (lengths, outage) => {
      let at = 0
      const beats = lengths.map((length, i) => {
        const played: Stretch = [at, (at += length)]
        // The connection is lost before the first beat: it waits, then all of them arrive at once.
        return {
          wait:
            i === 0
              ? Math.max(
                  outage,
                  lengths.reduce((a, b) => a + b),
                )
              : 0,
          played,
          hidden: false,
        }
      })
      const { credited } = play({ ...fresh, durationMs: 10_000_000 }, beats)
      assert.equal(credited, at)
    }),
  )
})

function say(state: Partial<BeatState>, played: Stretch, hidden = false, now = 10_000) {
  const { reason, refused } = judge({ ...fresh, ...state }, { played, hidden }, now)
  return [reason, refused]
}

test('each refusal names its reason and the stretch that was not counted', () => {
  assert.deepEqual(say({}, [0, 10_000]), [null, null])
  assert.deepEqual(say({}, [0, 20_000]), ['too_fast', [12_000, 20_000]])
  assert.deepEqual(say({ endedAt: 4_000, endReason: 'other_window' }, [0, 10_000]), [
    'other_window',
    [4_000, 10_000],
  ])
  assert.deepEqual(say({ endedAt: 0, endReason: 'lapsed' }, [0, 10_000]), ['lease_lost', [0, 10_000]])
  assert.deepEqual(say({}, [5_000, 9_000]), ['seek_ahead', [5_000, 9_000]])
  assert.deepEqual(say({}, [0, 9_000], true), ['hidden', [0, 9_000]])
  assert.deepEqual(say({ access: 'expired' }, [0, 9_000]), ['expired', [0, 9_000]])
  assert.deepEqual(say({ access: 'not_enrolled' }, [0, 9_000]), ['not_enrolled', [0, 9_000]])
  const pieces = Array.from({ length: 500 }, (_, i): Stretch => [i * 4, i * 4 + 2])
  assert.deepEqual(say({ ranges: pieces }, [0, 1_000]), ['scattered', [0, 1_000]])
  assert.deepEqual(say({ ranges: [[0, 600_000]] }, [0, 60_000]), [null, null])
})
