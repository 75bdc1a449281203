import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../../test/rendered.ts'

const { show, settle, screen, sent, act } = await openRenderer()
const { report } = await import('../../../../web/connection.ts')
const { ExamStart } = await import('./ExamStart.tsx')

test('a paper that a cut line did not bring comes by itself when the network is back, and the clock is spoken of', async () => {
  let isCut = true
  await show(createElement(ExamStart, { examId: 'e1' }), {
    at: '/detail-question?attemptId=a1',
    reply() {
      if (isCut) throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify({ respCode: 409, respDesc: 'over', attribute: null }))
    },
  })
  assert.match(screen.getByRole('alert').textContent, /考试时间仍在走.*保存在这台设备上/)
  const before = sent.filter(({ path }) => path.includes('go-class-exam')).length
  isCut = false
  await act(async () => report(true))
  await settle()
  assert.equal(sent.filter(({ path }) => path.includes('go-class-exam')).length, before + 1)
  assert.doesNotMatch(document.body.textContent, /考试时间仍在走/)
})
