interface Begun {
  headers: Record<string, string>
  response: Promise<Response>
}

const sentAhead = () => (globalThis as { begun?: Map<string, Begun> }).begun

/** Forgets what was sent before the code of the page was there, once it would be answered otherwise. */
export const dropBegun = (): void => sentAhead()?.clear()

/**
 * Takes the answer of a call that `begin.js` sent before the code of the page was there, if it would be sent
 * like this now; undefined otherwise. Each is taken once.
 */
export function takeBegun(
  url: string,
  { body, headers, signal }: { body?: unknown; headers: Record<string, string>; signal: AbortSignal },
): Promise<Response> | undefined {
  const all = sentAhead()
  const key = `${url} ${typeof body === 'string' ? body : ''}`
  const begun = all?.get(key)
  if (!begun) return undefined
  all!.delete(key)
  const names = ['token', 'accept-language']
  if (names.some((name) => begun.headers[name] !== headers[name])) return undefined
  return new Promise((resolve, reject) => {
    begun.response.then(resolve, reject)
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
