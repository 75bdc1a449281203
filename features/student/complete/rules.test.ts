import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { registerFieldsOf } from '../../project/register/rules.ts'
import { completenessOf, infoFields, requiredOf } from './rules.ts'

test('what the register config requires is required, in its order; a unit cannot be given by oneself', () => {
  const fields = registerFieldsOf([
    { key: 'photo', required: true },
    { key: 'realName', required: true },
    { key: 'unitId', required: true },
    { key: 'nation', required: false },
  ])
  assert.deepEqual(requiredOf(fields), ['cardNumber', 'mobile', 'photo', 'realName'])
})

test('the state is 2 when nothing is missing, 0 when only the photo is, 1 otherwise', () => {
  fc.assert(
    fc.property(fc.subarray([...infoFields]), fc.subarray([...infoFields]), (required, there) => {
      const { state, missing } = completenessOf(required, (field) => there.includes(field))
      assert.deepEqual(
        missing,
        required.filter((field) => !there.includes(field)),
      )
      assert.equal(state === 2, missing.length === 0)
      assert.equal(state === 0, missing.length === 1 && missing[0] === 'photo')
    }),
  )
})
