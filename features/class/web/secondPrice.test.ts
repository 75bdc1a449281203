import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { aManagedClass } from '../../../test/drawn.ts'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { clear, draw, press, screen, sent, settle, type } = await openOffice()
const { currentNotices } = await import('../../../web/notice.ts')
const { TrainClassDetail } = await import('./TrainClassDetail.tsx')
afterEach(clear)

const list = '/train-manage/class'
const nothing = () => null
const page = createElement(TrainClassDetail, {
  Learners: nothing,
  Exam: nothing,
  Ends: nothing,
  Announcements: nothing,
  Preview: nothing,
})
const managed = aManagedClass({ status: 'on_shelf', price: 20_000, originalPrice: 20_000 })
const answers = {
  'get-class-detail': managed,
  'find-class-category-tree': [],
  dictionary: [],
  'create-train-class': { id: 'c1', version: 1, revision: 2, approvalId: 'p1' },
}
const form = { menus: [list, `${list}#price`] as const, address: '/?id=c1&tab=write' }

test('the form says that a lower price takes a colleague, and after saving that it waits for one', async () => {
  const saves = () => sent.filter(({ path }) => path.includes('create-train-class')).length
  const read = () => ({ ...managed, revision: 1 + saves() })
  await draw(page, { ...answers, 'get-class-detail': read }, form)
  assert.ok(screen.getByText('降价由另一位同事批准后生效'))
  await type('售价（元）', '150')
  await press(/^保\s?存$/)
  await settle()
  assert.equal(
    screen.getByLabelText<HTMLInputElement>('售价（元）').value,
    '200.00',
    'what was typed does not hold yet',
  )
  assert.equal(saves(), 1)
  assert.ok(currentNotices().some(({ text }) => text === '已提交，由另一位同事审批后生效'))
})

test('a draft has its first price, which takes nobody else', async () => {
  await draw(page, { ...answers, 'get-class-detail': aManagedClass({ status: 'draft' }) }, form)
  assert.equal(screen.queryAllByText('降价由另一位同事批准后生效').length, 0)
})
