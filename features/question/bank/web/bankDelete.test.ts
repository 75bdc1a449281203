import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import type { Bank } from '../contract.ts'

openWindow()
const { clear, draw, press, sent, type } = await openOffice()
const { currentNotices, dismiss } = await import('../../../../web/notice.ts')
const { default: BankDelete } = await import('./BankDelete.tsx')
afterEach(() => {
  for (const { id } of currentNotices()) dismiss(id)
  clear()
})

const bank = { bankId: 'b1', name: '数据安全', questions: 3 } as Bank
const notices = () => currentNotices().map(({ text }) => text)

test('a bank with questions is deleted once its name is typed; a refusal is said once', async () => {
  let gone = 0
  const part = (to: Bank) => createElement(BankDelete, { bank: to, onClose() {}, onGone: () => gone++ })
  await draw(part(bank), { bank: null })
  const deleted = () => sent.filter(({ path }) => path.includes('delete')).length
  await press(/^删\s?除$/)
  assert.equal(deleted(), 0)
  await type('名称', ' 数据安全 ')
  await press(/^删\s?除$/)
  assert.deepEqual([deleted(), gone, notices()], [1, 1, ['已删除题库“数据安全”']])
  clear()
  for (const { id } of currentNotices()) dismiss(id)
  await draw(part({ ...bank, questions: 0 }), {
    bank: { respCode: 409, respDesc: '试卷在用', attribute: null },
  })
  await press(/^删\s?除$/)
  assert.deepEqual([deleted(), gone, notices()], [1, 1, ['试卷在用']])
})
