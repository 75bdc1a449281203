/** A redirect a visitor may be sent to: a path of this portal and nothing else. */
export function safeRedirect(wanted: string | null): string | null {
  const control = [...(wanted ?? '')].some((letter) => letter.charCodeAt(0) < 32)
  return wanted && /^\/(?![/\\])/.test(wanted) && !wanted.includes('\\') && !control ? wanted : null
}
