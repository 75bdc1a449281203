import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { MemoryRouter } from 'react-router'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
openComponents()
const { cleanup, fireEvent, render, screen, waitFor } = await import('@testing-library/react')
const { useRegistration } = await import('./useRegistration.ts')
const { RegisterParts } = await import('./RegisterParts.tsx')
afterEach(() => {
  cleanup()
  mock.restoreAll()
})

const fields = [{ key: 'unitId' as const, required: false }]

/** The field of the unit alone, with a button that checks it. */
function UnitStep() {
  const form = useRegistration(fields, null)
  const { unitId } = form.faultsOf(['unitId']) as { unitId?: string }
  return createElement(
    'div',
    null,
    createElement(RegisterParts, { parts: ['unitId'], fields, joins: null, form, faults: {} }),
    createElement('output', null, unitId ?? 'nothing wrong'),
  )
}

test('a unit that is typed and not selected is a fault, and an empty field is none', async () => {
  mock.method(globalThis, 'fetch', async (url: string) => {
    const found = url.includes('find-unit') ? [{ id: 'u1', name: '江海市第一中学', parentName: null }] : []
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute: found }))
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    createElement(
      MemoryRouter,
      null,
      createElement(QueryClientProvider, { client }, createElement(UnitStep)),
    ),
  )
  const said = () => document.querySelector('output')!.textContent
  assert.equal(said(), 'nothing wrong')
  const field = screen.getByRole<HTMLInputElement>('textbox')
  fireEvent.change(field, { target: { value: '第一' } })
  assert.match(said(), /请从查到的单位里选一个/)
  fireEvent.click(screen.getByRole('button', { name: '查找' }))
  fireEvent.click(await screen.findByText('江海市第一中学'))
  await waitFor(() => assert.equal(said(), 'nothing wrong'))
})
