/** A visit by WeChat that goes over several pages; kept for the window alone, so that no address holds it. */
export interface PendingVisit {
  /** What to bind with, once the person is known. */
  scene?: string
  /** Where the visitor wanted to be. */
  redirect?: string
}

const key = 'wechatVisit'

export function readPending(): PendingVisit {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as PendingVisit
  } catch {
    return {}
  }
}

/** Keeps more of a visit; what was known stays. */
export function keepPending(more: PendingVisit): void {
  sessionStorage.setItem(key, JSON.stringify({ ...readPending(), ...more }))
}

/** Ends a visit; gives where to go. */
export function endPending(): string {
  const { redirect = '/my' } = readPending()
  sessionStorage.removeItem(key)
  return redirect
}
