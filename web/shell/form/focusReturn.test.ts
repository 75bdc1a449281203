import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, useState } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { until } from '../../../test/until.ts'

openWindow()
const { draw, clear, screen, act, fireEvent, settle } = await openOffice()
const { dialogPart } = await import('./withAntd.tsx')
const { FormDialog } = await import('./FormDialog.tsx')
const { default: Modal } = await import('antd/es/modal')
afterEach(clear)

const Preview = dialogPart(async () => ({
  default: ({ onClose }: { onClose: () => void }) =>
    createElement(
      Modal,
      { open: true, onCancel: onClose, footer: null, title: '预览' },
      createElement('button', { onClick: onClose }, '看完'),
    ),
}))

function Page() {
  const [shown, setShown] = useState(false)
  const [asked, setAsked] = useState(false)
  return createElement(
    'div',
    null,
    createElement('button', { onClick: () => setShown(true) }, '打开预览'),
    createElement('button', { onClick: () => setAsked(true) }, '显示号码'),
    shown && createElement(Preview, { onClose: () => setShown(false) }),
    createElement(FormDialog, {
      name: 'f',
      open: asked,
      title: '号码',
      submit: '查看',
      values: {},
      onSave: async () => null,
      onSaved: () => setAsked(false),
      onClose: () => setAsked(false),
      children: null,
    } as never),
  )
}

const press = async (name: string | RegExp) => {
  const button = screen.getByRole('button', { name, hidden: true })
  await act(async () => {
    button.focus()
    fireEvent.click(button)
  })
  await settle()
}
const focused = () => document.activeElement?.textContent

test('the focus is back at the button that opened a dialog, also when it is opened again', async () => {
  await draw(createElement(Page), {})
  for (let i = 0; i < 2; i++) {
    await press('打开预览')
    await press('看完')
    await until(async () => screen.queryByText('看完') === null)
    assert.equal(focused(), '打开预览', `time ${i + 1}`)
  }
})

test('the focus is back at the button that opened a form, saved or left', async () => {
  await draw(createElement(Page), {})
  for (const end of [/取\s?消/, /查\s?看/]) {
    await press('显示号码')
    await press(end)
    await until(async () => screen.queryByText('号码') === null)
    assert.equal(focused(), '显示号码', String(end))
  }
})

const { OfficeDrawer } = await import('../control/OfficeDrawer.tsx')
const { FormDrawer } = await import('./FormDrawer.tsx')
const { default: Form } = await import('antd/es/form')

/** Drawers as pages open them: there only while they are open, one to read and one to fill in. */
function Drawers() {
  const [shown, setShown] = useState<'log' | 'form' | 'read' | null>(null)
  const onClose = () => setShown(null)
  const form = {
    name: 'g',
    title: '资料',
    values: { id: '' },
    onSave: async () => null,
    onClose,
    isReadOnly: shown === 'read',
    children: createElement(
      Form.Item,
      { name: 'id', label: '编号' },
      createElement('input', { id: 'g_id', disabled: shown === 'read' }),
    ),
  }
  return createElement(
    'div',
    null,
    ...(['log', 'form', 'read'] as const).map((what) =>
      createElement('button', { key: what, onClick: () => setShown(what) }, `打开 ${what}`),
    ),
    shown === 'log' &&
      createElement(OfficeDrawer, {
        open: true,
        title: '详情',
        onClose,
        children: '内容',
        motion: {},
      } as never),
    (shown === 'form' || shown === 'read') && createElement(FormDrawer, form as never),
  )
}

test('a drawer begins at its first field or else its heading, and gives the focus back', async () => {
  await draw(createElement(Drawers), {})
  const begins = { log: '详情', form: 'g_id', read: '资料' }
  for (const [what, first] of Object.entries(begins)) {
    await press(`打开 ${what}`)
    await until(async () => document.activeElement !== document.body && focused() !== `打开 ${what}`)
    await settle()
    assert.equal(document.activeElement!.id || focused(), first, what)
    await act(async () => {
      fireEvent.keyDown(document.activeElement!, { key: 'Escape', code: 'Escape', keyCode: 27 })
    })
    await until(async () => screen.queryByText(what === 'log' ? '详情' : '资料') === null)
    assert.equal(focused(), `打开 ${what}`)
  }
})
