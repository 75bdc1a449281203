import { useEffect } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { type WaitingWork, workQueueCalls } from '../contract.ts'

/** Milliseconds between two looks at what waits. */
const every = 60_000

/** Reads the reader's work by kind, again each minute while the window is visible, and after each change. */
export const useWorkQuery = () =>
  useCall(workQueueCalls.findMine, {}, { staleTime: 30_000, refetchInterval: every })

/** The same for a badge, which has nothing to show as long as nothing is known. */
export const useWork = (): readonly WaitingWork[] => useWorkQuery().data ?? []

/** Marks news of some kinds as seen while the list that shows it is open. */
export function useSeen(codes: readonly string[], isOpen: boolean): void {
  const { mutate } = useAction(workQueueCalls.see, { quiet: true })
  const unseen = useWork().filter(({ code }) => codes.includes(code))
  const news = isOpen ? unseen.map(({ code, count }) => `${code} ${count}`).join() : ''
  useEffect(() => {
    for (const item of news.split(',').filter(Boolean)) mutate({ code: item.split(' ')[0]! })
  }, [news, mutate])
}

/** Number of items in some work. */
export const countOf = (work: readonly WaitingWork[]) => work.reduce((sum, { count }) => sum + count, 0)

/** Number of items that wait on a page of the back office. */
export const countOn = (work: readonly WaitingWork[], page: string) =>
  countOf(work.filter(({ address }) => address.split('?')[0] === page))
