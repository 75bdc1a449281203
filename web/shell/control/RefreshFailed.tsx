import type { UseQueryResult } from '@tanstack/react-query'
import type { CallRefused } from '../../client.ts'
import { Button } from './Button.tsx'
import { useShellWords } from '../words.ts'

/** Says that the rows below are older than they should be, why, and offers to try again. */
export function RefreshFailed({ query }: { query: UseQueryResult<unknown, CallRefused> }) {
  const say = useShellWords()
  if (!query.error) return null
  return (
    <div role="alert" className="shell-row crud-stale">
      {/* Announced again each time it fails. */}
      <span key={query.errorUpdateCount}>{say('refreshFailed', { why: query.error.message })}</span>
      <Button size="small" onClick={() => void query.refetch()} loading={query.isFetching}>
        {say('retry')}
      </Button>
    </div>
  )
}
