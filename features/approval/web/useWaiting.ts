import { useCall } from '../../../web/client.ts'
import { useMay } from '../../../web/shell/may.ts'
import { approvalCalls } from '../contract.ts'

/** How long a rejection is news to its proposer, in days. */
const news = 30

/** How many proposals of others the reader may settle now, and how many of the reader's own were rejected lately. */
export function useWaiting(): { toApprove: number; rejected: number } {
  const enabled = useMay(approvalCalls.findPageList)
  const options = { enabled, staleTime: 60_000 }
  const others = useCall(approvalCalls.findPageList, { status: 'proposed', own: false, limit: 1 }, options)
  const own = useCall(
    approvalCalls.findPageList,
    { status: 'rejected', own: true, days: news, limit: 1 },
    options,
  )
  return { toApprove: others.data?.total ?? 0, rejected: own.data?.total ?? 0 }
}
