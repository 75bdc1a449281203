import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../test/rendered.ts'

const { show, act, fireEvent, screen } = await openRenderer()
const { LargeText } = await import('./LargeText.tsx')

test('the switch of large text says whether it is on, for eye and ear, wherever it stands', async () => {
  await show(
    createElement(
      'div',
      {},
      createElement(LargeText, { className: 'menu' }),
      createElement(LargeText, { className: 'bar', short: true }),
    ),
  )
  const switches = screen.getAllByRole('button', { name: /^大字模式/ })
  const states = () => switches.map((one) => [one.getAttribute('aria-pressed'), one.textContent])
  assert.deepEqual(states(), [
    ['false', '大字模式'],
    ['false', '大字模式'],
  ])
  await act(async () => fireEvent.click(switches[1]!))
  assert.deepEqual(states(), [
    ['true', '大字模式 ✓'],
    ['true', '大字模式 ✓'],
  ])
  assert.equal(document.documentElement.dataset.senior, 'on')
  await act(async () => fireEvent.click(switches[0]!))
  assert.equal(document.documentElement.dataset.senior, 'off')
})
