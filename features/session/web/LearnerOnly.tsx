import type { ReactNode } from 'react'
import { ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty, Failure, Skeleton } from '../../../web/kit/Loaded.tsx'
import { useAccountQuery, useToken } from './account.ts'
import { SignInFirst } from './SignInFirst.tsx'
import { useLearnerOnlyWords } from './learnerWords.ts'

/** Shows its content to a signed-in learner only; a stranger is shown the way in, a manager the way over. */
export function LearnerOnly({ children }: { children: ReactNode }) {
  const say = useLearnerOnlyWords()
  const token = useToken()
  const query = useAccountQuery()
  if (!token) return <SignInFirst title={say('learnerTitle')} hint={say('learnerHint')} />
  // Known once, a learner stays known while the network is away: an exam or a video continues.
  if (query.isError && !query.data)
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={6} height={28} />
  if (query.data.manageAccountInfo.roleRP.roleSystem !== 3) {
    return (
      <Empty
        title={say('managerTitle')}
        hint={say('managerHint')}
        action={<ButtonLink to="/home/index">{say('toOffice')}</ButtonLink>}
      />
    )
  }
  return children
}
