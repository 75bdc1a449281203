import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, sent } = await openOffice()
const { waitFor } = await import('@testing-library/react')
const { TemplateSelect } = await import('./TemplateSelect.tsx')
afterEach(clear)

test('a template beyond the first fifty is shown by its name, and others are looked for on the server', async () => {
  await draw(createElement(TemplateSelect, { value: 't51' }), {
    'certificate/query': ({ id }: { id?: string }) =>
      id === 't51' ? { total: 1, list: [{ id, name: '结业证书' }] } : { total: 60, list: [] },
  })
  assert.ok(screen.getByText('结业证书'))
  await act(async () => fireEvent.change(screen.getByRole('combobox'), { target: { value: '培训' } }))
  await waitFor(() => assert.equal(sent.at(-1)!.body.name, '培训'))
})
