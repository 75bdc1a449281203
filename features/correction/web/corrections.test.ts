import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Correction } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, sent, settle } = await openOffice()
// Keys ask which dialog is open and drawn.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
  getClientRects: () => [{}],
})
const { CorrectionTable } = await import('./CorrectionTable.tsx')
const { turnShortcuts } = await import('../../../web/shell/view/keys.ts')
afterEach(() => {
  mock.timers.reset()
  turnShortcuts(true)
  clear()
})

const page = '/customer/exception-register'
const menus = [page, `${page}#correct`, `${page}#approve`, '/student-manage/student']
const hours = { year: 2023, classType: 'public', attribute: 'required' }
const correction = (id: string, more: Partial<Correction> = {}): Correction => ({
  id,
  accountId: `of ${id}`,
  realName: `学员${id}`,
  unitName: '人民医院',
  kind: 'hours',
  title: '讲座补录',
  before: { ...hours, hoursTenths: 0 },
  after: { ...hours, hoursTenths: 60, change: 60 },
  reason: '签到表已核对',
  proofPath: null,
  status: 'proposed',
  second: true,
  decided: null,
  decision: null,
  proposed: { name: '郑客服', at: '2023-01-01T00:00:00.000Z' },
  applied: null,
  undone: null,
  undoReason: null,
  undoUntil: null,
  undoable: false,
  effects: null,
  own: false,
  alike: false,
  approvedAlone: false,
  ...more,
})
const identity = correction('c', {
  kind: 'identity',
  second: false,
  own: true,
  alike: true,
  title: '',
  before: { realName: '王小鸣', cardNumber: '' },
  after: { realName: '王小明', cardNumber: '' },
})
const rows = [correction('a'), correction('b'), identity]
const preview = {
  effects: {
    certificates: [
      {
        event: 'reissued',
        className: '安全常识',
        year: 2022,
        number: 'JH2022-0000007',
        printCount: 1,
        current: null,
      },
    ],
    hours: [{ ...hours, before: 0, after: 60 }],
  },
  refusal: null,
}
const answered = {
  'correction/find-page-list': ({ id }: { id?: string }) => {
    const list = id ? rows.filter((row) => row.id === id) : rows
    return { list, total: list.length }
  },
  'correction/preview': preview,
  'correction/approve': { status: 'applied' },
  'work-queue/claim': ({ id }: { id: string }) => ({
    id,
    name: '张三',
    own: id !== 'b',
    since: '2023-01-01T00:00:00.000Z',
  }),
  'work-queue/find-mine': [],
  'work-queue/find-claims': [{ id: 'b', name: '张三', own: false, since: '2023-01-01T00:00:00.000Z' }],
}
const drawTable = (accountId?: string) =>
  draw(createElement(CorrectionTable, accountId ? { accountId } : {}), answered, { menus, address: page })
const type = async (key: string) => {
  await act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key }))
  await settle()
}
const opened = () => screen.queryByRole('heading', { level: 2, hidden: true })?.textContent ?? null
const last = (word: string) => sent.filter(({ path }) => path.includes(word)).at(-1)?.body

test('the state says what is to be done, and by whom where it is not the reader, who has the buttons', async () => {
  await drawTable()
  const states = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
  assert.match(states[0]!, /待审批郑客服 提出.*批准/)
  assert.match(states[2]!, /待执行郑客服 提出.*执行/)
  assert.match(states[1]!, /正在由张三处理/)
  assert.doesNotMatch(states[0]!, /正在由/)
})

/** The shown item has been there for as long as it takes until a key decides it. */
async function read() {
  await act(async () => mock.timers.tick(1000))
  assert.ok(document.querySelector('.work-actions [aria-keyshortcuts="A"]'))
}

test('by keys a row is opened and decided, and the next one comes by itself', async () => {
  await drawTable()
  mock.timers.enable({ apis: ['setTimeout'] })
  await type('j')
  await type('a')
  assert.equal(opened(), '更正 · 学员a')
  assert.deepEqual(last('work-queue/claim'), { code: 'correction.settle', id: 'a' })
  const text = () => document.querySelector('.work-content')!.textContent
  assert.match(
    text(),
    /将重新颁发 1 张证书.*安全常识 · 2022 · JH2022-0000007 · 旧证书已打印 1 次.*0 → 6 学时/,
  )
  ;(document.activeElement as HTMLElement).blur()
  await type('j')
  assert.equal(opened(), '更正 · 学员b')
  assert.match(text(), /正在由张三处理/)
  assert.deepEqual(last('work-queue/release'), { code: 'correction.settle', id: 'a' })
  await type('k')
  assert.equal(opened(), '更正 · 学员a')
  await type('a')
  assert.equal(last('correction/approve'), undefined, 'nobody has read it yet')
  await read()
  await type('a')
  assert.deepEqual(last('correction/approve'), { id: 'a' })
  assert.equal(opened(), '更正 · 学员b')
  await type('r')
  assert.equal(opened(), '更正 · 学员b')
  await read()
  await type('r')
  assert.equal(opened(), null)
  assert.match(screen.getByRole('dialog').textContent, /驳回更正 · 学员b/)
})

