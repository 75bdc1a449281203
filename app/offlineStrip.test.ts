import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripOf } from './offlineStrip.ts'

test('the strip says what is recorded here, what is shown, and what was sent when the network is back', () => {
  assert.equal(stripOf('up', 0, null, true), null)
  assert.deepEqual(stripOf('offline', 12, null, true), { key: 'offlineRecorded', seconds: 12, isBack: false })
  assert.deepEqual(stripOf('unreachable', 12, null, true), {
    key: 'unreachableRecorded',
    seconds: 12,
    isBack: false,
  })
  assert.equal(stripOf('offline', 0, null, true)?.key, 'offlineShown')
  assert.equal(stripOf('unreachable', 0, null, true)?.key, 'unreachableShown')
  assert.deepEqual(stripOf('up', 0, { of: 12, left: 5 }, true), {
    key: 'backSending',
    seconds: 12,
    isBack: true,
  })
  assert.deepEqual(stripOf('up', 0, { of: 12, left: 0 }, true), {
    key: 'backSent',
    seconds: 12,
    isBack: true,
  })
  assert.equal(
    stripOf('offline', 0, null, false)?.key,
    'offline',
    'where nothing is shown nothing is promised',
  )
  assert.equal(stripOf('unreachable', 0, null, false)?.key, 'unreachable')
  // What was sent before says nothing while the network is gone again.
  assert.equal(stripOf('offline', 3, { of: 12, left: 0 }, true)?.key, 'offlineRecorded')
})
