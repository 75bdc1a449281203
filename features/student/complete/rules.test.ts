import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { completenessOf, type InfoField, infoFields, requiredOf } from './rules.ts'

test('a project’s words are put in order, and what is no field is left out', () => {
  assert.deepEqual(requiredOf({ requiredInfo: ['photo', 'shoeSize', 'realName'] }), ['realName', 'photo'])
})

test('the state is 2 when nothing is missing, 0 when the photo alone is, 1 otherwise', () => {
  fc.assert(
    fc.property(fc.subarray([...infoFields]), fc.subarray([...infoFields]), (required, there) => {
      const present = Object.fromEntries(infoFields.map((field) => [field, there.includes(field)])) as Record<
        InfoField,
        boolean
      >
      const { state, missing } = completenessOf(required, present)
      assert.deepEqual(
        missing,
        required.filter((field) => !there.includes(field)),
      )
      assert.equal(state === 2, missing.length === 0)
      assert.equal(state === 0, missing.length === 1 && missing[0] === 'photo')
    }),
  )
})
