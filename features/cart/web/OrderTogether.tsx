import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { notify } from '../../../web/notice.ts'
import { cartCalls } from '../contract.ts'
import { cartPathOf } from '../rules.ts'
import { useCartWords } from './words.ts'

/** Button that puts some classes into the cart and goes there to order these alone; says why one is not. */
export function OrderTogether({ classIds, children }: { classIds: readonly string[]; children: ReactNode }) {
  const say = useCartWords()
  const navigate = useNavigate()
  const save = useAction(cartCalls.save)
  return (
    <Button
      kind="main"
      wide
      busy={save.isPending}
      onClick={() =>
        save.mutate({
          classIds: [...classIds],
          merge: true,
          onDone: ({ merged }) => {
            const { refused } = merged!
            if (refused.length > 0)
              notify('prompt', [...new Set(refused.map(({ reason }) => reason))].join(say('semicolon')))
            if (refused.length < classIds.length) void navigate(cartPathOf(classIds))
          },
        })
      }
    >
      {children}
    </Button>
  )
}
