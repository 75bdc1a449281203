import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, press, screen, sent, settle, within } = await openOffice()
const { default: OfficeHomePage } = await import('../../dashboard/web/OfficeHomePage.tsx')
const { Sidebar } = await import('../../../web/shell/frame/Sidebar.tsx')
const { Bell } = await import('./Bell.tsx')
const { WorkDialog } = await import('./WorkDialog.tsx')
const { today } = await import('../../../web/dayStart.ts')
const { countOn } = await import('./useWork.ts')
afterEach(clear)

const register = '/customer/exception-register'
const work = [
  {
    code: 'correction.settle',
    name: { zh: '待处理的更正', en: 'Corrections to settle' },
    count: 120,
    since: '2023-01-01T00:00:00.000Z',
    overdueDays: 3,
    address: `${register}?part=corrections&waiting=me`,
  },
  {
    code: 'exception.settle',
    name: { zh: '待处理的异常登记', en: 'Open issues' },
    count: 2,
    since: null,
    overdueDays: 0,
    address: `${register}?part=registered&waiting=yes`,
  },
]
const totals = {
  learners: 12_000,
  classesOnShelf: 3,
  studying: 7,
  passedThisYear: 5,
  hoursTenthsThisYear: 455,
  certificatesThisYear: 4,
  figures: [],
}
const sums = { count: 2, amount: 1_234_500 }
const answered = {
  'work-queue/find-mine': work,
  'get-dashboard-data-total': totals,
  'my-order-entity/get-totals': {
    paidToday: sums,
    paidThisMonth: sums,
    unpaid: { count: 0, amount: 0 },
    expiring: { count: 1, amount: 100 },
  },
  'refund-apply/get-totals': {
    underWay: sums,
    surplus: sums,
    refundedThisMonth: sums,
    orders: { count: 1, amount: 234_500 },
  },
  'message/count-unread': { count: 3 },
}
const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

test('home lists what waits with its number and age, and leads there', async () => {
  await draw(createElement(OfficeHomePage), answered, { menus: [register] })
  assert.equal(hrefOf(/待处理的更正\s*120\s*已等待 3 天\s*最早/), work[0]!.address)
  assert.equal(hrefOf(/待处理的异常登记\s*2$/), work[1]!.address)
})

test('each role sees the figures of its own pages: finance money, and no learners', async () => {
  await draw(createElement(OfficeHomePage), answered, { menus: ['/order-manage/list'] })
  const day = today()
  assert.equal(hrefOf(/今日收款.*¥12,345\.00.*2 单/), `/order-manage/list?paidFrom=${day}`)
  assert.equal(hrefOf(/本月收款/), `/order-manage/list?paidFrom=${day.slice(0, 8)}01`)
  assert.equal(hrefOf(/即将超时未付.*¥1\.00.*1 单/), '/order-manage/list?attention=expiring')
  assert.ok(!screen.queryByText('本月已退款'), 'who has no list of refunds sees none')
  assert.ok(!screen.queryByText('正在学习（人次）'))
  clear()
  await draw(createElement(OfficeHomePage), answered, { menus: ['/student-manage/student'] })
  assert.equal(hrefOf(/学员.*12,000/), '/student-manage/student?status=active')
  assert.ok(!screen.queryByText('今日收款'))
  assert.ok(!sent.some(({ path }) => path.includes('get-totals')), 'what may not be seen is not asked for')
})

test('who has the list of refunds sees what went back and what is on its way, each with its list', async () => {
  await draw(createElement(OfficeHomePage), answered, { menus: ['/invoice-manage/refund-list'] })
  const list = '/invoice-manage/refund-list'
  const month = `${today().slice(0, 8)}01`
  assert.equal(hrefOf(/本月已退款.*¥12,345\.00.*2 笔/), `${list}?refundedFrom=${month}`)
  assert.equal(hrefOf(/退款中/), `${list}?status=processing`)
  assert.equal(hrefOf(/其中多收的款项/), `${list}?status=processing&kind=surplus`)
  assert.ok(!screen.queryByText('今日收款'))
  assert.ok(!screen.queryByText('本月净收'), 'who does not see what was paid sees no net')
  clear()
  await draw(createElement(OfficeHomePage), answered, { menus: ['/order-manage/list', list] })
  assert.match(screen.getByText('本月净收').parentElement!.textContent!, /¥10,000\.00/)
})

