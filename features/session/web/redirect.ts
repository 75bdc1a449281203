/** Login pages: never a redirect target after signing in. */
const loginPaths = [
  '/login',
  '/admin-login',
  '/register',
  '/vocRegister',
  '/registerNew',
  '/reset-pwd',
  '/auth-redirect',
  '/authorized-login',
  '/authorized-login-bx',
  '/login-wx-binding',
  '/login-wx-confirm',
]

/** A redirect a visitor may be sent to: a path of this portal and nothing else, and none of its login pages. */
export function safeRedirect(wanted: string | null): string | null {
  const control = [...(wanted ?? '')].some((letter) => letter.charCodeAt(0) < 32)
  if (!wanted || control || wanted.includes('\\') || !/^\/(?!\/)/.test(wanted)) return null
  return loginPaths.includes(wanted.split(/[?#]/)[0]!) ? null : wanted
}

/** Path at which a given password is changed, on the way to `target`; staff stay in the office. */
export function byWayOfPassword(target: string, isLearner: boolean): string {
  if (!isLearner) return `/admin-login?redirect=${encodeURIComponent(target)}`
  const isMine = /^(\/v2)?\/my([?#]|$)/.test(target)
  return isMine ? '/my?tab=account' : `/my?tab=account&redirect=${encodeURIComponent(target)}`
}

/** A login page's address that keeps where the visitor wanted to go. */
export function withRedirect(path: string, query: URLSearchParams): string {
  const wanted = safeRedirect(query.get('redirect'))
  return wanted ? `${path}${path.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(wanted)}` : path
}
