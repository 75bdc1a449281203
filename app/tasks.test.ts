import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { importMenus, type ImportProgress } from '../features/import/contract.ts'
import { openRenderer } from '../test/rendered.ts'
import { allFeatures } from './features.ts'

const { show, screen } = await openRenderer()
Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
const { Permissions } = await import('../web/shell/view/may.ts')
const { Tasks } = await import('./Tasks.tsx')

test('an import of each kind that there is stands in the task centre', async () => {
  const kinds = allFeatures.flatMap(({ imports = [] }) => imports.map(({ key }) => key))
  assert.ok(kinds.length >= 10)
  const running = kinds.map(
    (kind): ImportProgress =>
      ({
        importId: kind,
        kind,
        fileName: `${kind}.xlsx`,
        status: 'checking',
        rows: 3,
        createdAt: new Date().toISOString(),
      }) as ImportProgress,
  )
  await show(createElement(Permissions, { value: new Set<string>(importMenus) }, createElement(Tasks)), {
    at: '/home/index?tasks=open',
    answers: { '/base/import/find-list.action': running },
  })
  for (const kind of kinds) assert.ok(await screen.findByText(`${kind}.xlsx`))
})
