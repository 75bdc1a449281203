import { isAnythingUnsaved } from './shell/view/unsaved.ts'

/** Returns whether another version than this page's was deployed, by the code the entry names. */
export async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  try {
    const response = await fetch('/', { cache: 'no-store' })
    return response.ok && entry !== null && !(await response.text()).includes(new URL(entry.src).pathname)
  } catch {
    return false
  }
}

/** Loads the whole page again, unless a form on it has something unsaved. Returns whether it does. */
export function reload(): boolean {
  if (isAnythingUnsaved()) return false
  location.reload()
  return true
}

/** The same without being asked, where code of this version is gone; once a minute at most. */
export function reloadUnasked(): void {
  const last = Number(sessionStorage.getItem('renewedAt') ?? 0)
  if (Date.now() - last < 60_000) return
  if (reload()) sessionStorage.setItem('renewedAt', String(Date.now()))
}
