import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { draw, clear, screen } = await openOffice()
const { RosterImportButton } = await import('../../student/import/web/RosterImportButton.tsx')
const { newImport } = await import('./currentImport.ts')
const { rosterMenu } = await import('../../student/import/contract.ts')
// What a reader waits for is there at once.
await import('./ImportDrawer.tsx')
await import('../../../web/shell/form/AntdSettings.tsx')
afterEach(clear)

const open = (address: string) =>
  draw(
    createElement(RosterImportButton, { unitId: null, Next: () => null }),
    { 'import/find-list': [], 'get-template': { columns: [] }, unit: [] },
    { menus: [rosterMenu], address },
  )

test('an address that says so opens the wizard of an import; without it the wizard is closed', async () => {
  await open('/student-manage/student')
  assert.equal(screen.queryAllByRole('dialog').length, 0)
  clear()
  await open(`/student-manage/student?import=${newImport}`)
  assert.ok(await screen.findByRole('dialog'))
})