test('keys that are turned off do nothing; the buttons do the same', async () => {
  await drawTable()
  mock.timers.enable({ apis: ['setTimeout'] })
  turnShortcuts(false)
  await type('j')
  await type('a')
  assert.equal(opened(), null)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^执\s?行$/ })))
  await settle()
  assert.equal(opened(), '更正 · 学员c')
  await read()
  await type('a')
  assert.equal(last('correction/approve'), undefined)
  const button = screen.getAllByRole('button', { name: /^执\s?行$/, hidden: true }).at(-1)!
  assert.equal(button.getAttribute('aria-keyshortcuts'), 'A')
  await act(async () => fireEvent.click(button))
  await settle()
  assert.deepEqual(last('correction/approve'), { id: 'c' })
})

test('what one may apply alone is applied or rejected, and never called an approval', async () => {
  const other = correction('d', { ...identity, id: 'd', own: false, alike: false })
  const list = { list: [other], total: 1 }
  const table = createElement(CorrectionTable)
  await draw(
    table,
    { ...answered, 'correction/find-page-list': list },
    { menus, address: `${page}?correction=d` },
  )
  assert.match(screen.getAllByRole('row', { hidden: true })[1]!.textContent, /待执行郑客服 提出.*执行/)
  const names = [...document.querySelectorAll('.work-actions button')].map(({ textContent }) => textContent)
  assert.deepEqual(names, ['执行', '驳回'])
  assert.match(document.querySelector('.work-content')!.textContent, /没有附凭证/)
})

test('nothing is decided before what follows is loaded', async () => {
  const failed = { respCode: 500, respDesc: '暂时不可用' }
  const at = { menus, address: `${page}?correction=a` }
  await draw(createElement(CorrectionTable), { ...answered, 'correction/preview': failed }, at)
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('.work-actions button')]
  const shut = () => buttons().flatMap(({ disabled, textContent }) => (disabled ? [textContent] : []))
  assert.deepEqual(shut().slice(0, 2), ['批准执行', '仅批准'])
  clear()
  await draw(createElement(CorrectionTable), answered, at)
  assert.ok(!shut().includes('批准执行'))
})

test('what one person may do alone is not called approved', async () => {
  const { ProposalStaff } = await import('../../approval/web/ProposalParts.tsx')
  const someone = { name: '郑客服', at: '2023-01-01T00:00:00.000Z' }
  const row = { status: 'applied', proposed: someone, decided: someone, undone: null } as const
  await draw(createElement(ProposalStaff, { row, second: false }), {})
  assert.ok(screen.getByText(/郑客服 确认（无需审批）/))
  assert.ok(!screen.queryByText(/审批 ·/))
})

test('what two decided is undone by a colleague of its proposer, who applies a name that only its proposer approved', async () => {
  const done = { status: 'applied', undoable: true, undoUntil: '2023-01-02T00:00:00.000Z' } as const
  const named = { ...identity, status: 'approved', second: true, approvedAlone: true } as const
  const [mine, theirs] = [
    { own: true, alike: true },
    { own: false, alike: false },
  ]
  const list = [
    correction('a', { ...done, ...mine }),
    correction('b', { ...done, ...theirs }),
    correction('c', { ...named, ...mine, id: 'c' }),
    correction('d', { ...named, ...theirs, id: 'd' }),
  ]
  const shown = { ...answered, 'correction/find-page-list': { list, total: list.length } }
  await draw(createElement(CorrectionTable), shown, { menus, address: page })
  const rows = screen.getAllByRole('row').slice(1)
  assert.deepEqual(
    rows.map((row) => [...row.querySelectorAll('button')].map(({ textContent }) => textContent)),
    [['查看'], ['查看', '撤销'], ['查看'], ['执行']],
  )
  assert.doesNotMatch(rows[0]!.textContent, /撤销/)
})
