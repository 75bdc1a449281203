import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createElement } from 'react'
import { openComponents } from '../../../../test/jsx.ts'
import { openWindow } from '../../../../test/window.ts'
import { doWork } from './work.ts'

openWindow()
openComponents()
const { fireEvent, render, screen, waitFor } = await import('@testing-library/react')
const { PictureCode } = await import('./PictureCode.tsx')

test('work that is given up stops at once', async () => {
  const stop = new AbortController()
  const rounds: number[] = []
  const onRound = (done: number) => {
    rounds.push(done)
    if (done === 2) stop.abort(new Error('given up'))
  }
  // Rounds enough for many slices.
  const work = doWork('token', { rounds: 100_000, bits: 4 }, { onRound, signal: stop.signal })
  await assert.rejects(work, /given up/)
  assert.ok(rounds.length < 100_000)
})

test('a sheet that is closed gives up what it asked for', async () => {
  const signals: AbortSignal[] = []
  mock.method(globalThis, 'fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const { unmount } = render(createElement(PictureCode, { wrong: 'question', onTyped: () => {} }))
  await waitFor(() => assert.equal(signals.length, 1))
  assert.ok(screen.getByText('答案不对，请重新回答'))
  fireEvent.click(screen.getByText('换一题'))
  await waitFor(() =>
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, false],
    ),
  )
  unmount()
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, true],
  )
  mock.restoreAll()
})
