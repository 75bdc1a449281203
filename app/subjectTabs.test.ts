import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { createElement, useEffect } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { menuTree } from '../features/session/rules.ts'
import type { StudentDetail } from '../features/student/manage/contract.ts'
import { aManagedClass } from '../test/drawn.ts'
import { openRenderer } from '../test/rendered.ts'
import { until as untilSo } from '../test/until.ts'

const { show, settle, screen, act, fireEvent, sent } = await openRenderer()
const { saveToken } = await import('../web/token.ts')
const { saveTabsFor } = await import('../web/shell/view/tabs.ts')
const { isUnsaved } = await import('../web/shell/view/unsaved.ts')
const { default: Office } = await import('./Office.tsx')

const list = '/student-manage/student'
const page = '/student-manage/student-detail'
const names: Record<string, string> = { a1: '刘永强', a2: '陈思远' }
const detailOf = (id: string): StudentDetail => ({
  id,
  loginName: id,
  realName: names[id]!,
  hasProfile: true,
  cardMask: null,
  mobileMask: null,
  unitId: null,
  unitName: null,
  personnelCategory: null,
  status: 'active',
  unconfirmed: false,
  verifyStatus: 'verified',
  wechatBound: false,
  missing: [],
  lastLoginAt: null,
  createdAt: '2023-01-01T00:00:00.000Z',
  gender: null,
  birthDate: null,
  imagePath: null,
  profile: {} as StudentDetail['profile'],
  mustChangePassword: false,
  roles: [],
  sessions: [],
  openCorrections: 0,
  openExceptions: 0,
  version: 1,
})
const person = { accountId: 'm1', userName: '王管理', imagePath: null, unitId: null, unitName: null }
const manager = {
  ...person,
  introduction: '王管理',
  mustChangePassword: false,
  roles: ['manager'],
  wholeProject: true,
  roleRP: {
    roleId: 'r1',
    roleName: '管理员',
    roleSystem: 1,
    menu: menuTree([
      list,
      '/train-manage/class',
      '/customer/exception-register',
      '/customer/exception-register#correct',
    ]),
  },
}
const settings = { title: '江海市专业技术人员继续教育', shortTitle: '江海继续教育', versionCode: '7.3' }
const detailPath = '/student-manage/get-student-detail.action'
const answers = {
  '/login/get-system-config.action': { projectTitle: settings.title, settings, info: {} },
  '/login/get-account-info.action': { manageAccountInfo: manager },
  '/base/class-entity/get-class-detail.action': aManagedClass(),
  '/student-manage/get-desk.action': {
    hours: null,
    classes: [],
    hasMoreClasses: false,
    events: [],
    cases: [],
  },
  get [detailPath]() {
    const asked = sent.findLast(({ path }) => path === detailPath)
    return detailOf((asked!.input as { accountId: string }).accountId)
  },
}

let navigate: NavigateFunction
function Reader() {
  const current = useNavigate()
  useEffect(() => {
    navigate = current
  }, [current])
  return createElement(Office)
}
const go = async (address: string, options: { replace?: boolean } = {}) => {
  await act(async () => void navigate(address, options))
  await settle()
}
const until = (isSo: () => unknown) => untilSo(async () => (await settle(), Boolean(isSo())), 10)
/** Draws the back office at the page of a learner whose name is there. */
async function open(id: string) {
  saveTabsFor('')
  saveToken('T')
  await show(createElement(Reader), { at: `${page}?accountId=${id}`, answers })
  await until(() => screen.queryByRole('heading', { level: 1, name: names[id]! }))
}
const tabs = () =>
  [...document.querySelectorAll('.shell-tab')].map((tab) => ({
    name: tab.querySelector('button')!.textContent,
    isUnsaved: tab.querySelector('.shell-unsaved') !== null,
    isShown: tab.getAttribute('data-current') === 'true',
  }))
