import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOfText } from './pasted.ts'

test('cells copied from a spreadsheet become rows, in whatever order the columns are', () => {
  assert.deepEqual(rowsOfText('王芳\t11010119900307002X\r\n李强\t13900000001\r\n'), [
    { name: '王芳', number: '11010119900307002X' },
    { name: '李强', number: '13900000001' },
  ])
  assert.deepEqual(rowsOfText('13900000001\t李强'), [{ name: '李强', number: '13900000001' }])
})

test('a header, empty lines and running numbers are no people', () => {
  assert.deepEqual(rowsOfText('序号\t姓名\t手机号\n1\t王芳\t13900000002\n\n2\t李强\t13900000001'), [
    { name: '王芳', number: '13900000002' },
    { name: '李强', number: '13900000001' },
  ])
})

test('what is no number stays in its cell, so that the fault is shown there', () => {
  assert.deepEqual(rowsOfText('王芳\t没有'), [{ name: '王芳', number: '没有' }])
  assert.deepEqual(rowsOfText('王芳'), [{ name: '王芳', number: '' }])
})
