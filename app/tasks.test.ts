import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { importMenus, type ListedImport } from '../features/import/contract.ts'
import { openRenderer } from '../test/rendered.ts'

const { show, screen } = await openRenderer()
Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
const { Permissions } = await import('../web/shell/view/may.ts')
const { Tasks } = await import('./Tasks.tsx')

test('an import stands in the task centre by the title of its kind, and leads to its wizard', async () => {
  const score = {
    importId: 'i1',
    kind: 'score',
    title: { zh: '成绩', en: 'Scores' },
    page: '/cms-manage/score-manage',
    fileName: '成绩单.xlsx',
    status: 'checking',
    rows: 3,
    createdAt: new Date().toISOString(),
  } as ListedImport
  await show(createElement(Permissions, { value: new Set<string>(importMenus) }, createElement(Tasks)), {
    at: '/home/index?tasks=open',
    answers: { '/base/import/find-list.action': [score] },
  })
  await screen.findByText('成绩单.xlsx')
  const way = screen.getByRole('link', { name: /导入成绩“成绩单.xlsx”/, hidden: true })
  assert.equal(way.getAttribute('href'), '/cms-manage/score-manage?import=i1')
})
