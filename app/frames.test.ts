import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { textCalls } from '../features/project/text/contract.ts'
import { menuTree } from '../features/session/rules.ts'
import { type Answers, openRenderer } from '../test/rendered.ts'

const { show, screen, act, fireEvent, sent } = await openRenderer()
const { cleanup } = await import('@testing-library/react')
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close() {},
})
Object.assign(Element.prototype, { scrollIntoView() {} })
const { saveToken } = await import('../web/token.ts')
const { LearnerFrame } = await import('./LearnerFrame.tsx')
const { default: Office } = await import('./Office.tsx')
const { NotFound } = await import('./ErrorPages.tsx')
const { Route, Routes } = await import('react-router')

const settings = { title: '江海市专业技术人员继续教育', shortTitle: '江海继续教育', versionCode: '7.3' }
const config = { '/login/get-system-config.action': { projectTitle: settings.title, settings, info: {} } }
const managerOf = (urls: readonly string[]) => ({
  accountId: 'a1',
  userName: '王管理',
  introduction: '王管理',
  imagePath: null,
  unitId: null,
  unitName: null,
  mustChangePassword: false,
  roles: ['manager'],
  wholeProject: true,
  roleRP: {
    roleName: '管理员',
    roleSystem: 1,
    menu: menuTree(urls),
  },
})

test('the frame of the portal shows its version', async () => {
  await show(createElement(LearnerFrame, null, '正文'), { answers: config })
  assert.ok(screen.getByText('版本 7.3'))
  assert.ok(screen.getAllByText('江海市专业技术人员继续教育').length > 0)
})

test('the frame is not measured for a strip that says nothing', async () => {
  await show(createElement(LearnerFrame, null, '正文'), { answers: config })
  assert.equal(document.documentElement.style.getPropertyValue('--strip'), '')
})

test('the popup lies over home and a learner’s own page, and over nothing that a link leads to', async () => {
  const popup = { [textCalls.findShownPopup.path]: { version: 1, title: '欢迎', content: '<p>您好</p>' } }
  for (const at of ['/', '/my', '/v2/my']) {
    await show(createElement(LearnerFrame, null, '正文'), { answers: { ...config, ...popup }, at })
    assert.ok(screen.getByRole('dialog', { name: '欢迎' }), at)
    cleanup()
  }
  sent.length = 0
  for (const at of ['/detail-public?id=c1', '/publicClass', '/student/study-page', '/go-pay', '/check']) {
    await show(createElement(LearnerFrame, null, '正文'), { answers: { ...config, ...popup }, at })
    assert.ok(!screen.queryByRole('dialog'), at)
    assert.ok(!sent.some(({ path }) => path === textCalls.findShownPopup.path), 'nor is it asked for')
    cleanup()
  }
})

test('nobody is asked to sign in while it is not known yet who has signed in', async () => {
  saveToken('T')
  const answered = Promise.withResolvers<void>()
  const refused = async () => {
    await answered.promise
    return new Response(JSON.stringify({ respCode: 401, respDesc: '请重新登录', attribute: null }))
  }
  const shown = show(createElement(LearnerFrame, null, '正文'), {
    reply: refused as unknown as () => Response,
  })
  assert.ok(screen.getByText('正文'))
  assert.ok(!screen.queryByRole('link', { name: '登录' }))
  answered.resolve()
  await shown
  assert.ok(screen.getByRole('link', { name: '登录' }))
})

test('who has signed in is not asked to sign in while the server fails', async () => {
  saveToken('T')
  const failing = () => Response.json({ respCode: 429, respDesc: '请稍后再试', attribute: null })
  await show(createElement(LearnerFrame, null, '正文'), { reply: failing })
  assert.ok(screen.getByText('正文'))
  assert.ok(!screen.queryByRole('link', { name: '登录' }))
})

test('the account menu is named by the person that is read on it', async () => {
  saveToken('T')
  const account = { '/login/get-account-info.action': { manageAccountInfo: managerOf([]) } }
  const shown = await show(createElement(LearnerFrame, null, '正文'), { answers: { ...config, ...account } })
  const summary = shown.querySelector('summary')!
  assert.equal(summary.getAttribute('aria-label'), null)
  assert.equal(summary.textContent, '王管理 账户')
})

