import { useCall } from '../../../web/client.ts'
import { orderCalls } from '../../order/contract.ts'
import { unpaidOrders } from '../../order/web/unpaid.ts'
import { useAccount } from '../../session/web/account.ts'

/** The signed-in learner's order that holds a class and waits for money; undefined for none. */
export function useWaitingOrder(classId: string) {
  const isLearner = useAccount()?.roleSystem === 3
  const { data } = useCall(orderCalls.findMyOrderList, unpaidOrders, {
    enabled: isLearner,
    staleTime: 30_000,
  })
  return isLearner
    ? data?.list.find(({ items }) => items.some((item) => item.classId === classId))
    : undefined
}
