/** A redirect a visitor may be sent to: a path of this portal and nothing else. */
export function safeRedirect(wanted: string | null): string | null {
  const control = [...(wanted ?? '')].some((letter) => letter.charCodeAt(0) < 32)
  return wanted && /^\/(?![/\\])/.test(wanted) && !wanted.includes('\\') && !control ? wanted : null
}

/** An address of the doors, with where the visitor wanted to be carried on. */
export function withRedirect(path: string, query: URLSearchParams): string {
  const wanted = safeRedirect(query.get('redirect'))
  return wanted ? `${path}${path.includes('?') ? '&' : '?'}redirect=${encodeURIComponent(wanted)}` : path
}
