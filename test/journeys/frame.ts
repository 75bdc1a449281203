import type { TestContext } from 'node:test'
import { changeSettings } from '../build/portal.ts'
import { button, open } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { openWindow, type Visitor } from './visitor.ts'

/** The frame of the back office as a journey finds it: views, tabs and tools. */

/** A portal whose five settings of the page that exist without effect are turned: tabs and the error log stay. */
export async function startOffice(): Promise<VisitedPortal> {
  const portal = await startPortal()
  const [project] = await portal.world.db<{ id: string }[]>`select id from projects`
  await changeSettings(portal.world, project!.id, {
    tagsView: false,
    errorLog: false,
    fixedHeader: true,
    sidebarLogo: true,
    showSettings: true,
  })
  return portal
}

/** Opens a window of a staff member, signed in, at a page of the back office. */
export async function enter(
  t: TestContext,
  portal: VisitedPortal,
  path = '/home/index',
  { account = 'admin', ...options }: Parameters<typeof openWindow>[2] & { account?: string } = {},
): Promise<Visitor> {
  const visitor = await openWindow(t, portal.url, { token: await portal.signIn(account), ...options })
  await visitor.page.goto(path)
  return visitor
}

/** The tabs, in their order. */
export const tabs = ({ page }: Visitor) =>
  page.getByRole('navigation', { name: '已打开的页面' }).getByRole('listitem')

/** The names of the tabs, without their buttons. */
export const tabNames = async (visitor: Visitor) =>
  (await tabs(visitor).allInnerTexts()).map((text) => text.replace('✕', '').trim())

/** Waits until a view is the one shown: the address changes before the page does. */
export const shown = ({ page }: Visitor, name: string) =>
  page.locator('.shell-tab [aria-current=page]').filter({ hasText: name }).waitFor()

/** Shows the view of a tab. */
export async function go(visitor: Visitor, name: string): Promise<void> {
  await tabs(visitor)
    .getByRole('button', { name: new RegExp(`^${name}(\\s*有未保存的内容)?$`) })
    .click()
  await shown(visitor, name)
}

/** Begins to write a class in a tab of its own; returns the field of its name. */
export async function startClass(visitor: Visitor, text: string) {
  const { page } = visitor
  await open(visitor, '培训管理', '班级')
  await shown(visitor, '班级')
  await button(page, '新建班级').click()
  const name = page.locator('.class-form').getByLabel('班级名称')
  await name.fill(text)
  return name
}

/** A tool of the frame. */
export const tool = ({ page }: Visitor, name: RegExp) => page.getByRole('button', { name })
