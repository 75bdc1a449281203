import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type ComponentProps, createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { resourceCategoryCalls } from '../../../features/resource/category/contract.ts'

openWindow()
const { clear, draw, press, screen } = await openOffice()
const { Folders } = await import('../../../features/category/web/Folders.tsx')
const { Reader } = await import('../view/reader.ts')
afterEach(() => clear())

const calls = { ...resourceCategoryCalls, tree: resourceCategoryCalls.findTree }
async function show(reader: string) {
  const props: ComponentProps<typeof Folders> = {
    calls,
    chosen: null,
    mayChange: true,
    children: null,
    onChoose() {},
  }
  await draw(createElement(Reader, { value: reader }, createElement(Folders, props)), { 'find-tree': [] })
}
const isShown = () => screen.queryByRole('button', { name: '全部' }) !== null

test('at a desk the tree folds away for the width of the list, and stays so for its reader', async () => {
  await show('a')
  assert.ok(isShown())
  await press('收起')
  assert.ok(!isShown())
  clear()
  await show('a')
  assert.ok(!isShown())
  clear()
  await show('b')
  assert.ok(isShown())
  clear()
  await show('a')
  await press('展开')
  clear()
  await show('a')
  assert.ok(isShown())
})
