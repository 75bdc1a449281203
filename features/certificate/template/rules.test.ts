import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Design } from './contract.ts'
import { fillDesign, type Holder, startDesign } from './rules.ts'

const holder = { realName: '李小兰', year: 2023, issuedDate: '2023-11-21', hoursTenths: 40 } as Holder

/** A text as it is printed for a holder. */
function printed(text: string, more: Partial<Holder>): string {
  const element = { ...startDesign().elements[0]!, text }
  const { elements } = fillDesign({ ...startDesign(), elements: [element] } as Design, { ...holder, ...more })
  return 'text' in elements[0]! ? elements[0].text : ''
}

test('hours that had been counted before are named beside those of the class', () => {
  const text = '获得 {hours} 学时。'
  assert.equal(printed(text, {}), '获得 4 学时。')
  assert.equal(
    printed(text, { hoursTenths: 0, heldTenths: 40 }),
    '获得 4 学时（本班课程此前已计学时，本次新增 0 学时）。',
  )
  assert.equal(
    printed('学时：{hours}', { hoursTenths: 25, heldTenths: 15 }),
    '学时：4（部分课程此前已计学时，本次新增 2.5 学时）',
  )
})
