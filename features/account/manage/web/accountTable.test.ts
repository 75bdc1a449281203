import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'

openWindow()
const { clear, draw, screen, within } = await openOffice()
const { AccountTable } = await import('./AccountTable.tsx')
afterEach(clear)

test('the chip of a unit that was chosen names it, and so does the way to take it away', async () => {
  await draw(
    createElement(AccountTable, {}),
    {
      'query-role-list': [],
      'find-unit-base': ({ unitId }: { unitId?: string }) => [
        { id: unitId, name: '江海一中', parentName: '江海市' },
      ],
    },
    { address: '/?unitId=u1' },
  )
  const chips = within(screen.getByRole('list', { name: '当前筛选' }))
  assert.ok(chips.getByText('单位：江海一中 · 江海市'))
  assert.ok(chips.getByRole('button', { name: /江海一中/ }))
})
