import { useCall } from '../../../web/client.ts'
import { isComing } from '../../../web/kit/Loaded.tsx'
import { registerConfigCalls } from '../../project/register/contract.ts'
import { useAccount, useAccountQuery } from '../../session/web/account.ts'

/** Classes that a learner cannot be told to suit, as long as their professional group is not known. */
export function useMajorQuery() {
  const isLearner = useAccount()?.roleSystem === 3
  return useCall(registerConfigCalls.checkNeedGoMajor, {}, { enabled: isLearner, staleTime: 300_000 })
}

/** True for a learner with a known professional group, whose classes begin with what suits; undefined until known. */
export function useSuits(): boolean | undefined {
  const account = useAccountQuery()
  const isLearner = useAccount()?.roleSystem === 3
  const major = useMajorQuery()
  return [account, major].some(isComing) ? undefined : isLearner && major.data?.need === false
}
