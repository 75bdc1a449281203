import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallRefused } from '../client.ts'
import { Button } from './Button.tsx'
import { WaysOn } from './WaysOn.tsx'
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

/** Place of a page that is still to come; as high as a window, so that what is below does not move then. */
export const Coming = () => (
  <div style={{ minHeight: '100vh' }}>
    <Skeleton lines={8} height={28} />
  </div>
)

/**
 * True while a call is under way for the first time. One that has failed is asked for again by each part that is drawn
 * and needs it: a page that waited for it then would draw and take away those parts for ever.
 */
export const isComing = ({ isLoading, isFetched }: { isLoading: boolean; isFetched: boolean }): boolean =>
  isLoading && !isFetched

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

/** Kind of a refusal for who reads it: an address whose id is none leads to nothing, as one whose id is unknown. */
function kindOf({ respCode, field }: CallRefused) {
  if (respCode === 404 || (respCode === 422 && /(^i|I)d$/.test(field ?? ''))) return 'absent'
  if (respCode === 403) return 'denied'
  return respCode === 422 ? 'invalid' : 'failed'
}

/**
 * Notice of a failure, in the server's sentence, with ways on. What is not there, or is asked for by an
 * address that is none or by who may not see it, is not asked for again.
 */
export function Failure({
  error,
  onRetry,
  hint,
}: {
  error: CallRefused
  onRetry?: () => void
  /** Text about what goes on meanwhile. */
  hint?: string
}) {
  const say = useKitWords()
  const kind = kindOf(error)
  return (
    <div className="k-failure" role="alert">
      <h3>{say(kind)}</h3>
      <p>{kind === 'absent' ? say('absentHint') : error.message}</p>
      {hint && <p>{hint}</p>}
      {error.traceId && <p className="k-muted k-small">{say('reference', { traceId: error.traceId })}</p>}
      {onRetry && kind === 'failed' && (
        <Button kind="main" onClick={onRetry}>
          {say('retry')}
        </Button>
      )}
      <WaysOn />
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
