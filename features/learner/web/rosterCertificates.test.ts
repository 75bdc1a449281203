import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { registerCalls, registerExports } from '../../certificate/register/contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { RosterCertificates } = await import('./RosterCertificates.tsx')
afterEach(clear)

const part = createElement(RosterCertificates, { unitClassId: 'k1' })

test('who may see the register has the certificates of a unit class printed as one PDF', async () => {
  await draw(
    part,
    { 'find-register': { total: 12, list: [] }, 'export/create': { exportId: 'x1' } },
    { menus: [registerCalls.find.allow as string] },
  )
  await press('打印全员证书')
  await settle()
  const start = await screen.findByRole('button', { name: '开始生成', hidden: true })
  await act(async () => fireEvent.click(start))
  await settle()
  const [created] = sent.filter(({ path }) => path.includes('export/create')).map(({ body }) => body)
  assert.deepEqual(created, {
    path: registerExports.printPdf.path,
    filter: { unitClassId: 'k1', status: ['valid'] },
  })
})

test('who may not see the register is offered nothing', async () => {
  await draw(part, {})
  assert.ok(!screen.queryByRole('button'))
})
