import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldPlace } from './fieldPlace.ts'

test('a refused field is shown at its input, however deep either side knows it', () => {
  const places = [['name'], ['loginName'], ['roles'], ['roles', 1, 'unitId'], ['change', 'hours']]
  assert.deepEqual(fieldPlace('name', places), ['name'])
  assert.deepEqual(fieldPlace('administrator.loginName', places), ['loginName'])
  assert.deepEqual(fieldPlace('roles.1.unitId', places), ['roles', 1, 'unitId'])
  assert.deepEqual(fieldPlace('roles.2.unitId', places), ['roles'])
  assert.deepEqual(fieldPlace('change/hours', places), ['change', 'hours'])
  assert.equal(fieldPlace('hours', places), undefined)
  assert.equal(fieldPlace('names', places), undefined)
})
