import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openDrawing } from '../../../../test/drawing.ts'

const { draw, screen, within } = await openDrawing()
const { AccountTable } = await import('./AccountTable.tsx')

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
