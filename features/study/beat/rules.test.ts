import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import {
  type BeatState,
  clip,
  creditOf,
  isWatched,
  judge,
  retentionMs,
  lateMs,
  longestMs,
  maxPieces,
  measure,
  merge,
  outside,
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
  pinMs: null,
  captureLeftMs: null,
  endReason: null,
  access: 'open',
  openedAt: 0,
  paidUntil: 0,
  endedAt: null,
  closedAt: null,
  ratePercent: 100,
}

test('credit is wall time since the last paid moment, two seconds more, a minute at most', () => {
  const credit = (state: Partial<BeatState>, now = 10_000, wall: Stretch | null = null) =>
    creditOf({ ...fresh, ...state }, { wall }, now)
  assert.equal(credit({}), 10_000 + slackMs)
  assert.equal(credit({ paidUntil: 10_000 }), slackMs)
  assert.equal(credit({ paidUntil: 13_000 }), 0)
  assert.equal(credit({ ratePercent: 150 }), 18_000)
  assert.equal(credit({ endedAt: 4_000 }), 4_000)
  assert.equal(credit({ closedAt: 5_000, endedAt: 6_000 }), 5_000)
  assert.equal(credit({}, lateMs), longestMs + slackMs)
  assert.equal(credit({ endedAt: lateMs - longestMs }, lateMs), longestMs)
})

test('a beat with the time it was played is credited from then, for a day', () => {
  const credit = (wall: Stretch, now: number, state: Partial<BeatState> = {}) =>
    creditOf({ ...fresh, ...state }, { wall }, now)
  assert.equal(credit([20_000, 30_000], 600_000), 10_000 + slackMs)
  assert.equal(credit([0, 600_000], 600_000), longestMs + slackMs)
  assert.equal(credit([20_000, 30_000], 20_000 + retentionMs), 10_000 + slackMs)
  assert.equal(credit([20_000, 30_000], 25_000 + retentionMs), 5_000 + slackMs)
  assert.equal(credit([20_000, 30_000], 25_000), 5_000 + slackMs)
  assert.equal(credit([20_000, 30_000], 10_000), 0)
  assert.equal(credit([20_000, 30_000], 90_000, { endedAt: 24_000 }), 4_000)
  assert.equal(credit([20_000, 30_000], 90_000, { openedAt: 70_000, endedAt: 96_000 }), slackMs)
})

interface Reported {
  wait: number
  played: Stretch
  hidden: boolean
  wall?: Stretch | null
}

/** Plays beats against the model and gives what was credited in all. */
function play(state: BeatState, beats: readonly Reported[]) {
  let now = 0
  let own = state
  let credited = 0
  for (const { wait, wall = null, ...beat } of beats) {
    now += wait
    const { gained, paidUntil } = judge(own, { ...beat, wall }, now)
    assert.ok(paidUntil >= own.paidUntil && paidUntil <= Math.max(own.paidUntil, now + slackMs))
    credited += measure(gained)
    own = { ...own, ranges: merge(own.ranges, gained), paidUntil }
  }
  return { state: own, credited, now }
}

const span = (max: number, length: number) =>
  fc.tuple(fc.integer({ min: 0, max }), fc.nat(length)).map(([from, more]): Stretch => [from, from + more])
const anyBeat = fc.record({
  wait: fc.nat(60_000),
  played: span(700_000, 120_000),
  hidden: fc.boolean(),
  wall: fc.option(span(2_000_000, 120_000)),
})

