import type { Page } from '../web/page.ts'

/** What stands in the sidebar of a role: pages that are not hidden and that its menu holds; an affixed one is everybody's. */
export function sidebarOf<P extends Page>(
  pages: readonly P[],
  group: string,
  menus: ReadonlySet<string>,
): P[] {
  return pages
    .filter((page) => page.path.startsWith(`${group}/`) && !page.hidden)
    .filter((page) => page.affix || menus.has(page.path))
    .sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
}

/** Whether a role may open a page: a hidden one is reached from its list, and the server asks again. */
export function mayOpen(page: Page, menus: ReadonlySet<string>): boolean {
  return page.hidden === true || page.affix === true || menus.has(page.path)
}

/** The list that a hidden page is reached from, where its own path does not begin with it. */
const lists: Readonly<Record<string, string>> = {
  '/train-manage/train-class-detail': '/train-manage/class',
  '/train-manage/unit-class-detail': '/train-manage/unit-class',
  '/train-manage/creat-class': '/train-manage/unit-class',
  '/train-manage/import-student': '/train-manage/unit-class',
  '/train-manage/batch-pay-order': '/train-manage/unit-class',
  '/student-manage/student-detail': '/student-manage/student',
  '/order-manage/detail': '/order-manage/list',
  '/unit-manage/detail': '/unit-manage/list',
  '/project-manage/setting': '/project-manage/list',
}

/** The page above a hidden one, or null. */
export function listAbove<P extends Page>(pages: readonly P[], page: Page): P | null {
  if (!page.hidden) return null
  const above = lists[page.path] ?? page.path.slice(0, page.path.lastIndexOf('/'))
  return pages.find((other) => other.path === above) ?? null
}
