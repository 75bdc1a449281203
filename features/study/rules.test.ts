import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { refusalReasons } from './beat/contract.ts'
import {
  aheadOf,
  blockedBy,
  seekLimit,
  classStudy,
  explainProgress,
  itemState,
  minutesOf,
  progressOf,
} from './rules.ts'

const item = fc
  .record({
    required: fc.boolean(),
    durationMs: fc.integer({ min: 1000, max: 5_000_000 }),
    part: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ required, durationMs, part }) => ({
    required,
    durationMs,
    acceptedMs: part === 100 ? durationMs : Math.floor((durationMs * part) / 102),
    completed: part === 100,
  }))

test('progress is 10000 exactly when every required item is done, and never falls as more is watched', () => {
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 12 }), fc.nat(11), (items, which) => {
      const study = classStudy(items)
      const required = items.some((one) => one.required) ? items.filter((one) => one.required) : items
      assert.equal(
        study.done,
        required.every((one) => one.completed),
      )
      assert.equal(study.progress === 10_000, study.done)
      const i = which % items.length
      const more = items.with(i, { ...items[i]!, acceptedMs: items[i]!.durationMs, completed: true })
      assert.ok(classStudy(more).progress >= study.progress)
    }),
  )
})

test('a class without videos is never done', () => {
  assert.deepEqual(classStudy([]), { requiredMs: 0, doneMs: 0, progress: 0, done: false, watchedMs: 0 })
})

test('the state of an item', () => {
  assert.equal(itemState({ durationMs: 60_000, acceptedMs: 0 }), 'untouched')
  assert.equal(itemState({ durationMs: 60_000, acceptedMs: 58_999 }), 'started')
  assert.equal(itemState({ durationMs: 60_000, acceptedMs: 59_000 }), 'done')
})

test('how far one may seek', () => {
  const strict = {
    videoCanSeek: false,
    finishVideoCanSeek: false,
    videoCanSeekByLimitTime: false,
    videoSeekLimitSeconds: 30,
  }
  const open = { durationMs: 600_000, completed: false }
  const done = { ...open, completed: true }
  assert.equal(aheadOf(strict, done), 2_000)
  assert.equal(aheadOf({ ...strict, videoCanSeek: true }, open), 600_000)
  assert.equal(aheadOf({ ...strict, finishVideoCanSeek: true }, open), 2_000)
  assert.equal(aheadOf({ ...strict, finishVideoCanSeek: true }, done), 600_000)
  assert.equal(aheadOf({ ...strict, videoCanSeekByLimitTime: true }, open), 30_000)
})

test('a finished video may be skipped through only where the project allows it', () => {
  const video = { durationSeconds: 600, edge: 600, aheadSeconds: 2, done: true, reached: 40 }
  const strict = { videoCanSeek: false, finishVideoCanSeek: false }
  assert.equal(seekLimit(strict, video), 42)
  assert.equal(seekLimit({ ...strict, finishVideoCanSeek: true }, video), 600)
  const first = { ...video, edge: 100, done: false }
  assert.equal(seekLimit({ ...strict, finishVideoCanSeek: true }, first), 102)
  assert.equal(seekLimit({ ...strict, videoCanSeek: true }, first), 600)
})

test('in sequence a video waits for the required ones before it, and what is done stays open', () => {
  const item = (itemId: string, required: boolean, completed: boolean) => ({
    itemId,
    required,
    completed,
  })
  const items = [
    item('a', true, true),
    item('b', false, false),
    item('c', true, false),
    item('d', true, false),
  ]
  assert.deepEqual(
    items.map(({ itemId }) => blockedBy(items, itemId)?.itemId ?? null),
    [null, null, null, 'c'],
  )
  const again = [item('a', true, false), item('b', true, true)]
  assert.equal(blockedBy(again, 'b'), null)
})

test('the strip shows minute by minute what was counted, what was refused and what is to come', () => {
  const minutes = minutesOf({
    durationSeconds: 330,
    ranges: [
      [0, 118],
      [150, 170],
      [300, 329],
    ],
    refusals: [{ from: 170, to: 200 }],
  })
  assert.deepEqual(minutes, ['counted', 'counted', 'refused', 'refused', 'open', 'counted'])
})

test('a short video has shorter cells', () => {
  const short = { durationSeconds: 35, ranges: [[0, 16]] as const, refusals: [{ from: 21, to: 24 }] }
  assert.deepEqual(minutesOf(short, 10), ['counted', 'counted', 'refused', 'open'])
})

const stretch = (durationSeconds: number) =>
  fc
    .tuple(
      fc.integer({ min: 0, max: durationSeconds * 1000 }),
      fc.integer({ min: 0, max: durationSeconds * 1000 }),
    )
    .map(([a, b]) => [Math.min(a, b) / 1000, Math.max(a, b) / 1000] as const)
