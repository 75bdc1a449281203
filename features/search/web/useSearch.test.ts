import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { SearchSource } from '../../../web/shell/frame/searchSource.ts'
import type { Found } from '../contract.ts'

openWindow()
const { clear, draw } = await openOffice()
const { useSearch } = await import('./useSearch.ts')
afterEach(clear)

const found: Found[] = [
  {
    kind: 'order',
    id: 'o1',
    title: '20231124AB',
    line: '王芳',
    number: '20231124AB',
    accountId: 'a1',
    verifyCode: null,
  },
  {
    kind: 'certificate',
    id: 'k1',
    title: '急救',
    line: '王芳',
    number: 'NO1',
    accountId: 'a1',
    verifyCode: 'V1',
  },
]

test('who may not open learners is led to the order and to the verification, and to no page that refuses', async () => {
  for (const [mayLearners, expected] of [
    [
      true,
      [
        ['/order-manage/detail?id=o1', '/student-manage/student-detail?accountId=a1&tab=orders'],
        ['/student-manage/student-detail?accountId=a1&tab=certificates', '/check/V1'],
      ],
    ],
    [
      false,
      [
        ['/order-manage/detail?id=o1', undefined],
        ['/check/V1', undefined],
      ],
    ],
  ] as const) {
    let source: SearchSource | undefined
    function Search() {
      source = useSearch({
        owner: 'x',
        mayLearners,
        actions: [],
        onSignOut() {},
        loadParts: async () => [],
      })
      return null
    }
    await draw(createElement(Search), { 'search/find': found })
    const rows = await source!.find('x', new AbortController().signal)
    assert.deepEqual(
      rows.map(({ address, main }) => [address, main?.address]),
      expected,
    )
    clear()
  }
})
