import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepsOf, waitsFor } from '../approval/rules.ts'
import {
  type CorrectionAction,
  correctionKinds,
  correctionLifecycle,
  correctionStatuses,
  decisionOf,
  needsSecond,
  undone,
} from './rules.ts'

const everyone = [
  { propose: true, approve: false },
  { propose: false, approve: true },
  { propose: true, approve: true },
]
const both = [true, false]
const standings = both.flatMap((second) =>
  correctionStatuses.flatMap((status) =>
    both.flatMap((own) =>
      both.map((undoable) => ({ second, status, own, alike: own, approvedAlone: false, undoable })),
    ),
  ),
)

test('hours, scores and passes take two people, and the name and number on a certificate', () => {
  const kinds = (isCertified: boolean) => correctionKinds.filter((kind) => needsSecond(kind, isCertified))
  assert.deepEqual(kinds(false), ['hours', 'score', 'pass'])
  assert.deepEqual(kinds(true), ['identity', 'hours', 'score', 'pass'])
})

test('nobody approves alone what takes two, whatever else they may', () => {
  for (const summary of standings.filter(({ second, own }) => second && own)) {
    for (const may of everyone) assert.ok(!stepsOf(summary, may).includes('approve'))
  }
})

test('no button is shown where the lifecycle has no step, and every step has somebody to take it', () => {
  const taken = new Set<string>()
  for (const summary of standings) {
    for (const may of everyone) {
      for (const action of stepsOf(summary, may)) {
        assert.ok(correctionLifecycle.can(summary.status, action), `${summary.status} ${action}`)
        taken.add(`${summary.second} ${summary.status} ${action}`)
      }
    }
  }
  for (const second of both) {
    for (const status of correctionStatuses) {
      for (const action of Object.keys(correctionLifecycle.table[status]) as CorrectionAction[]) {
        assert.ok(taken.has(`${second} ${status} ${action}`), `${second} ${status} ${action}`)
      }
    }
  }
})

test('a pending correction shows for whom it waits, and nobody without permission has a button', () => {
  assert.equal(waitsFor({ second: true, status: 'proposed' }), 'second')
  assert.equal(waitsFor({ second: false, status: 'proposed' }), 'anyone')
  assert.deepEqual(
    both.map((second) => decisionOf({ second, status: 'proposed' })),
    ['approve', 'apply'],
  )
  assert.equal(waitsFor({ second: true, status: 'approved' }), 'applying')
  assert.equal(waitsFor({ second: true, status: 'applied' }), null)
  for (const summary of standings.filter(({ own }) => !own)) {
    assert.deepEqual(stepsOf(summary, { propose: false, approve: false }), [])
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
