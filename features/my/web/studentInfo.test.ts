import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { saveToken } from '../../../web/token.ts'

const { show, screen } = await openRenderer()
const { default: StudentInfoPage } = await import('./StudentInfoPage.tsx')

test('a profile with all that is asked for does not read as if nothing else could be added', async () => {
  saveToken('T')
  await show(createElement(StudentInfoPage), {
    answers: {
      '/login/get-system-config.action': { settings: {}, info: {} },
      '/base/account/is-need-complete.action': { state: 2, required: [], missing: [] },
      '/base/account/get-my-info.action': { userName: '王桂芳', isLearner: false, personnelCategory: null },
    },
  })
  assert.ok(screen.getByRole('heading', { name: '必填资料已完整' }))
  assert.ok(screen.getByText('其余资料可以随时在“账号与安全”里补充。'))
})