test('who has nothing to do reads so', async () => {
  await draw(createElement(OfficeHomePage), { ...answered, 'work-queue/find-mine': [] })
  assert.ok(screen.getByText('没有待办事项'))
})

test('a unit pays and receives nothing, and one without learners reads where to begin', async () => {
  const unit = { ...answered, 'get-dashboard-data-total': { ...totals, learners: 0 } }
  const menus = ['/order-manage/list', '/student-manage/student', '/student-manage/student#import']
  await draw(createElement(OfficeHomePage), unit, { menus, whole: false })
  assert.ok(screen.getByRole('heading', { name: '费用' }))
  assert.ok(!screen.queryByRole('heading', { name: '收款' }))
  assert.equal(hrefOf(/^导入学员$/), '/student-manage/student')
  clear()
  await draw(createElement(OfficeHomePage), answered, { menus, whole: false })
  assert.ok(!screen.queryByText('从这里开始'))
})

test('figures that cannot be read fail in one place, and are asked for again together', async () => {
  const failing = { respCode: 500, respDesc: '系统繁忙', attribute: null }
  const menus = ['/order-manage/list', '/invoice-manage/refund-list']
  const broken = { ...answered, 'get-dashboard-data-total': failing, 'get-totals': failing }
  delete (broken as Record<string, unknown>)['my-order-entity/get-totals']
  delete (broken as Record<string, unknown>)['refund-apply/get-totals']
  await draw(createElement(OfficeHomePage), broken, { menus })
  assert.equal(screen.getAllByRole('alert').length, 1)
  sent.length = 0
  await press('重试')
  assert.equal(sent.length, 3)
})

test('work that could not be read is not called nothing to do', async () => {
  const failing = { respCode: 500, respDesc: '系统繁忙', attribute: null }
  await draw(createElement(OfficeHomePage), { ...answered, 'work-queue/find-mine': failing })
  assert.ok(!screen.queryByText('没有待办事项'))
  assert.ok(screen.getByText('系统繁忙'))
})

test('the bell counts work and messages, and shows either', async () => {
  await draw(createElement(Bell), answered)
  const { fireEvent } = await import('@testing-library/react')
  await press('待办 122 项，未读消息 3 条')
  const tabs = screen.getAllByRole('tab', { hidden: true }).map((tab) => tab.textContent)
  assert.deepEqual(tabs, ['待办 99+', '消息 3'])
  const panel = within(screen.getByRole('tabpanel', { hidden: true }))
  assert.ok(panel.getByText('待处理的更正'))
  fireEvent.click(screen.getByRole('tab', { name: '消息 3', hidden: true }))
  await settle()
  assert.ok(!panel.queryByText('待处理的更正'))
})

test('the menu shows how much waits on a page, and on the heading while it is closed', async () => {
  const groups = [
    {
      path: '/customer',
      title: '客服中心',
      icon: 'headset' as const,
      entries: [{ path: register, title: '异常登记与更正', waiting: countOn(work, register) }],
    },
  ]
  const bar = (current: string) => createElement(Sidebar, { groups, current, folded: false })
  await draw(bar('/home/index'), {})
  assert.equal(screen.getByRole('img', { name: '122 项待办' }).closest('li')!.textContent, '客服中心99+')
  clear()
  await draw(bar(register), {})
  assert.match(screen.getByRole('img', { name: '122 项待办' }).closest('li')!.textContent, /^异常登记与更正/)
})

test('a key decides an item only once it was shown for a second', async (t) => {
  const pressed: string[] = []
  const dialog = (id: string) => {
    const props = {
      code: 'correction.settle',
      id,
      waits: false,
      title: id,
      ids: ['c1', 'c2'],
      children: id,
      onGo() {},
      onClose() {},
      actions: [{ key: 'approve', label: '批准', shortcut: 'A' as const, onClick: () => pressed.push(id) }],
    }
    return createElement(WorkDialog, props)
  }
  const button = () => screen.getByRole('button', { name: '批准', hidden: true })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await draw(dialog('c1'), {})
  await act(async () => t.mock.timers.tick(999))
  assert.equal(button().getAttribute('aria-keyshortcuts'), null)
  await act(async () => t.mock.timers.tick(1))
  assert.equal(button().getAttribute('aria-keyshortcuts'), 'A')
  button().click()
  assert.deepEqual(pressed, ['c1'], 'who points at it has read it')
})