const watched = fc
  .record({ durationSeconds: fc.integer({ min: 1, max: 7200 }), done: fc.boolean() })
  .chain(({ durationSeconds, done }) =>
    fc
      .record({
        edge: fc.integer({ min: 0, max: durationSeconds * 900 }),
        refusals: fc.array(
          fc.record({ reason: fc.constantFrom(...refusalReasons), played: stretch(durationSeconds) }),
          { maxLength: 6 },
        ),
      })
      .map(({ edge, refusals }) => {
        const watchedSeconds = done ? durationSeconds : edge / 1000
        return {
          durationSeconds,
          watchedSeconds,
          completedAt: done ? '2023-01-01T00:00:00.000Z' : null,
          ranges: watchedSeconds > 0 ? [[0, watchedSeconds] as [number, number]] : [],
          refusals: refusals.map(({ reason, played: [from, to] }) => ({
            reason,
            from,
            to,
            times: 1,
            at: '2023-01-01T00:00:00.000Z',
          })),
        }
      }),
  )
const classes = fc.array(
  fc.record({
    attribute: fc.constantFrom('required' as const, 'elective' as const),
    items: fc.array(watched, { maxLength: 4 }),
  }),
  { maxLength: 4 },
)
const recorded = fc.record({
  progress: fc.integer({ min: 0, max: 10_000 }),
  passedBy: fc.constantFrom(null, 'rule' as const, 'manual' as const),
  studyDone: fc.boolean(),
  electiveTenths: fc.nat(100),
  electiveMinTenths: fc.nat(100),
  examRequired: fc.boolean(),
  examPassed: fc.boolean(),
})

test('an explanation adds up to the percent of the class, whatever its courses, exam, refusals and marks', () => {
  fc.assert(
    fc.property(classes, recorded, (courses, facts) => {
      const all = courses.flatMap(({ attribute, items }) =>
        items.map((one) => ({
          required: attribute === 'required',
          durationMs: one.durationSeconds * 1000,
          acceptedMs: Math.round(one.watchedSeconds * 1000),
          completed: one.completedAt !== null,
        })),
      )
      const study = classStudy(all)
      const said = explainProgress(courses, facts)
      assert.equal(said.progress, Math.max(facts.progress, study.progress))
      assert.equal(said.isKept, facts.progress > study.progress)
      assert.equal(said.doneSeconds + said.missingSeconds, said.requiredSeconds)
      // The seconds that are said are those of the percent, to the second.
      const [most, least] = [said.doneSeconds + 1, said.doneSeconds].map((seconds) =>
        progressOf(seconds * 1000, study.requiredMs),
      )
      assert.ok(least! <= study.progress && study.progress <= most!)
      assert.equal(said.missingVideos === 0, study.done || study.requiredMs === 0)
      assert.equal(said.missingSeconds === 0, said.missingVideos === 0)
      assert.equal(said.hasElectives, all.some((one) => one.required) && all.some((one) => !one.required))
      for (const { seconds } of said.refused) {
        assert.ok(seconds > 0 && seconds <= said.missingSeconds)
      }
      assert.equal(said.exam, facts.examRequired ? (facts.examPassed ? 'passed' : 'missing') : 'none')
      assert.equal(said.missingElectiveTenths > 0, facts.electiveTenths < facts.electiveMinTenths)
      assert.equal(said.isManual, facts.passedBy === 'manual')
    }),
  )
})

test('43 % is 4:28 of 10:14: electives do not count, and what was refused is said unless it was made up', () => {
  const one = (durationSeconds: number, watchedSeconds: number, refusals: object[] = []) => ({
    durationSeconds,
    watchedSeconds,
    refusals: refusals as [],
    completedAt: watchedSeconds === durationSeconds ? '2023-01-01T00:00:00.000Z' : null,
    ranges: watchedSeconds > 0 ? [[0, watchedSeconds] as [number, number]] : [],
  })
  const courses = [
    {
      attribute: 'required' as const,
      items: [
        one(268, 268),
        one(346, 0, [
          { reason: 'hidden', from: 10, to: 50 },
          { reason: 'hidden', from: 40, to: 70 },
        ]),
      ],
    },
    { attribute: 'elective' as const, items: [one(900, 900)] },
  ]
  const facts = {
    progress: 4364,
    passedBy: null,
    studyDone: false,
    electiveTenths: 0,
    electiveMinTenths: 0,
    examRequired: false,
    examPassed: false,
  }
  assert.deepEqual(explainProgress(courses, facts), {
    progress: 4364,
    requiredSeconds: 614,
    doneSeconds: 268,
    missingSeconds: 346,
    missingVideos: 1,
    isKept: false,
    hasElectives: true,
    refused: [{ reason: 'hidden', seconds: 60 }],
    missingElectiveTenths: 0,
    exam: 'none',
    isManual: false,
  })
  const made = { ...courses[0]!.items[1]!, watchedSeconds: 100, ranges: [[0, 100] as [number, number]] }
  const later = [{ ...courses[0]!, items: [courses[0]!.items[0]!, made] }]
  assert.deepEqual(explainProgress(later, facts).refused, [])
})
