import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'

openWindow()
const { act, draw, clear, fireEvent, press, screen, sent, settle } = await openOffice()
const { RosterImportButton } = await import('./RosterImportButton.tsx')
const { newImport } = await import('../../../import/web/currentImport.ts')
const { rosterMenu } = await import('../contract.ts')
const { saveToken } = await import('../../../../web/token.ts')
// What a reader waits for is there at once.
await import('../../../import/web/ImportDrawer.tsx')
await import('../../../../web/shell/form/AntdSettings.tsx')
afterEach(clear)

const unit = { id: 'u1', name: '江海市第一人民医院', parentName: null }
const isSent = () => sent.some(({ path }) => path.includes('upload-token'))

/** Opens the wizard of a page and drops a file. */
async function drop(props: { unitId: string | null; fixed?: boolean }, choose = false) {
  saveToken('a.b.c')
  await draw(
    createElement(RosterImportButton, { ...props, Next: () => null }),
    {
      'import/find-list': [{ importId: 'i', kind: 'roster', status: 'applied', params: { unitId: 'u1' } }],
      'get-template': { columns: [] },
      'get-upload-token': { respCode: 422, respDesc: '到这里为止', attribute: null },
      unit: [unit],
    },
    { menus: [rosterMenu], address: `/student-manage/student?import=${newImport}` },
  )
  await screen.findByRole('dialog')
  await settle()
  if (choose) {
    const field = screen.getByLabelText('导入到单位')
    await act(async () => fireEvent.focus(field))
    await act(async () => fireEvent.click(field))
    await settle()
    await act(async () => fireEvent.click(screen.getAllByRole('option', { name: unit.name })[0]!))
  }
  const field = document.querySelector('input[type=file]')!
  const file = new File(['x'], '名单.xlsx', { type: 'application/zip' })
  await act(async () => fireEvent.change(field, { target: { files: [file] } }))
  await settle()
}

for (const [from, unitId] of [
  ['the last import', null],
  ['the page', 'u1'],
] as const) {
  test(`a file is not sent into the unit of ${from} before a person has confirmed it`, async () => {
    await drop({ unitId })
    assert.equal(isSent(), false)
    assert.ok(screen.getByText('将导入到“江海市第一人民医院”，请核对后再检查文件'))
    await press('检查这个文件')
    await settle()
    assert.equal(isSent(), true)
  })
}

test('a file is sent at once into a unit that was chosen, and into that of a unit’s own page', async () => {
  await drop({ unitId: null }, true)
  assert.equal(isSent(), true)
  clear()
  await drop({ unitId: 'u1', fixed: true })
  assert.equal(isSent(), true)
})
