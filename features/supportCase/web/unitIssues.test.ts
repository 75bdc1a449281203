import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openDrawing } from '../../../test/drawing.ts'

const { draw, sent } = await openDrawing()
const { UnitIssueTable } = await import('./UnitIssueTable.tsx')

test('unit mismatches are filtered by their kind', async () => {
  const address = '/customer/exception-register?part=doubts&issue=closed'
  await draw(createElement(UnitIssueTable), {}, { menus: ['/customer/exception-register'], address })
  const asked = sent.find(({ path }) => path.includes('query-unit-issues'))
  assert.equal(asked!.body.issue, 'closed')
})
