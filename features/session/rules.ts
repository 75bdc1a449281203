import type { MenuEntry } from './contract.ts'

/** Wrong passwords before an account is locked, and for how long. */
export const lockAfter = 5
export const lockMinutes = 15

/** How account and password travel: trimmed, UTF-8, base64. It hides nothing; it is what the wire asks for. */
export function encodeCredential(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text.trim())))
}

/** Reads an encoded credential; null when it is not canonical base64 of UTF-8 text. */
export function decodeCredential(encoded: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim()
    return text.length > 0 && text.length <= 200 ? text : null
  } catch {
    return null
  }
}

/**
 * The menu tree of the urls a role holds: `/order-manage/list` stands below `/order-manage`, and its button
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
