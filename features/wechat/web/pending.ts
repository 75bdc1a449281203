/** A sign-in by WeChat that spans several pages; stored per window, so that no URL contains it. */
interface PendingVisit {
  /** Scene to bind with, once the person is known. */
  scene?: string
  /** Path the visitor wanted to reach. */
  redirect?: string
  /** Payer here by their WeChat, and when that became known. */
  payer?: { scene: string; at: number } | undefined
}

const key = 'wechatVisit'

export function readPending(): PendingVisit {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as PendingVisit
  } catch {
    return {}
  }
}

/** Merges more fields into the pending visit. */
export function savePending(more: PendingVisit): void {
  sessionStorage.setItem(key, JSON.stringify({ ...readPending(), ...more }))
}

/** Ends a visit. */
export function endPending(): void {
  sessionStorage.removeItem(key)
}

/** The page where a recognised WeChat is bound, with where to go after it. */
export function bindingPath(redirect: string | null | undefined): string {
  return `/login-wx-binding${redirect ? `?redirect=${encodeURIComponent(redirect)}` : ''}`
}
