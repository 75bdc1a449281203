import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ManagedEntry } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { default: DictionaryPage } = await import('./DictionaryPage.tsx')
const { UndoBar } = await import('../../../web/shell/frame/UndoBar.tsx')
afterEach(clear)

const entry = (code: string, name: string, more: Partial<ManagedEntry> = {}): ManagedEntry => ({
  kind: 'jobTitle',
  code,
  name,
  nameEn: `${code} in English`,
  parentCode: null,
  sort: 1,
  active: true,
  own: false,
  product: true,
  uses: 0,
  ...more,
})
const list = [
  entry('health', '卫生'),
  entry('nurse', '护师', { parentCode: 'health' }),
  entry('teaching', '教学'),
]
const show = (answered: object = {}) =>
  draw(
    createElement('div', null, createElement(DictionaryPage), createElement(UndoBar)),
    { 'query-entries': list, 'save-entry': null, ...answered },
    { address: '/?kind=jobTitle', menus: ['/project-manage/dictionary'] },
  )
const codes = () => screen.getAllByRole('row').flatMap((row) => row.querySelector('code')?.textContent ?? [])
const saved = () => sent.filter(({ path }) => path.includes('save-entry')).map(({ body }) => body)
async function write(label: string, value: string) {
  const field = screen.getByLabelText(label)
  await act(async () => fireEvent.change(field, { target: { value } }))
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  await settle()
}

test('an entry that has others below it unfolds them', async () => {
  await show()
  assert.deepEqual(codes(), ['health', 'teaching'])
  await press('“卫生”的 1 个下级')
  assert.deepEqual(codes(), ['health', 'nurse', 'teaching'])
  await press('“卫生”的 1 个下级')
  assert.deepEqual(codes(), ['health', 'teaching'])
})

test('both names are edited in their place, and what was changed can be undone', async () => {
  await show()
  await write('名称 教学', ' 教育 ')
  // The other name is not sent: who has changed it meanwhile loses nothing.
  const known = { kind: 'jobTitle', code: 'teaching' }
  assert.deepEqual(saved(), [{ ...known, name: '教育' }])
  assert.ok(screen.getByText('“教学”已改为“教育”'))
  await press('撤销')
  assert.deepEqual(saved()[1], { ...known, name: '教学' })
  await write('英文名称 教学', 'Teaching')
  assert.deepEqual(saved()[2], { ...known, nameEn: 'Teaching' })
})

test('a name that is refused stays in its cell with the reason, and an empty one is restored', async () => {
  const respDesc = '没有找到'
  await show({ 'save-entry': { respCode: 404, respDesc, attribute: null } })
  await write('名称 教学', '教育')
  assert.equal(screen.getByRole('alert').textContent, respDesc)
  await write('名称 卫生', ' ')
  assert.equal(saved().length, 1)
  assert.equal(screen.getByLabelText<HTMLInputElement>('名称 卫生').value, '卫生')
})
