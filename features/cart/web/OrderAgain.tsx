import { useNavigate } from 'react-router'
import { useAction } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { notify } from '../../../web/notice.ts'
import type { Order } from '../../order/contract.ts'
import { useOrderWords } from '../../order/web/words.ts'
import { cartCalls } from '../contract.ts'

/** Puts the classes of a cancelled order into the cart, at today's prices, and goes there; says why one is not. */
export function OrderAgain({ order }: { order: Order }) {
  const say = useOrderWords()
  const navigate = useNavigate()
  const save = useAction(cartCalls.save)
  const classIds = [...new Set(order.items.flatMap(({ classId }) => classId ?? []))]
  if (order.status !== 'cancelled' || classIds.length === 0) return null
  return (
    <Button
      busy={save.isPending}
      onClick={() =>
        save.mutate({
          classIds,
          merge: true,
          onDone: ({ merged }) => {
            const { refused } = merged!
            if (refused.length > 0)
              notify('prompt', [...new Set(refused.map(({ reason }) => reason))].join(say('semicolon')))
            if (refused.length < classIds.length) void navigate('/student/cart')
          },
        })
      }
    >
      {say('orderAgain')}
    </Button>
  )
}
