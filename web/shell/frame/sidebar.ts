import { setCookie, readCookie } from '../view/cookie.ts'

const cookie = 'sidebarStatus'

/** True if the sidebar is open: by default until it is folded, then as it was left. */
export function isSidebarOpen(): boolean {
  return readCookie(cookie) !== '0'
}

export function saveSidebar(open: boolean): void {
  setCookie(cookie, open ? '1' : '0')
}
