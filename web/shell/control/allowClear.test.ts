import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { clear, draw, screen } = await openOffice()
const { default: Input } = await import('antd/es/input')
const { default: Select } = await import('antd/es/select')
const { useAllowClear } = await import('./useAllowClear.tsx')
afterEach(clear)

test('what empties a field is named in the reader’s language', async () => {
  function Fields() {
    const allowClear = useAllowClear()
    return createElement(
      'div',
      null,
      createElement(Input, { allowClear, defaultValue: '安全' }),
      createElement(Select, { allowClear, defaultValue: 'a', options: [{ value: 'a', label: '甲' }] }),
    )
  }
  await draw(createElement(Fields), {})
  assert.equal(screen.getAllByRole('button', { name: '清空' }).length, 2)
})
