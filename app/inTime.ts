/** Milliseconds that a page waits for what it can do without, and how many wait at most. */
const [longest, mostWaiting] = [300, 8]

/**
 * Reads what a page is better with and complete without: null when that fails, takes too long, or too many wait
 * already. A database that is hung keeps no page back.
 */
export function inTime<T>(read: () => Promise<T>): () => Promise<T | null> {
  let waiting = 0
  return async () => {
    if (waiting >= mostWaiting) return null
    waiting++
    const given = read()
      .catch(() => null)
      .finally(() => waiting--)
    const late = Promise.withResolvers<null>()
    const timer = setTimeout(() => late.resolve(null), longest)
    return Promise.race([given, late.promise]).finally(() => clearTimeout(timer))
  }
}
