import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { registerCalls, registerExports } from '../../certificate/register/contract.ts'
import { listExportCalls } from '../../export/contract.ts'

openWindow()
const office = await openOffice()
const { default: PrintDialog } = await import('./PrintDialog.tsx')
afterEach(office.clear)
const { screen } = office

const filter = { keyword: '南宫月', status: ['valid'] }
const draw = (total: number) =>
  office.draw(createElement(PrintDialog, { filter, onClose() {} }), {
    [registerCalls.find.path]: { total, list: [] },
    [listExportCalls.create.path]: { exportId: 'e1' },
  })
const created = () =>
  office.sent.filter(({ path }) => path.includes(listExportCalls.create.path)).map(({ body }) => body)

test('the print says how many certificates it makes, and makes those of the filter', async () => {
  await draw(12)
  assert.ok(screen.getByText('将打印 12 张有效证书。'))
  await office.press('开始生成')
  assert.deepEqual(created(), [{ path: registerExports.printPdf.path, filter }])
})

test('with none to print it says so, and nothing is begun', async () => {
  await draw(0)
  assert.ok(screen.getByText('没有可以打印的有效证书'))
  const begin = screen.getByRole('button', { name: '开始生成' })
  assert.ok((begin as HTMLButtonElement).disabled)
})
