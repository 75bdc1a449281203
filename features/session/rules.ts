import type { MenuEntry } from './contract.ts'

/** Encodes account and password for the wire: trimmed, UTF-8, base64, as the protocol requires. */
export function encodeCredential(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text.trim())))
}

/** Reads an encoded credential; null when it is not canonical base64 of UTF-8 text. */
export function decodeCredential(encoded: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    return text.length > 0 && text.length <= 200 && !text.includes('\0') ? text : null
  } catch {
    return null
  }
}

/**
 * The menu tree of the urls a role holds: `/order-manage/list` is below `/order-manage`, and its button
 * `/order-manage/list#free` below the page.
 */
export function menuTree(urls: Iterable<string>): MenuEntry[] {
  const roots: MenuEntry[] = []
  const byUrl = new Map<string, MenuEntry>()
  const entryOf = (url: string): MenuEntry => {
    const known = byUrl.get(url)
    if (known) return known
    const entry: MenuEntry = { url, childrenMenuRPs: [] }
    byUrl.set(url, entry)
    const parent = url.slice(0, Math.max(url.lastIndexOf('/'), url.lastIndexOf('#')))
    if (parent) entryOf(parent).childrenMenuRPs.push(entry)
    else roots.push(entry)
    return entry
  }
  for (const url of [...urls].sort()) entryOf(url)
  return roots
}

/** The token that chooses a role: its name followed by `-token`, as the specification has it. */
export const roleTokenOf = (roleName: string) => `${roleName}-token`

/**
 * The first of the granted roles that a role type means: a role by its name, or `1`, `2`, `3` by its kind (1 provider
 * staff, 2 unit manager, 3 learner); null when none does.
 */
export function chooseRole<R extends { roleName: string; roleSystem: number }>(
  granted: readonly R[],
  roleType: string,
): R | null {
  const wanted = roleType.trim()
  return (
    granted.find((role) => role.roleName === wanted) ??
    granted.find((role) => String(role.roleSystem) === wanted) ??
    null
  )
}

/** The message of the specification for user info without roles. */
export const rolesMissing = 'getInfo: roles must be a non-null array!'

/** The role names of user info. */
export function rolesOf(info: { roleRP?: { roleName?: unknown } | null }): string[] {
  const roleName = info.roleRP?.roleName
  return typeof roleName === 'string' && roleName !== '' ? [roleName] : []
}

/** Part missing from a user info response: the account, or the list of roles; null when it is complete. */
export function faultOfInfo(reply: unknown): 'account' | 'roles' | null {
  const info = (reply as { manageAccountInfo?: object | null } | null | undefined)?.manageAccountInfo
  if (!info) return 'account'
  return rolesOf(info).length > 0 ? null : 'roles'
}

/**
 * True if a failure to load user info says nothing about the session: no answer, a server that is busy or
 * broken, and an error of its own, which it refers to by a number. Everything else ends the session in this
 * browser.
 */
export function isOutage({ respCode, traceId }: { respCode: number; traceId?: string | undefined }): boolean {
  return respCode === 0 || respCode === 429 || respCode >= 500 || (respCode === -1 && traceId !== undefined)
}

/** Every url a menu holds, at any depth. */
export function urlsOf(entries: readonly MenuEntry[]): string[] {
  return entries.flatMap((entry) => [entry.url, ...urlsOf(entry.childrenMenuRPs)])
}
