import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { defaultRegisterFields, fixedFields, profileFields, registerFieldsOf } from './rules.ts'

test('without a configuration of the project the default applies', () => {
  assert.deepEqual(registerFieldsOf(null), defaultRegisterFields)
})

test('whatever is stored, the fixed fields are present and required, each field once, and unknown ones are dropped', () => {
  const key = fc.oneof(fc.constantFrom(...profileFields.map((field) => field.key)), fc.string())
  fc.assert(
    fc.property(fc.array(fc.record({ key, required: fc.boolean() })), (saved) => {
      const fields = registerFieldsOf(saved)
      const keys = fields.map((field) => field.key)
      assert.equal(new Set(keys).size, keys.length)
      for (const fixed of fixedFields) assert.ok(fields.find((field) => field.key === fixed)!.required)
      for (const { key: one } of fields) assert.ok(profileFields.some((field) => field.key === one))
      const given = saved.map((field) => field.key).filter((one) => keys.includes(one as never))
      assert.deepEqual([...new Set(given)], keys.slice(keys.length - new Set(given).size))
    }),
  )
})
