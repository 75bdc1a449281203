import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { show } = await openRenderer()
const { useCodeLists } = await import('./codeLists.ts')

const region = (code: string, name: string, parentCode: string | null = null) => ({
  kind: 'region',
  code,
  parentCode,
  name,
  nameEn: '',
})
const Names = () =>
  useCodeLists(['region'])
    .choices('region')
    .map(({ label }) => `${label} `)

test('each choice follows the one it is below, whatever lies between them in the list', async () => {
  const shown = await show(createElement(Names), {
    answers: {
      '/dictionary-entity/get-dictionary-list.action': [
        region('329900', '江海市'),
        region('110000', '北京市'),
        region('329902', '临江区', '329900'),
        region('120000', '天津市'),
        region('329903', '望海区', '329900'),
      ],
    },
  })
  assert.equal(shown.textContent, '江海市 临江区 望海区 北京市 天津市 ')
})
