import { byWayOfPassword } from '../features/session/web/redirect.ts'
import { clearToken, takeHandedToken } from '../web/token.ts'

/** Paths that need no token, as the specification lists them, and the portal's own front page. */
export const publicPaths: readonly string[] = [
  '/',
  '/login',
  '/admin-login',
  '/auth-redirect',
  '/index2',
  '/authorized-login',
  '/authorized-login-bx',
  '/register',
  '/vocRegister',
  '/registerNew',
  '/reset-pwd',
  '/vocational',
  '/publicClass',
  '/specialized',
  '/professional',
  '/detail-public',
  '/trainIndex',
  '/classSelectCenter',
  '/classCenter',
  '/login-wx-binding',
  '/login-wx-confirm',
  '/account-closing',
  '/switch-login',
  '/detail-question',
  '/go-pay',
  '/my',
  '/404',
  '/401',
  '/v2/classSelectCenter',
  '/v2/detail-public',
  '/v2/my',
  '/v2/go-pay',
  '/student/info',
  '/student/order-pay',
  '/hxtx/detail-study',
  '/student/study-page',
]

/**
 * Takes a token handed over in the address, then removes it from the URL and the history. The literal `null` clears the
 * token here; the server's session continues, since an address must not end it.
 */
export function readAddress(): void {
  const query = new URLSearchParams(location.search)
  if (!query.has('token') && !query.has('tokenCode')) return
  const handed = query.get('tokenCode') || query.get('token')
  query.delete('token')
  query.delete('tokenCode')
  const rest = String(query)
  history.replaceState(null, '', `${location.pathname}${rest && `?${rest}`}${location.hash}`)
  if (handed === 'null') clearToken()
  else if (handed) takeHandedToken(handed)
}

export interface Visit {
  path: string
  search: string
  hash?: string
  hasToken: boolean
  /** Undefined as long as the configuration is not there. */
  index2Open: string | undefined
}

const loginFor = (wanted: string) => `/login?redirect=${encodeURIComponent(wanted)}`

/** Returns the path a visit goes to instead, or null to let it pass. */
export function guard(visit: Visit): string | null {
  if (visit.path === '/index2' && visit.index2Open === '0') return `/login${visit.search}`
  if (publicPaths.includes(visit.path)) return null
  return visit.hasToken ? null : loginFor(visit.path + visit.search + (visit.hash ?? ''))
}

interface FailedVisit {
  path: string
  search: string
  hash?: string
  /** Code with which the call for user info was refused. */
  respCode: number
}

/**
 * Path a visit goes to when user info could not be loaded: the step that is still needed, or the sign-in with
 * the wanted path as `redirect` and the query beside it. Null on a path that needs no token, where the
 * visitor stays.
 */
export function guardFailure({ path, search, hash = '', respCode }: FailedVisit): string | null {
  if (respCode === 428) {
    if (path === '/admin-login') return null
    const wanted = path === '/login' ? '' : `?redirect=${encodeURIComponent(path + search + hash)}`
    return `/admin-login${wanted}`
  }
  if (publicPaths.includes(path)) return null
  const query = new URLSearchParams(search)
  query.delete('redirect')
  const rest = String(query)
  return `${loginFor(path + search + hash)}${rest && `&${rest}`}`
}

/** Path at which anyone who was given a password changes it first; null when already there or in public. */
export function changePasswordFirst(path: string, search: string, isLearner: boolean): string | null {
  const isThere = path === '/my' && new URLSearchParams(search).get('tab') === 'account'
  const isProtected = path === '/my' || path === '/v2/my' || !publicPaths.includes(path)
  return isProtected && !isThere ? byWayOfPassword(path + search, isLearner) : null
}

/** Pages of signing in and registering: nothing is shown over them, and who comes in goes on from them. */
const entryPaths: readonly string[] = [
  '/login',
  '/admin-login',
  '/auth-redirect',
  '/index2',
  '/authorized-login',
  '/authorized-login-bx',
  '/register',
  '/vocRegister',
  '/registerNew',
  '/reset-pwd',
  '/login-wx-binding',
  '/login-wx-confirm',
  '/account-closing',
  '/switch-login',
  '/404',
  '/401',
]

/** True for the pages that say that there is no such page, or none for this visitor. */
export const isErrorPage = (path: string): boolean => path === '/404' || path === '/401'

/** True for a page of signing in or registering. */
export const isEntry = (path: string): boolean => entryPaths.includes(path)

/**
 * Path after signing out: learners (role system 3, a number or a text) to their login page, everyone else to
 * the office login.
 */
export function signOutPath(roleSystem: unknown): '/login' | '/admin-login' {
  return String(roleSystem) === '3' ? '/login' : '/admin-login'
}
