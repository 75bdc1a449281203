import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import { currentNotices, dismiss } from '../../../../web/notice.ts'
import { defaultSettings } from '../../rules.ts'

openWindow()
const { clear, draw, press, screen, sent, type } = await openOffice()
const { SettingForm } = await import('./SettingForm.tsx')
const { default: SettingPage } = await import('./SettingPage.tsx')
afterEach(() => {
  for (const { id } of currentNotices()) dismiss(id)
  clear()
})

const config = { settings: defaultSettings }
const raise = { key: 'freeAmountADay', before: 20_000, after: 30_000, effect: null }

test('who raises a limit reads before that it waits for a colleague, and has nothing left to save', async () => {
  await draw(createElement(SettingForm, { values: defaultSettings, seen: 3 }), {
    'get-system-config': config,
    'preview-setting': { differences: [raise], overridden: [] },
    'save-setting': { id: null, proposals: ['a1'] },
  })
  await type('每人每天可独自减免的金额（元）', '30000')
  await press('查看影响并保存')
  const effects = document.querySelector('.setting-effects')!.textContent
  assert.match(effects, /每人每天可独自减免的金额（元）20000 → 30000.*由另一位同事审批后生效/)
  await type('修改原因', '开学季优惠多')
  await press('确认修改')
  const { body } = sent.find(({ path }) => path.includes('save-setting'))!
  assert.deepEqual(body, { changes: { freeAmountADay: 30_000 }, reason: '开学季优惠多', seen: 3 })
  assert.deepEqual(
    currentNotices().map(({ text }) => text),
    ['已提交，由另一位同事审批后生效'],
  )
  assert.ok(!screen.queryByText('查看影响并保存'))
  assert.equal(screen.getByLabelText<HTMLInputElement>('每人每天可独自减免的金额（元）').value, '20000')
})

test('what is lowered is not said to wait', async () => {
  await draw(createElement(SettingForm, { values: defaultSettings, seen: 3 }), {
    'get-system-config': config,
    'preview-setting': { differences: [{ ...raise, after: 100 }], overridden: [] },
  })
  await type('每人每天可独自减免的金额（元）', '100')
  await press('查看影响并保存')
  assert.match(document.querySelector('.setting-effects')!.textContent, /20000 → 100/)
  assert.doesNotMatch(document.querySelector('.setting-effects')!.textContent, /审批/)
})

test('the settings show what holds, what is proposed, by whom, and the way back for who proposed it', async () => {
  const summary = {
    zh: '调高一人权限：每人每天可独自减免的金额（元） 20000 → 30000',
    en: 'Raise limits on one person: Daily reductions without approval (¥) 20000 → 30000',
  }
  const proposed = { name: '周管理', at: '2023-11-22T02:30:00.000Z' }
  const waiting = { id: 'a1', kind: 'limits', status: 'proposed', decision: null, steps: ['withdraw'] }
  const none = () => null
  await draw(
    createElement(SettingPage, { Invoices: none, Receiver: none }),
    {
      'get-system-config': config,
      'find-setting': { values: defaultSettings, own: [], seen: 3, scheduled: [] },
      'approval/find-page-list': ({ kind }: { kind: string }) =>
        kind === 'limits' ? { total: 1, list: [{ ...waiting, summary, proposed }] } : { total: 0, list: [] },
    },
    { menus: ['/project-manage/setting'] },
  )
  assert.ok(screen.getByText('一人权限待审批'))
  assert.ok(screen.getByText(/^调高一人权限：.* 20000 → 30000。周管理 于 .* 提出$/))
  assert.ok(screen.getByRole('button', { name: '撤回申请' }))
  assert.equal(screen.getByLabelText<HTMLInputElement>('每人每天可独自减免的金额（元）').value, '20000')
})
