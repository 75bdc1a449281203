/** The session token: stored in a cookie named token and in local storage, sent only as a header. */
const listeners = new Set<() => void>()
const notify = () => listeners.forEach((listener) => listener())
let exitPath: string | null = null
let ending: string | null = null

/**
 * The view-as session of a window, stored separately from the shared token; it survives a reload, not the
 * window.
 */
export interface ViewAsSession {
  token: string
  /** Name of the learner whose pages these are. */
  name: string
  accountId: string
  /** Time at which it ends by itself. */
  until: string
}
const viewAsKey = 'look'
const over = 'over'

/** The look that this window is for; `over` once it has ended, null in a window of one's own. */
export function readViewAs(): ViewAsSession | 'over' | null {
  const saved = sessionStorage.getItem(viewAsKey)
  return saved === null ? null : saved === over ? over : (JSON.parse(saved) as ViewAsSession)
}

/**
 * Opens a view-as window beside the office's own: a new window copies the session storage of this one
 * at that moment. Returns null where the browser does not let it.
 */
export function openViewAs(session: ViewAsSession): Window | null {
  sessionStorage.setItem(viewAsKey, JSON.stringify(session))
  const opened = open('/my')
  sessionStorage.removeItem(viewAsKey)
  return opened
}

/** This window is one's own again. */
export function leaveViewAs(): void {
  sessionStorage.removeItem(viewAsKey)
  notify()
}

export function readToken(): string | null {
  const session = readViewAs()
  if (session === null) return localStorage.getItem('token')
  return session === over ? null : session.token
}

/** The token as a header carries it: percent-encoded, since a role's name may stand in it. */
export function tokenHeader(): string | null {
  const token = readToken()
  return token === null ? null : encodeURIComponent(token)
}

function store(token: string): void {
  // Anyone who signs in here looks on no longer.
  sessionStorage.removeItem(viewAsKey)
  localStorage.setItem('token', token)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `token=${encodeURIComponent(token)}; Path=/; SameSite=Lax${secure}`
}

export function saveToken(token: string): void {
  exitPath = null
  ending = null
  store(token)
  notify()
}

/**
 * Saves a token that a call is to accept first: the pages are notified when it was, and keep the token they had when it
 * was not. Returns what the call gave.
 */
export async function tryToken<T>(token: string, accept: () => Promise<T>): Promise<T> {
  const before = readToken()
  store(token)
  try {
    const accepted = await accept()
    notify()
    return accepted
  } catch (error) {
    if (readToken() === token && before !== null) store(before)
    throw error
  }
}

/** Forgets the token and its cookie. */
export function clearToken(): void {
  if (readViewAs() !== null) {
    sessionStorage.setItem(viewAsKey, over)
    return notify()
  }
  localStorage.removeItem('token')
  document.cookie = 'token=; Path=/; Max-Age=0; SameSite=Lax'
  notify()
}

/** Forgets a token whose session the server ended; its message can be read until the next sign-in. */
export function endToken(why: string): void {
  ending = why
  clearToken()
}

/** The server's message when it ended the session of this window, or null. */
export const whyEnded = () => ending

/** Forgets the token; the guard leads to `path` instead of asking to sign in and come back. */
export function leaveBy(path: string): void {
  exitPath = path
  ending = null
  clearToken()
}

/** Path to which anyone who signed out is led, or null. */
export const readExitPath = () => exitPath

/** Called when anyone who signed out has arrived on the login page. */
export function arriveAtPortal(): void {
  exitPath = null
}

let handed: string | null = null
let offered: string | null = null

/** True if a token is a ticket: good once, for a minute, and it names nobody before it is used. */
export const isTicket = (token: string) => token.startsWith('t.')

/**
 * Takes a token that came in an address. The sender may have put their own session into it: the visitor
 * is asked first, and until then nothing is saved. A ticket was made for this visit and is saved at once, unless
 * somebody is signed in here.
 */
export function takeHandedToken(token: string): void {
  const own = readToken()
  if (own === token || (own === null && isTicket(token))) {
    handed = token
    return saveToken(token)
  }
  offered = token
  notify()
}

/** True if a token came in an address, or is a ticket, and still waits to be exchanged. */
export const isHanded = (token: string | null) => token !== null && (token === handed || isTicket(token))

/** A handed-over token that waits for the visitor's answer, or null. */
export const readOffer = () => offered

/** Goes on with the token on offer, or without it. */
export function answerOffer(isTaken: boolean): void {
  const token = offered
  offered = null
  if (token !== null && isTaken) {
    handed = token
    saveToken(token)
  } else notify()
}

/** Calls back when the token changes, in this window or another. */
export function onToken(listener: () => void): () => void {
  const onStorage = (change: StorageEvent) => {
    if (change.key === 'token') listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
