import { clearToken, saveToken } from '../web/token.ts'

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

/** Takes a token handed over in the address, then strips it so that no history keeps it. */
export function readAddress(): void {
  const query = new URLSearchParams(location.search)
  const handed = query.get('tokenCode') ?? query.get('token')
  if (!query.has('token') && !query.has('tokenCode')) return
  if (handed === 'null') clearToken()
  else if (handed) saveToken(handed)
  query.delete('token')
  query.delete('tokenCode')
  history.replaceState(null, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}${location.hash}`)
}

export interface Visit {
  path: string
  search: string
  hasToken: boolean
  known: boolean
  index2Open: string
}

/** Where a visit goes instead, or null to let it pass. */
export function guard(visit: Visit): string | null {
  if (visit.path === '/index2' && visit.index2Open === '0') return `/login${visit.search}`
  if (publicPaths.includes(visit.path)) return null
  if (!visit.hasToken) return `/login?redirect=${encodeURIComponent(visit.path + visit.search)}`
  return visit.known ? null : '/404'
}
