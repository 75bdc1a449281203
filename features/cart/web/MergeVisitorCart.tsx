import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { send } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { refetchAll } from '../../../web/refetchAll.ts'
import { cartCalls } from '../contract.ts'
import { changeVisitorCart } from './visitorCart.ts'
import { useMergeWords } from './mergeWords.ts'

/** The number of refused classes that are listed with their reason. */
const named = 3

/**
 * Puts what was chosen before signing in into the learner's own cart, once, says what became of it, and erases it from
 * the browser. Without an answer it stays there, and is tried again when the portal is opened next.
 */
export function MergeVisitorCart({ classIds }: { classIds: readonly string[] }) {
  const say = useMergeWords()
  const cache = useQueryClient()
  const merge = useEffectEvent(async () => {
    const { merged } = await send(cartCalls.save, { classIds: [...classIds], merge: true }, { quiet: true })
    changeVisitorCart((ids) => ids.filter((id) => !classIds.includes(id)))
    void refetchAll(cache)
    const { added, refused } = merged!
    if (added + refused.length === 0) return
    const text = [
      ...(added > 0 ? [say('added', { count: added })] : []),
      ...(refused.length > 0 ? [say('refused', { count: refused.length })] : []),
      ...new Set(refused.slice(0, named).map(({ reason }) => reason)),
    ].join(say('semicolon'))
    notify(refused.length > 0 ? 'prompt' : 'success', text, undefined, {
      label: say('view'),
      to: '/student/cart',
    })
  })
  useEffect(() => {
    void merge().catch(() => {})
  }, [])
  return null
}
