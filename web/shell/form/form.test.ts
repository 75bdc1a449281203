import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { Activity, type ActivityProps, createElement, useState } from 'react'
import { openOffice } from '../../../test/office.ts'
import { until } from '../../../test/until.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { clear, draw, press, screen, settle, type } = await openOffice()
const { act, fireEvent } = await import('@testing-library/react')
const { default: Form } = await import('antd/es/form')
const { default: Input } = await import('antd/es/input')
const { default: Modal } = await import('antd/es/modal')
const { CallRefused } = await import('../../client.ts')
const { currentErrors } = await import('../../errorLog.ts')
const { confirm, isConfirming } = await import('../view/confirm.ts')
const { currentNotices, dismiss } = await import('../../notice.ts')
const { isUnsaved } = await import('../view/unsaved.ts')
const { FormDialog } = await import('./FormDialog.tsx')
const { FormDrawer } = await import('./FormDrawer.tsx')
const { FormPage } = await import('./FormPage.tsx')
const { CurrentView } = await import('../view/view.ts')

afterEach(async () => {
  if (isConfirming()) void confirm({ title: '', yes: '', no: '' })
  for (const { id } of currentNotices()) dismiss(id)
  clear()
})

interface Fields {
  name: string
  note: string
  inner?: { code: string }
  silent?: string
}

const inputs = [
  createElement(
    Form.Item,
    { key: 'name', name: 'name', label: '名称', rules: [{ required: true }] },
    createElement(Input),
  ),
  createElement(Form.Item, { key: 'note', name: 'note', label: '备注' }, createElement(Input)),
  createElement(Form.Item, { key: 'code', name: ['inner', 'code'], label: '编号' }, createElement(Input)),
]
const form = {
  name: 'thing',
  title: '一件事',
  values: { name: '甲', note: '' } as Fields,
  children: inputs,
  onSave: async () => ({}),
  onClose() {},
}
const refused = (field?: string, respCode = 422) =>
  new CallRefused({
    respCode,
    respDesc: `${field}：不行`,
    problem: '不行',
    traceId: 't1',
    ...(field ? { field } : {}),
  })
const notices = () => currentNotices().map(({ kind, text, traceId }) => [kind, text, traceId])
/** A window without style sheets fires no transitionend. */
async function endMotion() {
  for (const frame of document.querySelectorAll('.ant-modal, .ant-drawer-content-wrapper')) {
    await act(async () => fireEvent.animationEnd(frame) && fireEvent.transitionEnd(frame))
  }
  await settle()
}
/** Elements are named here, not compared: printing how two differ takes minutes. */
const focused = (label: string) =>
  until(async () => {
    await endMotion()
    return document.activeElement?.id === screen.getByLabelText(label).id
  })

for (const [frame, Frame] of Object.entries({ FormDialog, FormDrawer })) {
  test(`${frame}: the focus is in the first input, saving confirms it and closes`, async () => {
    const saved: Fields[] = []
    let closed = 0
    const props = {
      ...form,
      values: { ...form.values, silent: '不显示' },
      onClose: () => closed++,
      onSave: async (values: Fields) => ({ id: saved.push(values) }),
      success: ({ id }: { id: number }, { name }: Fields) => `${name} ${id}`,
    }
    await draw(createElement(Frame<Fields, { id: number }>, props), {})
    await focused('名称')
    await type('备注', '乙')
    await press('保存')
    assert.deepEqual(saved, [{ name: '甲', note: '乙', inner: { code: undefined }, silent: '不显示' }])
    assert.deepEqual([notices(), closed], [[['success', '甲 1', undefined]], 1])
    assert.equal(isUnsaved('/'), false)
  })

  test(`${frame}: what was typed is not left unasked`, async () => {
    let closed = 0
    await draw(createElement(Frame, { ...form, onClose: () => closed++ }), {})
    await press('取消')
    assert.equal(closed, 1)
    await type('备注', '乙')
    assert.equal(isUnsaved('/'), true)
    await press('取消')
    assert.deepEqual([isConfirming(), closed], [true, 1])
  })
}

test('one save at a time, by the button or by Ctrl or ⌘ with S or Enter', async () => {
  let saves = 0
  const { promise, resolve } = Promise.withResolvers<object>()
  const props = {
    ...form,
    onSave: () => (saves++, promise),
    other: { label: '另存', onSave: () => (saves++, promise) },
  }
  await draw(createElement(FormDrawer<Fields, object>, props), {})
  const dialog = screen.getByRole('dialog')
  fireEvent.keyDown(dialog, { key: 's' })
  await settle()
  assert.equal(saves, 0)
  const isDefault = fireEvent.keyDown(dialog, { key: 's', ctrlKey: true })
  await settle()
  fireEvent.keyDown(dialog, { key: 'Enter', metaKey: true })
  await settle()
  assert.deepEqual([isDefault, saves], [false, 1])
  await act(async () => resolve({}))
})

