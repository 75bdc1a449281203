/** Where one comes in: nobody wants to be led back there after having come in. */
const doors = [
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
]

/** A redirect a visitor may be sent to: a path of this portal and nothing else, and none of its doors. */
export function safeRedirect(wanted: string | null): string | null {
  const control = [...(wanted ?? '')].some((letter) => letter.charCodeAt(0) < 32)
  if (!wanted || control || wanted.includes('\\') || !/^\/(?!\/)/.test(wanted)) return null
  return doors.includes(wanted.split(/[?#]/)[0]!) ? null : wanted
}

/** Where a password that someone else gave is changed, on the way to `target`. */
export function byWayOfPassword(target: string): string {
  const isMine = /^(\/v2)?\/my([?#]|$)/.test(target)
  return isMine ? '/my?tab=account' : `/my?tab=account&redirect=${encodeURIComponent(target)}`
}

/** An address of the doors, with where the visitor wanted to be carried on. */
export function withRedirect(path: string, query: URLSearchParams): string {
  const wanted = safeRedirect(query.get('redirect'))
  return wanted ? `${path}${path.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(wanted)}` : path
}
