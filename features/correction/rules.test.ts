import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CorrectionAction,
  type CorrectionKind,
  correctionKinds,
  correctionLifecycle,
  correctionStatuses,
  actionsOf,
  needsSecond,
  waitsFor,
  undone,
} from './rules.ts'

const everyone = [
  { propose: true, approve: false },
  { propose: false, approve: true },
  { propose: true, approve: true },
]
const standings = correctionKinds.flatMap((kind) =>
  correctionStatuses.flatMap((status) =>
    [true, false].flatMap((own) => [true, false].map((undoable) => ({ kind, status, own, undoable }))),
  ),
)

test('nobody approves their own hours, scores or passes, whatever else they may', () => {
  for (const summary of standings.filter(({ kind, own }) => needsSecond(kind) && own)) {
    for (const may of everyone) assert.ok(!actionsOf(summary, may).includes('approve'))
  }
  assert.deepEqual(correctionKinds.filter(needsSecond), ['hours', 'score', 'pass'])
})

test('no button is shown where the lifecycle has no step, and every step has somebody to take it', () => {
  const taken = new Set<string>()
  for (const summary of standings) {
    for (const may of everyone) {
      for (const action of actionsOf(summary, may)) {
        assert.ok(correctionLifecycle.can(summary.status, action), `${summary.status} ${action}`)
        taken.add(`${summary.kind} ${summary.status} ${action}`)
      }
    }
  }
  for (const kind of correctionKinds) {
    for (const status of correctionStatuses) {
      for (const action of Object.keys(correctionLifecycle.table[status]) as CorrectionAction[]) {
        assert.ok(taken.has(`${kind} ${status} ${action}`), `${kind} ${status} ${action}`)
      }
    }
  }
})

test('a pending correction shows for whom it waits, and nobody without permission has a button', () => {
  const waiting = (kind: CorrectionKind, status: 'proposed' | 'approved' | 'applied') =>
    waitsFor({ kind, status })
  assert.equal(waiting('hours', 'proposed'), 'second')
  assert.equal(waiting('unit', 'proposed'), 'anyone')
  assert.equal(waiting('score', 'approved'), 'applying')
  assert.equal(waiting('score', 'applied'), null)
  for (const summary of standings.filter(({ own }) => !own)) {
    assert.deepEqual(actionsOf(summary, { propose: false, approve: false }), [])
  }
})

test('undoing leads back from what a correction changed, and takes away the hours it added', () => {
  const hours = {
    before: { hoursTenths: 0 },
    after: { hoursTenths: 30, change: 30, year: 2023, classType: 'public' },
  }
  assert.deepEqual(undone(hours), {
    before: hours.after,
    after: { hoursTenths: 0, change: -30, year: 2023, classType: 'public' },
  })
  const name = { before: { realName: '张三' }, after: { realName: '张叁' } }
  assert.deepEqual(undone(name), { before: { realName: '张叁' }, after: { realName: '张三' } })
})
