import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closedName, closingLifecycle, exportLifecycle } from './rules.ts'

test('a copy is fetched once, and a closing that was cancelled or done does not come back', () => {
  assert.equal(exportLifecycle.next(exportLifecycle.next('making', 'finish'), 'fetch'), 'fetched')
  for (const over of ['fetched', 'lapsed', 'failed'] as const) {
    assert.equal(exportLifecycle.can(over, 'fetch'), false)
  }
  assert.equal(closingLifecycle.can('cancelled', 'close'), false)
  assert.equal(closingLifecycle.can('closed', 'cancel'), false)
})

test('the name of a closed account says so', () => {
  assert.equal(closedName('张*明'), '张*明（已注销）')
})