test('Enter in an input of one line saves: the form has a button of its own', async () => {
  await draw(createElement(FormDialog, form), {})
  assert.ok(document.forms[0]!.querySelector('button[type=submit]'))
})

test('Enter saves the first way, also after the other was tried and refused', async () => {
  const ways: string[] = []
  const props = {
    ...form,
    onSave: async () => ways.push('save'),
    other: { label: '发布试试', onSave: () => (ways.push('other'), Promise.reject(refused('note'))) },
  }
  await draw(createElement(FormDrawer<Fields, number>, props), {})
  const enter = async () => {
    await act(async () => document.forms[0]!.requestSubmit())
    await settle()
  }
  await type('名称', '')
  await press('发布试试')
  assert.deepEqual(ways, [], 'an empty name is not sent')
  await type('名称', '乙')
  await enter()
  assert.deepEqual(ways, ['save'])
  await press('发布试试')
  await enter()
  assert.deepEqual(ways, ['save', 'other', 'save'])
})

test('a refusal is shown at the input it names, which has the focus then', async () => {
  const answers = [refused('given.code'), refused('note')]
  const onSave = () => Promise.reject(answers.shift()!)
  await draw(createElement(FormDialog, { ...form, onSave, inputs: { given: 'inner' } }), {})
  await press('保存')
  await focused('编号')
  assert.equal(screen.getByText('不行').closest('[id]')?.id, 'thing_inner_code_help')
  await press('保存')
  await focused('备注')
  assert.deepEqual(notices(), [])
})

test('a refusal of what has no input is a notice with its trace id, and nothing typed is lost', async () => {
  const answers = [refused('other'), refused(undefined, 500)]
  const onSave = () => Promise.reject(answers.shift()!)
  await draw(createElement(FormDialog, { ...form, onSave, success: '已保存' }), {})
  await type('备注', '乙')
  await press('保存')
  assert.deepEqual(notices(), [['prompt', 'other：不行', 't1']])
  await press('保存')
  assert.deepEqual(notices()[1], ['error', 'undefined：不行', 't1'])
  assert.equal(isUnsaved('/'), true)
  assert.equal((screen.getByLabelText('备注') as HTMLInputElement).value, '乙')
})

test('a sentence of the server is shown at its input as it is, also where it has a colon', async () => {
  const onSave = () =>
    Promise.reject(
      new CallRefused({ respCode: 409, respDesc: 'WeChat: the app was not found', field: 'note' }),
    )
  await draw(createElement(FormDialog, { ...form, onSave }), {})
  await press('保存')
  await until(async () => (await settle(), screen.queryByText('WeChat: the app was not found') !== null))
})

test('what was refused is gone from its input with the next save', async () => {
  const answers = [() => Promise.reject(refused('note')), () => Promise.reject(refused('other'))]
  const onSave = () => answers.shift()?.() ?? Promise.resolve({})
  await draw(createElement(FormDialog, { ...form, onSave, onSaved() {} }), {})
  const isGone = async () => {
    await endMotion()
    return screen.queryByText('不行') === null
  }
  await press('保存')
  assert.ok(screen.getByText('不行'))
  await press('保存')
  await until(isGone)
  answers.push(() => Promise.reject(refused('note')))
  await press('保存')
  assert.ok(screen.getByText('不行'))
  await press('保存')
  await until(isGone)
})

test('what is typed while a save runs is not saved: it is still to lose, and no later save takes it for read', async () => {
  const sent: unknown[] = []
  let answer = (_: object) => {}
  const read = { revision: 2, values: { name: '甲', note: '丙' } }
  function onSave({ name, note }: Fields, revision?: number) {
    sent.push([name, note, revision])
    if (sent.length === 2) {
      return Promise.reject(new CallRefused({ respCode: 409, respDesc: '已被修改', stale: [] }))
    }
    return new Promise<object>((resolve) => (answer = resolve))
  }
  const props = { ...form, onSave, revised: { revision: 1, load: async () => read }, onSaved() {} }
  await draw(createElement(FormDrawer<Fields, object>, props), {})
  await type('备注', '乙')
  await press('保存')
  await type('名称', '丁')
  await act(async () => answer({ revision: 2 }))
  await settle()
  assert.equal(isUnsaved('/'), true)
  await press(/保存$/)
  await press('载入最新内容，保留我填写的')
  await press(/保存$/)
  assert.deepEqual(sent.at(-1), ['丁', '丙', 2])
  await act(async () => answer({ revision: 3 }))
  await settle()
  assert.equal(isUnsaved('/'), false)
})

