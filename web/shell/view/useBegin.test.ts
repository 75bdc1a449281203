import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, useState } from 'react'
import { useLocation } from 'react-router'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { draw, clear, screen } = await openOffice()
const { useBegin } = await import('./useBegin.ts')
afterEach(clear)

function Page() {
  const [count, setCount] = useState(0)
  useBegin('receipt', () => setCount((before) => before + 1))
  return createElement('output', null, `${count} ${useLocation().search}`)
}

test('what the address names is begun once, and nothing else; the address forgets it', async () => {
  await draw(createElement(Page), {}, { address: '/receipts?keyword=a&begin=receipt' })
  assert.ok(screen.getByText('1 ?keyword=a'))
  clear()
  await draw(createElement(Page), {}, { address: '/receipts?begin=learner' })
  assert.ok(screen.getByText('0 ?begin=learner'))
})
