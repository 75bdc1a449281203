/** The session token: kept in a cookie named token and in local storage, sent as a header alone. */
const listeners = new Set<() => void>()

export function readToken(): string | null {
  return localStorage.getItem('token')
}

export function saveToken(token: string): void {
  localStorage.setItem('token', token)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `token=${encodeURIComponent(token)}; Path=/; SameSite=Lax${secure}`
  listeners.forEach((listener) => listener())
}

export function clearToken(): void {
  localStorage.removeItem('token')
  document.cookie = 'token=; Path=/; Max-Age=0; SameSite=Lax'
  listeners.forEach((listener) => listener())
}

/** Calls back when the token changes, in this window or another. */
export function onToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'token') listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