test('a shortcut saves the form it is pressed in, not the one behind', async () => {
  const saved: string[] = []
  const onSave = (name: string) => async () => saved.push(name)
  const own = {
    ...form,
    key: 'within',
    name: 'within',
    onSave: onSave('within'),
    onSaved() {},
    children: createElement(Form.Item, { name: 'code', label: '编码' }, createElement(Input)),
  }
  const within = createElement(FormDialog<Fields, number>, own)
  const bare = createElement(
    Modal,
    { key: 'bare', open: true, title: '裸', footer: null },
    createElement('button', { type: 'button' }, '按'),
  )
  const props = {
    ...form,
    name: 'behind',
    onSave: onSave('behind'),
    onSaved() {},
    children: [...inputs, within, bare],
  }
  await draw(createElement(FormPage<Fields, number>, props), {})
  const keyed = async (element: HTMLElement) => {
    fireEvent.keyDown(element, { key: 'Enter', ctrlKey: true })
    await settle()
  }
  await keyed(screen.getByLabelText('编码'))
  assert.deepEqual(saved, ['within'])
  await keyed(screen.getByText('按'))
  assert.deepEqual(saved, ['within'])
  await keyed(screen.getByLabelText('备注'))
  assert.deepEqual(saved, ['within', 'behind'])
})

test('nothing can be saved before what the form waits for is drawn, and no way to save is remembered', async () => {
  const ways: string[] = []
  const read = { data: {}, isFetching: true }
  const props = {
    ...form,
    onSave: async () => ways.push('first'),
    onSaved() {},
    other: { label: '保存并发布', onSave: async () => ways.push('other') },
  }
  let arrive = () => {}
  function Waiting() {
    const [query, setQuery] = useState(read)
    arrive = () => setQuery({ ...read, isFetching: false })
    return createElement(FormDrawer<Fields, number>, { ...props, query: query as never })
  }
  await draw(createElement(Waiting), {})
  const buttons = ['保存', '保存并发布'].map((name) =>
    screen.getByRole<HTMLButtonElement>('button', { name }),
  )
  assert.deepEqual(
    buttons.map(({ disabled }) => disabled),
    [true, true],
  )
  await press('保存并发布')
  await act(async () => arrive())
  await settle()
  await act(async () => document.forms[0]!.requestSubmit())
  await settle()
  assert.deepEqual(ways, ['first'])
})

test('an error that is no refusal is said and written down', async () => {
  const onSave = () => Promise.reject(new TypeError('broken'))
  await draw(createElement(FormDialog, { ...form, onSave, success: '已保存' }), {})
  await press('保存')
  assert.deepEqual(notices(), [['error', '页面出错，请再试一次；详情见“错误日志”。', undefined]])
  assert.equal(currentErrors()[0]?.text, 'broken')
})

test('the form of a page has the focus; unchanged it is saved by no key, and only read it has no button', async () => {
  const saved: string[] = []
  const props = { ...form, onSave: async ({ note }: Fields) => saved.push(note), onSaved() {} }
  const page = createElement(FormPage<Fields, number>, { ...props, onlyChanged: true })
  await draw(page, {})
  await focused('名称')
  fireEvent.keyDown(screen.getByLabelText('备注'), { key: 's', ctrlKey: true })
  await settle()
  await act(async () => document.forms[0]!.requestSubmit())
  await settle()
  assert.deepEqual(saved, [])
  await type('备注', '乙')
  fireEvent.keyDown(screen.getByLabelText('备注'), { key: 's', ctrlKey: true })
  await settle()
  assert.deepEqual(saved, ['乙'])
  clear()
  await draw(createElement(FormPage<Fields, number>, { ...props, isReadOnly: true }), {})
  assert.equal(screen.queryAllByRole('button', { name: '保存' }).length, 0)
})

test('a blocked form is not saved by Enter either', async () => {
  let saves = 0
  await draw(createElement(FormDialog, { ...form, isBlocked: true, onSave: async () => ++saves }), {})
  await act(async () => document.forms[0]!.requestSubmit())
  await settle()
  assert.equal(saves, 0)
})

test('an input that is not filled in has the focus, and nothing is sent', async () => {
  let saves = 0
  await draw(createElement(FormDrawer, { ...form, onSave: async () => ++saves }), {})
  await type('名称', '')
  await act(async () => screen.getByLabelText('备注').focus())
  await press('保存')
  await focused('名称')
  assert.equal(saves, 0)
})

