import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvalLifecycle, approvalStatuses, isPriceForTwo, stepsOf, waitsFor } from './rules.ts'

const flags = [true, false]
const standings = approvalStatuses.flatMap((status) =>
  flags.flatMap((second) =>
    (
      [
        [true, true],
        [false, true],
        [false, false],
      ] as const
    ).flatMap(([own, alike]) =>
      flags.flatMap((undoable) =>
        flags.map((approvedAlone) => ({ status, second, own, alike, approvedAlone, undoable })),
      ),
    ),
  ),
)
const everyone = flags.flatMap((propose) => flags.map((approve) => ({ propose, approve })))

test('nobody approves or undoes their own where two are needed, nor applies it by their own approval; no step is offered where the lifecycle has none', () => {
  for (const summary of standings) {
    for (const may of everyone) {
      const steps = stepsOf(summary, may)
      for (const step of steps) assert.ok(approvalLifecycle.can(summary.status, step))
      if (summary.second && summary.alike) assert.ok(!steps.includes('approve') && !steps.includes('undo'))
      if (summary.second && summary.alike && summary.approvedAlone) assert.ok(!steps.includes('apply'))
      if (!summary.undoable) assert.ok(!steps.includes('undo'))
      if (!summary.own && !may.approve) assert.deepEqual(steps, [])
      if (!summary.own && summary.status === 'proposed') assert.ok(!steps.includes('withdraw'))
    }
  }
})

test('what waits says for whom', () => {
  assert.deepEqual(
    approvalStatuses.map((status) => [
      waitsFor({ status, second: true }),
      waitsFor({ status, second: false }),
    ]),
    approvalStatuses.map((status) =>
      status === 'proposed'
        ? ['second', 'anyone']
        : status === 'approved'
          ? ['applying', 'applying']
          : [null, null],
    ),
  )
})

test('a price is raised by one person and lowered by two; on its first day it is written until somebody has a place', () => {
  const cases = [
    { isFirstDay: false, isTaken: false, higher: false, lower: true },
    { isFirstDay: false, isTaken: true, higher: false, lower: true },
    { isFirstDay: true, isTaken: false, higher: false, lower: false },
    { isFirstDay: true, isTaken: true, higher: true, lower: true },
  ]
  for (const { higher, lower, ...places } of cases) {
    assert.equal(isPriceForTwo(places, { before: 100, after: 101 }), higher)
    assert.equal(isPriceForTwo(places, { before: 100, after: 99 }), lower)
    assert.equal(isPriceForTwo(places, { before: 100, after: 100 }), false)
  }
})
