import { useSyncExternalStore } from 'react'

/** A value outside React that components can follow. */
export function create<T>(initial: T, onChange: (value: T) => void = () => {}) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get: () => value,
    set(next: T) {
      value = next
      onChange(next)
      listeners.forEach((listener) => listener())
    },
    use: () => useSyncExternalStore(subscribe, () => value),
  }
}
