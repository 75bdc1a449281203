import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { measure, merge, type Stretch } from '../beat/rules.ts'
import { refusalReasons } from '../beat/contract.ts'
import type { BeatAnswer, ClassProcess, StudyItem, StudyRefusal } from '../contract.ts'
import {
  afterAnswer,
  againAt,
  beginAt,
  liveOf,
  missedOf,
  missingOf,
  processWith,
  refusedBy,
  withList,
} from './liveItem.ts'

const item: StudyItem = {
  itemId: 'i',
  resourceId: 'r',
  title: 't',
  durationSeconds: 100,
  watchedSeconds: 10,
  furthest: 10,
  position: 10,
  state: 'started',
  completedAt: null,
  ranges: [[0, 10]],
  refusals: [],
}
const answer: BeatAnswer = {
  sequence: 1,
  acceptedSeconds: 10,
  refused: null,
  savedAt: '2023-11-21T02:00:00.000Z',
  watchedSeconds: 20,
  furthest: 20,
  itemDone: false,
  progress: 2000,
  leaseHeld: true,
  leaseEnd: null,
  capture: null,
}
const beat = { sequence: 1, from: 10, to: 20, visible: true, ended: false }

test('one begins where one left off, or at the first second not counted', () => {
  assert.equal(beginAt(7, item), 7)
  assert.equal(beginAt(0, item), 10)
  assert.equal(beginAt(0, { ...item, ranges: [] }), 0)
  assert.equal(beginAt(0, { ...item, ranges: [[5, 100]] }), 0)
  assert.equal(beginAt(0, { ...item, state: 'done' }), 0)
})

test('an accepted beat is counted immediately', () => {
  const live = afterAnswer(liveOf(item), answer, beat)
  assert.deepEqual(live.ranges, [[0, 20]])
  assert.deepEqual(
    [live.watchedSeconds, live.edge, live.progress, live.savedAt],
    [20, 20, 2000, answer.savedAt],
  )
})

test('of a beat refused in part, the part before counts and the edge goes back', () => {
  const played = { ...liveOf(item), edge: 20 }
  const refused = { reason: 'too_fast', from: 14, to: 20 } as const
  const live = afterAnswer(
    played,
    { ...answer, acceptedSeconds: 4, watchedSeconds: 14, furthest: 14, refused },
    beat,
  )
  assert.deepEqual(live.ranges, [[0, 14]])
  assert.equal(live.edge, 14)
  assert.deepEqual(live.refusals, [{ ...refused, times: 1, at: answer.savedAt }])
})

test('a repeated beat is no loss, and an old answer takes nothing back', () => {
  const refused = { reason: 'repeated', from: 10, to: 20 } as const
  assert.equal(refusedBy({ ...answer, refused }), null)
  assert.equal(refusedBy({ ...answer, refused: { reason: 'hidden', from: 5, to: 5 } }), null)
  const done = { ...liveOf(item), done: true, watchedSeconds: 50, edge: 50, progress: 9000 }
  const live = afterAnswer(done, { ...answer, acceptedSeconds: 0, refused }, beat)
  assert.deepEqual([live.done, live.watchedSeconds, live.edge, live.progress], [true, 50, 50, 9000])
  assert.deepEqual(live.refusals, [])
})

test('a newer list adds what it knows', () => {
  const live = withList(afterAnswer(liveOf(item), answer, beat), {
    ...item,
    watchedSeconds: 25,
    furthest: 35,
    ranges: [
      [0, 10],
      [20, 35],
    ],
    state: 'done',
  })
  assert.deepEqual(live.ranges, [[0, 35]])
  assert.deepEqual([live.watchedSeconds, live.edge, live.done], [25, 35, true])
})

const refusal = (from: number, to: number, more: Partial<StudyRefusal> = {}): StudyRefusal => ({
  reason: 'hidden',
  from,
  to,
  times: 1,
  at: '2023-11-21T02:00:00.000Z',
  ...more,
})

test('what joins on for one reason is one entry; what was made up is none', () => {
  const later = '2023-11-21T03:00:00.000Z'
  const given = [
    refusal(30, 40, { times: 3, at: later }),
    refusal(20, 30),
    refusal(20, 40, { reason: 'too_fast' }),
    refusal(60, 70),
  ]
  const missed = missedOf(given, [
    [0, 22],
    [60, 69.5],
  ])
  assert.deepEqual(
    missed.map(({ reason, from, to, times, at, left }) => [reason, from, to, times, at, left]),
    [
      ['too_fast', 20, 40, 1, given[1]!.at, 18],
      ['hidden', 20, 40, 3, later, 18],
    ],
  )
  assert.equal(missingOf(missed, [[0, 22]]), 18)
  assert.equal(againAt(missed[0]!, { ranges: [[0, 22]], edge: 69.5 }), 22)
  assert.equal(againAt(missed[0]!, { ranges: [], edge: 12 }), 12)
})

test('whatever was refused: nothing counted is called missing, nothing missing is left out', () => {
  const stretch = fc
    .tuple(fc.nat(90), fc.integer({ min: 1, max: 20 }))
    .map(([from, n]): Stretch => [from, from + n])
  const refusals = fc.array(fc.record({ stretch, reason: fc.constantFrom(...refusalReasons) }), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(refusals, fc.array(stretch, { maxLength: 6 }), (given, covered) => {
      const ranges = merge([], covered)
      const missed = missedOf(
        given.map(({ stretch: [from, to], reason }) => refusal(from, to, { reason })),
        ranges,
      )
      const has = (list: readonly Stretch[], at: number) => list.some(([from, to]) => from <= at && at < to)
      const open = Array.from({ length: 120 }, (_, at) => at).filter(
        (at) =>
          has(
            given.map((one) => one.stretch),
            at,
          ) && !has(ranges, at),
      )
      assert.equal(missingOf(missed, ranges), open.length)
      for (const one of missed) assert.ok(!has(ranges, againAt(one, { ranges, edge: 200 })))
      assert.ok(measure(missed.map(({ from, to }) => [from, to])) >= open.length)
    }),
  )
})

test('the list of the class keeps what was counted of a video after the next one is opened', () => {
  const other = {
    ...item,
    itemId: 'j',
    state: 'untouched',
    ranges: [],
    watchedSeconds: 0,
    furthest: 0,
  } as StudyItem
  const process = { progress: 100, courses: [{ items: [item, other] }] } as unknown as ClassProcess
  const live = afterAnswer(liveOf(item), answer, { from: 10, to: 20 } as Parameters<typeof afterAnswer>[2])
  const list = processWith(process, 'i', live)
  assert.equal(list.progress, 2000)
  const [first, second] = list.courses[0]!.items
  assert.deepEqual([first!.watchedSeconds, first!.furthest, first!.ranges], [20, 20, [[0, 20]]])
  assert.equal(second, other)
  assert.equal(processWith(process, 'i', { ...live, done: true }).courses[0]!.items[0]!.state, 'done')
})
