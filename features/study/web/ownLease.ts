const key = 'study-lease'
const lockOf = (lease: string) => `study-lease:${lease}`
let letGo = () => {}

/** Returns the lease this window studies with, or last did; null before its first. */
export const leaseHere = (): string | null => sessionStorage.getItem(key)

/**
 * Returns the lease this window may give up for another: its own, or that of a window of this browser which is gone. An app
 * that was killed and opened again is no second window; one that is alive has its lock.
 */
export async function findOwnLease(): Promise<string | null> {
  const own = leaseHere()
  const last = localStorage.getItem(key)
  // Absent from browsers without it, and from pages without TLS.
  const locks = navigator.locks as LockManager | undefined
  if (own || !last || !locks) return own
  const { held = [] } = await locks.query()
  return held.some(({ name }) => name === lockOf(last)) ? null : last
}

/** Releases the lock of the lease: the window studies no more. */
export const endOwnLease = (): void => letGo()

/** Keeps the lease that this window studies with from now on; its lock is held until that ends, or as long as the window lives. */
export function keepOwnLease(lease: string): void {
  letGo()
  sessionStorage.setItem(key, lease)
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return
  const studies = new Promise<void>((resolve) => (letGo = resolve))
  void locks.request(lockOf(lease), () => studies)
  try {
    localStorage.setItem(key, lease)
  } catch {
    // A full store: a killed window then waits until its lease has lapsed.
  }
}
