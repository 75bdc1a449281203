import type { QueryClient } from '@tanstack/react-query'

/** Fetches everything on screen again after a change: a first answer still under way may know nothing of it. */
export async function refetchAll(cache: QueryClient): Promise<void> {
  await cache.cancelQueries()
  await cache.invalidateQueries()
}
