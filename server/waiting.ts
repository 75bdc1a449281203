import type { PageInput } from '../contract/paging.ts'
import type { Waiting } from './feature.ts'

/**
 * How much waits in a list that has the newest first, and since when the oldest of it does. The list itself counts, so
 * that the number is the one its page shows.
 */
export async function waitingIn<R>(
  list: (window: PageInput) => Promise<{ total: number; list: R[] }>,
  timeOf: (row: R) => string,
): Promise<Waiting> {
  const first = await list({ page: 1, limit: 1 })
  const { total: count } = first
  const last = count > 1 ? await list({ page: count, limit: 1 }) : first
  const oldest = last.list[0] ?? first.list[0]
  return { count, since: oldest ? timeOf(oldest) : null }
}
