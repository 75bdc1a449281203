import { setCookie, readCookie } from './cookie.ts'

const cookie = 'sidebarStatus'

/** Whether the sidebar stands open: so it does until the reader folds it, and then as it was left. */
export function isSidebarOpen(): boolean {
  return readCookie(cookie) !== '0'
}

export function saveSidebar(open: boolean): void {
  setCookie(cookie, open ? '1' : '0')
}
