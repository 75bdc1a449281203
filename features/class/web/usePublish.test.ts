import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Selected } from '../../../web/shell/control/chosen.tsx'

openWindow()
const { act, draw, clear, screen, settle } = await openOffice()
const { waitFor } = await import('@testing-library/react')
const { usePublish } = await import('./usePublish.ts')
const { UndoBar } = await import('../../../web/shell/frame/UndoBar.tsx')
afterEach(clear)

/** Publishes two classes, and tells which are on their way. */
function Two() {
  const { pending, publish } = usePublish({ onReport() {} })
  const button = (id: string, name: string) =>
    createElement(
      'button',
      { onClick: () => publish({ selection: { ids: [id] } } as unknown as Selected, true, name) },
      name,
    )
  return createElement('div', null, button('a', '甲班'), button('b', '乙班'), pending.join(' '))
}

test('of two classes under way each is reported and undone by its own name, whichever is answered last', async () => {
  await draw(createElement('div', null, createElement(Two), createElement(UndoBar)), {})
  const answers = new Map<string, () => void>()
  const sent: unknown[] = []
  mock.method(globalThis, 'fetch', (path: string, { body }: { body: string }) => {
    // While an answer takes long, the page asks whether the server is there.
    if (path === '/healthz') return Promise.resolve(new Response())
    const input = JSON.parse(body) as { ids: string[] }
    sent.push(input)
    const attribute = { succeeded: input.ids, failed: [], batchId: null }
    const reply = () => new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))
    return new Promise((resolve) => answers.set(input.ids[0]!, () => resolve(reply())))
  })
  await act(async () => screen.getByText('甲班').click())
  await act(async () => screen.getByText('乙班').click())
  await screen.findByText(/a b/)
  await act(async () => answers.get('b')!())
  await waitFor(() => assert.match(screen.getByRole('status').textContent!, /乙班/))
  await act(async () => answers.get('a')!())
  await settle()
  assert.match(screen.getByRole('status').textContent!, /甲班/)
  await act(async () => screen.getByText('撤销').click())
  assert.deepEqual(sent.at(-1), { ids: ['a'], onShelf: false })
  answers.get('a')!()
  await settle()
})