test('whatever is sent: credit ≤ wall clock × rate + 2 s, coverage inside the video and only growing', () => {
  fc.assert(
    fc.property(
      fc.array(anyBeat, { maxLength: 40 }),
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

/** Actions of a person with a player: seconds played, hidden or paused, and the state of the network. */
const life = fc.array(
  fc.record({
    act: fc.constantFrom('play', 'play', 'play', 'hide', 'pause'),
    length: fc.integer({ min: 1, max: 20_000 }),
    online: fc.boolean(),
    late: fc.nat(15_000),
  }),
  { minLength: 1, maxLength: 40 },
)

/** The beats of a window that plays so fast; what is not sent immediately waits in line, and a pause sends nothing. */
function beatsOf(
  acts: readonly { act: string; length: number; online: boolean; late: number }[],
  speed: number,
) {
  const line: { at: number; played: Stretch; hidden: boolean; wall: Stretch }[] = []
  const sent: Reported[] = []
  const walls = { visible: 0, breaks: 0 }
  let [clock, place, arrived] = [0, 0, 0]
  const flush = (now: number) => {
    for (const { at: _, ...beat } of line.splice(0)) {
      sent.push({ ...beat, wait: Math.max(now, arrived) - arrived })
      arrived = Math.max(now, arrived)
    }
  }
  for (const { act, length, online, late } of acts) {
    const wall: Stretch = [clock, (clock += length)]
    if (act !== 'play') walls.breaks++
    if (act !== 'pause') {
      const played: Stretch = [place, place + length * speed]
      if (act === 'play') {
        place += length * speed
        walls.visible += length
      }
      line.push({ at: clock, played, hidden: act === 'hide', wall })
    }
    if (online) flush(clock + late)
  }
  flush(clock + 10 * 60_000)
  return { sent, walls, playedMs: place }
}

test('an honest learner is credited every second: pauses, hidden tabs, slow and lost connections', () => {
  fc.assert(
    fc.property(life, (acts) => {
      const { sent, playedMs } = beatsOf(acts, 1)
      assert.equal(play({ ...fresh, durationMs: 10_000_000 }, sent).credited, playedMs)
    }),
  )
})

test('hidden and paused time is never paid: at sixteen times the speed only what was played in view counts', () => {
  fc.assert(
    fc.property(life, (acts) => {
      const { sent, walls } = beatsOf(acts, 16)
      const { credited } = play({ ...fresh, aheadMs: 10_000_000, durationMs: 10_000_000 }, sent)
      assert.ok(credited <= walls.visible + slackMs * (walls.breaks + 1))
    }),
  )
})

test('what was hidden, however it is reported, leaves nothing for a beat in view', () => {
  const hidden = { wait: 10_000, played: [0, 10_000] as const, hidden: true }
  const visible = { wait: 0, played: [0, 600_000] as const, hidden: false }
  const wall = (beat: object, from: number, to: number): Reported => ({
    ...visible,
    ...beat,
    wall: [from, to],
  })
  for (const beats of [
    [hidden, hidden, hidden, visible],
    [hidden, { ...hidden, played: [0, 0] as const }, visible],
    [wall(hidden, 0, 10_000), wall(hidden, 10_000, 20_000), wall({}, 20_000, 20_000)],
  ]) {
    assert.equal(play(fresh, beats).credited, slackMs)
  }
})

test('a lease open for long with nothing played is worth one beat, not a video', () => {
  const once = { wait: lateMs - 60_000, played: [0, 600_000] as const, hidden: false }
  assert.equal(play(fresh, [once]).credited, longestMs + slackMs)
  assert.equal(play(fresh, [{ ...once, wall: [0, 1_740_000] }]).credited, longestMs + slackMs)
  // As often as it is tried.
  assert.equal(
    play(fresh, [once, ...Array.from({ length: 9 }, () => ({ ...once, wait: 0 }))]).credited,
    longestMs + slackMs,
  )
})

test('watching again what is covered uses its time up', () => {
  const again = { wait: 10_000, played: [0, 10_000] as const, hidden: false }
  const state = { ...fresh, aheadMs: 600_000, ranges: [[0, 10_000]] as const }
  const fast = { ...again, wait: 0, played: [10_000, 60_000] as const }
  assert.equal(play(state, [again, again, again, fast]).credited, slackMs)
})

function say(state: Partial<BeatState>, played: Stretch, hidden = false, now = 10_000) {
  const { reason, refused } = judge({ ...fresh, ...state }, { played, hidden, wall: null }, now)
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
  assert.deepEqual(say({ closedAt: 0 }, [0, 9_000]), ['expired', [0, 9_000]])
  assert.deepEqual(say({ closedAt: 4_000 }, [0, 9_000]), ['expired', [4_000, 9_000]])
  assert.deepEqual(say({ closedAt: 4_000 }, [0, 4_000]), [null, null])
  assert.deepEqual(say({ access: 'not_enrolled' }, [0, 9_000]), ['not_enrolled', [0, 9_000]])
  assert.deepEqual(say({ ranges: [[0, 600_000]] }, [0, 60_000]), [null, null])
})

test('nothing beyond a question that is still to be answered, whatever was watched there before', () => {
  assert.deepEqual(say({ pinMs: 6_000 }, [0, 10_000]), ['question_open', [6_000, 10_000]])
  assert.deepEqual(say({ pinMs: 6_000 }, [0, 6_000]), [null, null])
  assert.deepEqual(say({ pinMs: 6_000, ranges: [[0, 8_000]] }, [7_000, 10_000]), [
    'question_open',
    [8_000, 10_000],
  ])
  assert.deepEqual(say({ pinMs: 6_000, ranges: [[0, 8_000]] }, [7_000, 8_000]), [null, null])
  assert.deepEqual(say({ pinMs: 6_000 }, [0, 20_000], false, 1_000), ['too_fast', [3_000, 20_000]])
})

test('no more than is left until the next capture, over all videos', () => {
  assert.deepEqual(say({ captureLeftMs: 4_000 }, [0, 10_000]), ['capture_missed', [4_000, 10_000]])
  assert.deepEqual(say({ captureLeftMs: 10_000 }, [0, 10_000]), [null, null])
  assert.deepEqual(say({ captureLeftMs: 0, ranges: [[0, 10_000]] }, [0, 10_000]), [null, null])
  assert.deepEqual(say({ captureLeftMs: 0, pinMs: 6_000 }, [0, 10_000]), ['capture_missed', [0, 10_000]])
})

test('whatever is sent: credit ends at the question and at the capture', () => {
  fc.assert(
    fc.property(
      fc.array(anyBeat, { maxLength: 40 }),
      fc.nat(400_000),
      fc.nat(400_000),
      (beats, pinMs, left) => {
        let [now, state] = [0, { ...fresh, aheadMs: 600_000, pinMs, captureLeftMs: left }]
        for (const { wait, ...beat } of beats) {
          now += wait
          const { gained, paidUntil } = judge(state, beat, now)
          state = {
            ...state,
            ranges: merge(state.ranges, gained),
            paidUntil,
            captureLeftMs: state.captureLeftMs - measure(gained),
          }
        }
        assert.ok((state.ranges.at(-1)?.[1] ?? 0) <= pinMs)
        assert.ok(measure(state.ranges) <= left)
        assert.ok(state.captureLeftMs >= 0)
      },
    ),
  )
})

test('at most so many pieces, and never a bar to what joins two or adds to one', () => {
  const full = Array.from({ length: maxPieces }, (_, i): Stretch => [i * 4, i * 4 + 2])
  const more = [...full, [2_100, 2_102], [2_104, 2_106]] as const
  const aheadMs = 600_000
  const piece: Stretch = [2_050, 2_060]
  assert.deepEqual(say({ ranges: full.slice(1), aheadMs }, piece), [null, null])
  assert.deepEqual(say({ ranges: full, aheadMs }, piece), ['scattered', piece])
  for (const ranges of [full, more]) {
    assert.deepEqual(say({ ranges, aheadMs }, [2, 4]), [null, null])
    assert.deepEqual(say({ ranges, aheadMs }, [1, 3]), [null, null])
    assert.deepEqual(say({ ranges, aheadMs }, [0, 1_000]), [null, null])
  }
  fc.assert(
    fc.property(stretch, fc.nat(400), (played, now) => {
      const { gained, reason } = judge(
        { ...fresh, ranges: more, aheadMs },
        { played, hidden: false, wall: null },
        now,
      )
      const pieces = merge(more, gained).length
      assert.ok(pieces <= more.length)
      if (reason === 'scattered') assert.ok(outside(played, more).length > 0)
    }),
  )
})