const press = async (button: HTMLElement) => {
  await act(async () => fireEvent.click(button))
  await settle()
}
test('a half-written form of one learner waits in its tab while another learner is opened', async () => {
  await open('a1')
  await press(screen.getByRole('button', { name: '提出更正' }))
  await act(async () => fireEvent.change(screen.getByLabelText('原因'), { target: { value: '来电说明' } }))
  await settle()
  await go(`${page}?accountId=a2`)
  await until(() => document.title.startsWith('陈思远'))
  assert.deepEqual(tabs().slice(1), [
    { name: '刘永强', isUnsaved: true, isShown: false },
    { name: '陈思远', isUnsaved: false, isShown: true },
  ])
  const trail = screen.getByRole('navigation', { name: '当前位置' })
  assert.match(trail.textContent, /学员\/陈思远$/)

  await press(screen.getByRole('button', { name: '关闭 刘永强' }))
  await until(() => screen.queryByText('刘永强：离开后未保存的内容会丢失。'))
  await press(await screen.findByRole('button', { name: '继续编辑' }))
  await press(screen.getByRole('button', { name: '关闭 陈思远' }))
  assert.deepEqual(tabs().slice(1), [{ name: '刘永强', isUnsaved: true, isShown: true }])
  assert.equal(screen.getByLabelText<HTMLTextAreaElement>('原因').value, '来电说明')
})

test('the keyboard goes on in the view that is shown, not at the top of the window', async () => {
  await open('a1')
  await until(() => document.querySelector('.subject-actions button'))
  screen.getByRole('button', { name: '提出更正' }).focus()
  await go(`${page}?accountId=a2`)
  await until(() => document.activeElement?.id === 'main')
})
test('a link to the same learner at another part is the same tab and shows that part', async () => {
  await open('a1')
  await go(`${page}?accountId=a1&tab=history`)
  assert.deepEqual(
    tabs().map(({ name }) => name),
    ['首页', '刘永强'],
  )
  assert.equal(screen.getByRole('tab', { selected: true }).textContent, '操作记录')
  assert.equal(sent.filter(({ path }) => path === detailPath).length, 1, 'not drawn again')
})

test('a page without its subject becomes the tab of the one its address is replaced by', async () => {
  await open('a1')
  await go(page)
  await go(`${page}?accountId=a2`, { replace: true })
  await until(() => document.title.startsWith('陈思远'))
  assert.deepEqual(
    tabs().map(({ name }) => name),
    ['首页', '刘永强', '陈思远'],
  )
  await go(page)
  await go(`${page}?accountId=a1`)
  assert.equal(tabs().length, 4, 'a link from it leaves it open')
})

test('a hidden form is still unsaved, and no longer once its view is drawn again', async () => {
  await open('a1')
  await press(screen.getByRole('button', { name: '提出更正' }))
  await act(async () => fireEvent.change(screen.getByLabelText('原因'), { target: { value: '来电说明' } }))
  await settle()
  assert.equal(isUnsaved(`${page}?accountId=a1`), true)
  await go('/home/index')
  assert.equal(isUnsaved(`${page}?accountId=a1`), true)
  await go(`/redirect${page}?accountId=a1`)
  await until(() => tabs().at(-1)?.isShown)
  assert.ok(!screen.queryByLabelText('原因'))
  assert.equal(isUnsaved(`${page}?accountId=a1`), false)
})

test('no name of a learner and no size of the office is stored in the window after signing out', async () => {
  await open('a1')
  assert.match(sessionStorage.getItem('office-tabs')!, /刘永强/)
  assert.equal(document.documentElement.dataset.size, 'medium')
  const { clearToken } = await import('../web/token.ts')
  await act(async () => clearToken())
  await settle()
  await until(() => !/刘永强/.test(sessionStorage.getItem('office-tabs')!))
  assert.equal(document.documentElement.dataset.size, undefined)
})

test('a copy that is answered once another tab is shown leads nobody to it', async () => {
  await open('a1')
  await go('/train-manage/train-class-detail?id=c1')
  await until(() => screen.queryByRole('button', { name: '复制' }))
  const send = globalThis.fetch
  let answer!: () => void
  mock.method(globalThis, 'fetch', async (url: string, init: RequestInit) => {
    if (!url.includes('copy-train-class')) return send(url, init)
    await new Promise<void>((resolve) => (answer = resolve))
    const attribute = { id: 'c2', withExam: false }
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))
  })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '复制' })))
  await act(async () => void navigate(`${page}?accountId=a1`))
  await untilSo(async () => (await act(async () => {}), document.title.startsWith('刘永强')), 10)
  await act(async () => answer())
  await settle()
  assert.deepEqual(tabs().slice(1), [
    { name: '刘永强', isUnsaved: false, isShown: true },
    { name: '数据安全', isUnsaved: false, isShown: false },
  ])
})
