import { useCall } from '../../../web/client.ts'
import { messageCalls } from '../contract.ts'

/** Milliseconds between two looks at the count. */
const every = 60_000

/** Returns the number of one's own unread messages; counted again each minute while the window is visible. */
export function useUnread(enabled = true): number {
  const query = useCall(messageCalls.countUnread, {}, { enabled, staleTime: 30_000, refetchInterval: every })
  return query.data?.count ?? 0
}

/** A count as a badge shows it. */
export const badgeOf = (count: number) => (count > 99 ? '99+' : String(count))
