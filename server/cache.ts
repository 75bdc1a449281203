import { LRUCache } from 'lru-cache'

const caches = new Map<string, Pick<LRUCache<string, object | number>, 'size' | 'clear'>>()

/** Creates a cache of this process that can be cleared by its name. */
export function namedCache<V extends object | number>(
  name: string,
  options: { max: number; ttl?: number },
): LRUCache<string, V> {
  const cache = new LRUCache<string, V>(options)
  caches.set(name, cache)
  return cache
}

/** Clears a cache of this process; returns how many values it held, or null where no cache has the name. */
export function clearCache(name: string): number | null {
  const cache = caches.get(name)
  if (!cache) return null
  const { size } = cache
  cache.clear()
  return size
}