test('a stale edit shows what was changed; the latest values come in and the next save is upon them', async () => {
  const sent: unknown[] = []
  const change = {
    field: 'name',
    label: '名称',
    before: '甲',
    after: '丙',
    by: '李',
    at: '2023-01-01T00:00:00.000Z',
  }
  async function onSave(values: Fields, revision?: number) {
    sent.push([values.name, values.note, revision])
    if (revision === 1) throw new CallRefused({ respCode: 409, respDesc: '已被修改', stale: [change] })
    return { revision: 3 }
  }
  const load = async () => ({ revision: 2, values: { name: '丙', note: '' } })
  const props = { ...form, onSave, revised: { revision: 1, load }, onSaved() {} }
  await draw(createElement(FormDrawer<Fields, object>, props), {})
  await type('备注', '乙')
  await press('保存')
  assert.ok(screen.getByText(/李 于 .* 修改了名称：甲 → 丙/))
  assert.deepEqual(notices(), [])
  await press('载入最新内容，保留我填写的')
  await press('保存')
  await press('保存')
  assert.deepEqual(sent, [
    ['甲', '乙', 1],
    ['丙', '乙', 2],
    ['丙', '乙', 3],
  ])
})

test('another way to save has its own button; what is only read has none', async () => {
  const ways: string[] = []
  const props = {
    ...form,
    onSave: async () => ways.push('first'),
    onSaved() {},
    onlyChanged: true,
    other: { label: '保存并发布', onSave: async () => ways.push('other') },
  }
  await draw(createElement(FormPage<Fields, number>, props), {})
  await press('保存')
  assert.deepEqual(ways, [])
  await type('备注', '乙')
  await press('保存并发布')
  await type('备注', '丙')
  await press('保存')
  assert.deepEqual(ways, ['other', 'first'])
  clear()
  await draw(createElement(FormDialog, { ...form, isReadOnly: true }), {})
  assert.equal(screen.queryAllByRole('button', { name: '保存' }).length, 0)
  assert.ok(screen.getByLabelText<HTMLInputElement>('名称').disabled)
})

test('a form that was closed is opened as it is, with nothing left to lose', async () => {
  function Page() {
    const [open, setOpen] = useState(true)
    const dialog = createElement(FormDialog<Fields, object>, { ...form, open, onClose: () => setOpen(false) })
    return [
      createElement('button', { key: 'open', onClick: () => setOpen(true) }, '打开'),
      createElement('div', { key: 'd' }, dialog),
    ]
  }
  await draw(createElement(Page), {})
  await type('备注', '乙')
  await press('保存')
  await until(async () => {
    await endMotion()
    return screen.queryByRole('dialog') === null
  })
  await press('打开')
  assert.equal((screen.getByLabelText('备注') as HTMLInputElement).value, '')
  assert.equal(isUnsaved('/'), false)
})

test('an input that must be filled in is named, in the words of every other form', async () => {
  await draw(createElement(FormDialog<Fields, object>, { ...form, open: true }), {})
  await endMotion()
  await type('名称', '')
  await press('保存')
  assert.ok(await screen.findByText('请填写名称'))
})

/** A form page of a subject in its view. */
const inView = (id: string, props: Partial<Parameters<typeof FormPage<Fields, object>>[0]> = {}) =>
  createElement(
    CurrentView,
    { key: id, value: { key: `/x?id=${id}`, subject: 'id', isShown: () => true } },
    createElement(FormPage<Fields, object>, { ...form, ...props }),
  )

test('forms of two subjects of a page have inputs of their own, and each is unsaved for itself', async () => {
  await draw([inView('1'), inView('2')], {})
  const [one, two] = screen.getAllByLabelText<HTMLInputElement>('备注')
  assert.deepEqual([one!.id, two!.id], ['thing-id=1_note', 'thing-id=2_note'])
  await act(async () => fireEvent.change(two!, { target: { value: '乙' } }))
  assert.deepEqual(['/x?id=1', '/x?id=2'].map(isUnsaved), [false, true])
})

test('a form whose view is hidden is unsaved until it is saved or gone', async () => {
  let show: (mode: 'visible' | 'hidden' | 'gone') => void
  let finish: (output: object) => void
  function Views() {
    const [mode, setMode] = useState<'visible' | 'hidden' | 'gone'>('visible')
    show = setMode
    const onSave = () => new Promise<object>((resolve) => (finish = resolve))
    if (mode === 'gone') return null
    const page = inView('1', { onSave, onClose: () => setMode('hidden') })
    return createElement(Activity, { mode } as ActivityProps, page)
  }
  const isNow = async (mode: 'visible' | 'hidden' | 'gone') => {
    await act(async () => show(mode))
    await settle()
    return isUnsaved('/x?id=1')
  }
  await draw(createElement(Views), {})
  await type('备注', '乙')
  assert.deepEqual([await isNow('hidden'), await isNow('visible')], [true, true])
  await press('保存')
  await act(async () => finish({}))
  await settle()
  assert.equal(isUnsaved('/x?id=1'), false, 'saving led elsewhere')
  assert.equal(await isNow('visible'), false)
  await type('备注', '丙')
  assert.deepEqual([await isNow('hidden'), await isNow('gone')], [true, false])
})
