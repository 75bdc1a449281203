import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { until } from '../../../../test/until.ts'
import { openWindow } from '../../../../test/window.ts'
import type { Template } from '../contract.ts'
import { startDesign } from '../rules.ts'

openWindow()
const { clear, draw, press, screen, sent, settle } = await openOffice()
const { currentNotices, dismiss } = await import('../../../../web/notice.ts')
const { isConfirming, confirm } = await import('../../../../web/shell/view/confirm.ts')
const { isUnsaved } = await import('../../../../web/shell/view/unsaved.ts')
const { default: TemplateEditor } = await import('./TemplateEditor.tsx')
afterEach(() => {
  if (isConfirming()) void confirm({ title: '', yes: '', no: '' })
  for (const { id } of currentNotices()) dismiss(id)
  clear()
})

const template = { id: 't1', name: '结业证', kind: 'class', numbering: 'JH{year}-{serial}', revision: 4 }
const part = (onClose: () => void) =>
  createElement(TemplateEditor, { template: { ...template, design: startDesign() } as Template, onClose })

test('what is placed on the canvas is to lose, and is saved upon the revision that was read', async () => {
  let closed = 0
  await draw(
    part(() => closed++),
    { 'certificate/save': { id: 't1' } },
  )
  await press('加文字')
  assert.equal(isUnsaved('/'), true)
  await press(/^取\s?消$/)
  await until(async () => (await settle(), isConfirming()))
  assert.equal(closed, 0)
  await press(/^保\s?存$/)
  await until(async () => (await settle(), closed === 1))
  const { body } = sent.find(({ path }) => path.includes('save'))!
  const { design, revision, name } = body as unknown as Template
  assert.deepEqual([name, revision, design.elements.length], ['结业证', 4, startDesign().elements.length + 1])
})

test('a failure is said with its reference', async () => {
  const failure = { respCode: -1, respDesc: '系统出了点问题', attribute: null, traceId: 'x7' }
  await draw(
    part(() => {}),
    { 'certificate/save': failure },
  )
  await press(/^保\s?存$/)
  await until(async () => (await settle(), currentNotices().length > 0))
  assert.deepEqual(
    currentNotices().map(({ traceId }) => traceId),
    ['x7'],
  )
  assert.ok(document.forms.namedItem('template'), 'it stays open')
})

test('the preview says which texts the longest names make too long, until the design is changed', async () => {
  mock.method(window, 'open', () => null)
  const tight = [
    { element: 2, scale: 0.62, fits: true },
    { element: 4, scale: 0.375, fits: false },
  ]
  let answer: object = { pdf: '', tight }
  await draw(
    part(() => {}),
    { 'certificate/preview': () => answer },
  )
  const status = () => screen.getAllByRole('status')[0]!.textContent
  assert.equal(status(), '')
  await press('预览 PDF')
  const [, , name, , sentence] = startDesign().elements as { text: string }[]
  assert.match(status()!, new RegExp(`“${name!.text}”要缩小到 62%`))
  assert.ok(status()!.includes(`“${sentence!.text}”缩到最小也放不下`))
  await press('加文字')
  assert.equal(status(), '')
  answer = { pdf: '', tight: [] }
  await press('预览 PDF')
  assert.match(status()!, /每段文字都放得下/)
})
