import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pastedNumbers } from './pastedNumbers.ts'

const number = (last: number) => `2331200000001234567${last}`
const faults = (text: string, known: string[] | null = null) =>
  pastedNumbers(text, known && new Set(known)).map(({ line, fault }) => [line, fault])

test('two columns of a sheet are read, whatever divides them; a heading and empty lines are left out', () => {
  const text = `申请编号\t发票号码\r\nFP1\t${number(1)}\r\n\r\nFP2,${number(2)}\nFP3  '${number(3)}\t`
  assert.deepEqual(
    pastedNumbers(text, null).map(({ line, applyNo, number: no, fault }) => [line, applyNo, no, fault]),
    [
      [2, 'FP1', number(1), null],
      [4, 'FP2', number(2), null],
      [5, 'FP3', number(3), null],
    ],
  )
})

test('each faulty row says why', () => {
  assert.deepEqual(faults(`FP1\t123\nFP2\t2.33E+19\nFP3\nFP4\t${number(4)}`, ['FP1', 'FP2', 'FP3']), [
    [1, 'digits'],
    [2, 'scientific'],
    [3, 'columns'],
    [4, 'unknown'],
  ])
  assert.deepEqual(faults(`FP1\t${number(1)}\nFP1\t${number(2)}\nFP3\t${number(3)}\nFP4\t${number(3)}`), [
    [1, 'twiceApplyNo'],
    [2, 'twiceApplyNo'],
    [3, 'twiceNumber'],
    [4, 'twiceNumber'],
  ])
})
