import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { clear, draw, sent } = await openOffice()
const { UnitIssueTable } = await import('./UnitIssueTable.tsx')
afterEach(clear)

test('unit mismatches are filtered by their kind', async () => {
  const address = '/customer/exception-register?part=doubts&issue=closed'
  await draw(createElement(UnitIssueTable), {}, { menus: ['/customer/exception-register'], address })
  const asked = sent.find(({ path }) => path.includes('query-unit-issues'))
  assert.equal(asked!.body.issue, 'closed')
})
