import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { aheadOf, blockedBy, seekLimit, classStudy, itemState, minutesOf } from './rules.ts'

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
    ...{ itemId, required, completed },
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
