import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallRefused } from '../client.ts'
import { Button } from './Button.tsx'
import { useKitWords } from './words.ts'

/** Grey shapes where content will stand. */
export function Skeleton({ lines = 3, height = 20 }: { lines?: number; height?: number }) {
  const say = useKitWords()
  return (
    <div role="status" aria-label={say('loading')} style={{ display: 'grid', gap: 12, padding: '16px 0' }}>
      {Array.from({ length: lines }, (_, i) => (
        <div key={i} className="k-skeleton" style={{ height, width: `${100 - ((i * 17) % 40)}%` }} />
      ))}
    </div>
  )
}

/** Nothing to show, and what to do about it. */
export function Empty({ title, hint, action }: { title?: string; hint?: string; action?: ReactNode }) {
  const say = useKitWords()
  return (
    <div className="k-empty">
      <h3>{title ?? say('empty')}</h3>
      {hint && <p className="k-muted">{hint}</p>}
      {action}
    </div>
  )
}

/** What went wrong, in the server's sentence, with a way to go on. */
export function Failure({ error, onRetry }: { error: CallRefused; onRetry?: () => void }) {
  const say = useKitWords()
  return (
    <div className="k-failure" role="alert">
      <h3>{say('failed')}</h3>
      <p>{error.message}</p>
      {error.traceId && <p className="k-muted k-small">{say('reference', { traceId: error.traceId })}</p>}
      {onRetry && (
        <Button kind="main" onClick={onRetry}>
          {say('retry')}
        </Button>
      )}
    </div>
  )
}

/** Draws a call's result in its four states: loading, failed, empty, there. */
export function Loaded<T>({
  query,
  skeleton,
  isEmpty,
  empty,
  children,
}: {
  query: UseQueryResult<T, CallRefused>
  skeleton?: ReactNode
  isEmpty?: (data: T) => boolean
  empty?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) {
    return isEmpty?.(query.data) ? (empty ?? <Empty />) : children(query.data)
  }
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  return skeleton ?? <Skeleton />
}