/** Draws the back office at an address, as a role sees it that holds a heading and an order list, or other urls. */
async function openOfficeAt(
  at: string,
  urls: readonly string[] = ['/train-manage', '/order-manage/list'],
  locale: 'zh-CN' | 'en' = 'zh-CN',
  answers: Answers = {},
) {
  saveToken('T')
  const account = { '/login/get-account-info.action': { manageAccountInfo: managerOf(urls) } }
  await show(createElement(Office), { at, locale, answers: { ...config, ...account, ...answers } })
}

test('an address that neither the portal nor the office has leads to /404, which shows it', async () => {
  saveToken('T')
  const routes = [
    createElement(Route, { key: '404', path: '/404', element: createElement(NotFound) }),
    createElement(Route, { key: 'office', path: '*', element: createElement(Office) }),
  ]
  await show(createElement(Routes, null, ...routes), { at: '/nowhere', answers: config })
  assert.ok(screen.getByRole('heading', { name: '没有这个页面' }))
  assert.ok(screen.getByText('您要打开的地址：/nowhere'))
})

test('the back office is headed by the short title', async () => {
  await openOfficeAt('/home/index')
  assert.ok(screen.getByRole('link', { name: '江海继续教育' }))
})

test('the sidebar shows no heading of whose pages the role holds none', async () => {
  await openOfficeAt('/home/index')
  const menu = screen.getByRole('navigation', { name: '后台菜单' })
  assert.match(menu.textContent, /订单管理/)
  assert.doesNotMatch(menu.textContent, /培训管理|班级/)
})

test('transfers and approvals have entries of the sidebar, each with what waits there', async () => {
  const urls = ['/order-manage/list', '/order-manage/list#receipt', '/customer/exception-register']
  const { receiptFeature } = await import('../features/receipt/feature.ts')
  const { approvalFeature } = await import('../features/approval/feature.ts')
  const work = [...receiptFeature.work!, ...approvalFeature([]).work!].map(({ code, words, address }, i) => ({
    code,
    name: { zh: words[0], en: words[1] },
    address,
    count: i + 2,
    since: null,
    overdueDays: 0,
  }))
  await openOfficeAt('/order-manage/receipts', urls, 'zh-CN', { '/base/work-queue/find-mine.action': work })
  const entry = (name: RegExp) => screen.getByRole('link', { name })
  assert.equal(entry(/^到账/).getAttribute('href'), '/order-manage/receipts')
  assert.match(entry(/^到账/).textContent, /2$/)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^客服中心/ })))
  assert.equal(entry(/^审批/).getAttribute('href'), '/customer/approvals')
  assert.match(entry(/^审批/).textContent, /7$/)
})

test('the search of the menu finds what the sidebar holds, and nothing else', async () => {
  await openOfficeAt('/home/index')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /全局搜索/ })))
  const find = async (words: string) => {
    await act(async () => fireEvent.change(screen.getByRole('combobox'), { target: { value: words } }))
    return screen.queryAllByRole('option').map((option) => option.textContent)
  }
  assert.match((await find('订单')).join(), /订单/)
  assert.deepEqual(await find('班级'), [])
})

test('a page below a heading that the role holds is refused within the frame', async () => {
  await openOfficeAt('/train-manage/class')
  assert.ok(screen.getByRole('heading', { name: '您没有权限查看这个页面' }))
})

const receipts = ['/order-manage/list', '/order-manage/list#receipt']
for (const [locale, path, urls, steps] of [
  ['zh-CN', '/home/index', [], ['首页']],
  ['zh-CN', '/account-manage/role', ['/account-manage/role'], ['账号权限', '角色']],
  ['zh-CN', '/order-manage/receipts', receipts, ['订单管理', '到账']],
  ['en', '/order-manage/receipts', receipts, ['Orders', 'Bank transfers']],
] as const) {
  test(`the way to a page says nothing twice: ${steps.join(' / ')}`, async () => {
    await openOfficeAt(path, urls, locale)
    const trail = document.querySelector('.shell-trail')!
    const said = [...trail.querySelectorAll('li')].map((step) => step.textContent.replace(/^\//, ''))
    assert.deepEqual(said, steps)
  })
}

for (const [path, title] of [
  ['/super-account/index', '全部账号'],
  ['/account-manage/role', '角色'],
  ['/account-manage/administrator-list', '管理员'],
] as const) {
  test(`${path} is opened by a role that holds it, under its title`, async () => {
    await openOfficeAt(path, [path])
    const trail = await screen.findByRole('navigation', { name: '当前位置' })
    assert.match(trail.textContent, new RegExp(`${title}$`))
    assert.ok(await screen.findByRole('table'))
  })
}
