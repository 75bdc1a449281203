import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { idsOfPath, levelOfPath, placeBetween, unitFaults, unitLifecycle } from './rules.ts'

test('a place between two siblings is free, or there is none', () => {
  assert.equal(placeBetween(null, null), 10)
  assert.equal(placeBetween(30, null), 40)
  assert.equal(placeBetween(10, 20), 15)
  assert.equal(placeBetween(null, 1), 0)
  assert.equal(placeBetween(null, 0), null)
  assert.equal(placeBetween(10, 11), null)
  assert.equal(placeBetween(10, 10), null)
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (one, other) => {
      const [before, after] = [Math.min(one, other), Math.max(one, other)]
      const place = placeBetween(before, after)
      assert.equal(place === null, after - before < 2)
      if (place !== null) assert.ok(place > before && place < after)
    }),
  )
})

test('a path contains its level and its ids', () => {
  const [a, b] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']
  assert.equal(levelOfPath(''), 0)
  assert.equal(levelOfPath(`${a}/${b}/`), 2)
  assert.deepEqual(idsOfPath(`${a}/${b}/`), [a, b])
})

test('a credit code is read as people write it, and judged by its check character', () => {
  assert.equal(unitFaults.creditCode('9135 0100-m000 100y43'), false)
  assert.equal(unitFaults.creditCode('91350100M000100Y43'), false)
  assert.equal(unitFaults.creditCode('91350100M000100Y44'), true)
})

test('a unit is reached by mobile, landline or service number', () => {
  for (const good of [
    '13812345678',
    '010-12345678',
    '0551-6234567',
    '0500-86001001',
    '62345678',
    '010-12345678-801',
    '400-820-8820',
  ]) {
    assert.equal(unitFaults.phone(good), false, good)
  }
  for (const bad of ['12345', '1381234567', 'abc', '10-12345678', '138123456789']) {
    assert.equal(unitFaults.phone(bad), true, bad)
  }
})

test('what is merged or deleted stays so', () => {
  assert.equal(unitLifecycle.next('active', 'disable'), 'disabled')
  assert.equal(unitLifecycle.next('disabled', 'enable'), 'active')
  for (const state of ['merged', 'deleted'] as const)
    for (const event of ['disable', 'enable', 'merge', 'delete'] as const)
      assert.equal(unitLifecycle.can(state, event), false)
})
