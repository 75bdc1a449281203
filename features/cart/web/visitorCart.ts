import { useMemo, useSyncExternalStore } from 'react'
import { visitorCartOf } from '../rules.ts'

/**
 * The cart of who is not signed in: ids of classes in this browser and nowhere else. Nothing of an account's cart is
 * ever written here; after signing in it is merged into that and erased.
 */
const key = 'visitorCart'
const listeners = new Set<() => void>()

const read = () => localStorage.getItem(key)

function onChange(listener: () => void): () => void {
  const onStorage = (change: StorageEvent) => {
    if (change.key === key || change.key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** Saves what `change` makes of the cart; an empty one leaves nothing behind. */
export function changeVisitorCart(change: (ids: readonly string[]) => readonly string[]): void {
  const next = change(visitorCartOf(read()))
  if (next.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify(next))
  listeners.forEach((listener) => listener())
}

/** True if this browser holds classes that a visitor put aside. */
export const hasVisitorCart = (): boolean => visitorCartOf(read()).length > 0

/** The visitor's cart of this browser as it is now, in this window and the others. */
export function useVisitorCart(): readonly string[] {
  const saved = useSyncExternalStore(onChange, read)
  return useMemo(() => visitorCartOf(saved), [saved])
}
