import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createElement, useState } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { show, act, fireEvent, screen } = await openRenderer()
const { ResumeNotice } = await import('./Overlays.tsx')

function Covered() {
  const [isCovered, cover] = useState(false)
  return createElement(
    'div',
    {},
    createElement('button', { type: 'button', onClick: () => cover(!isCovered) }, 'cover'),
    createElement(ResumeNotice, { at: 36, isCovered, onStart: () => {} }),
  )
}

test('where a video resumed is said once, not again after each hint', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  await show(createElement(Covered))
  screen.getByText(/定位到 0:36/)
  fireEvent.click(screen.getByText('cover'))
  assert.ok(!screen.queryByText(/定位到/))
  await act(async () => mock.timers.tick(8000))
  fireEvent.click(screen.getByText('cover'))
  assert.ok(!screen.queryByText(/定位到/))
})
