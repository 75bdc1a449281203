import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { scoreCalls, scoreMenu } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { ScoreImportButton } = await import('./ScoreImportButton.tsx')
const { newImport } = await import('../../import/web/currentImport.ts')
const { saveToken } = await import('../../../web/token.ts')
// What a reader waits for is there at once.
await import('../../import/web/ImportDrawer.tsx')
await import('../../../web/shell/form/AntdSettings.tsx')
afterEach(clear)

const exam = { kind: 'signUp', id: 'e1', title: '职称考试', subjects: [] }
const open = (menus: string[], address: string, whole = true) =>
  draw(
    createElement(ScoreImportButton),
    {
      [scoreCalls.findExams.path]: { total: 1, list: [exam] },
      'import/find-list': [],
      'get-template': { columns: [] },
      'get-upload-token': { respCode: 422, respDesc: '到这里为止', attribute: null },
    },
    { menus, address, whole },
  )
const isSent = () => sent.some(({ path }) => path.includes('upload-token'))

test('who may not import, or has a unit alone, has no button for it', async () => {
  await open([scoreMenu], scoreMenu)
  assert.ok(!screen.queryByRole('button', { name: '导入成绩' }))
  clear()
  await open([scoreMenu, `${scoreMenu}#import`], scoreMenu, false)
  assert.ok(!screen.queryByRole('button', { name: '导入成绩' }))
  clear()
  await open([scoreMenu, `${scoreMenu}#import`], scoreMenu)
  assert.ok(screen.getByRole('button', { name: '导入成绩' }))
})

test('a sheet is sent once it is said of which exam, a sign-up’s and no class’s', async () => {
  saveToken('a.b.c')
  await open([scoreMenu, `${scoreMenu}#import`], `${scoreMenu}?import=${newImport}`)
  await screen.findByRole('dialog')
  await settle()
  assert.deepEqual(
    sent.filter(({ path }) => path.includes(scoreCalls.findExams.path)).map(({ body }) => body.kind),
    ['signUp'],
  )
  const field = document.querySelector('input[type=file]')!
  const file = new File(['x'], '成绩.xlsx', { type: 'application/zip' })
  await act(async () => void fireEvent.change(field, { target: { files: [file] } }))
  await settle()
  assert.ok(screen.getAllByText('请先选择考试').length > 0)
  assert.equal(isSent(), false)
  await act(
    async () => void fireEvent.change(screen.getByLabelText('导入到哪次考试'), { target: { value: 'e1' } }),
  )
  await press('检查这个文件')
  assert.equal(isSent(), true)
})
