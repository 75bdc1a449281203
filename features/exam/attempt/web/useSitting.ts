import { useCallback, useEffect, useState } from 'react'
import { CallRefused, send } from '../../../../web/client.ts'
import { currentConnection, onConnection } from '../../../../web/connection.ts'
import { attemptCalls, type ExamPaper } from '../contract.ts'
import { openClock, type ServerClock } from './timer.ts'

/** An attempt as its address is opened: loading, in progress, over, or unavailable. */
export type Sitting =
  | { state: 'asking' }
  | { state: 'running'; paper: ExamPaper; clock: ServerClock }
  | { state: 'over' }
  | { state: 'failed'; error: CallRefused }

/** Goes on with an attempt. Never from a cache: the clock starts from the server's current time. */
export function useSitting(
  examId: string,
  attemptId: string,
): [Sitting, { retry: () => void; end: () => void }] {
  const [sitting, setSitting] = useState<Sitting>({ state: 'asking' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    setSitting({ state: 'asking' })
    send(attemptCalls.goClassExam, { examId, attemptId }, { quiet: true, signal: stop.signal }).then(
      (paper) => setSitting({ state: 'running', paper, clock: openClock(paper.now) }),
      (error: unknown) => {
        if (stop.signal.aborted || !(error instanceof CallRefused)) return
        setSitting(error.respCode === 409 ? { state: 'over' } : { state: 'failed', error })
      },
    )
    return () => stop.abort()
  }, [examId, attemptId, round])
  const retry = useCallback(() => setRound((last) => last + 1), [])
  const isFailed = sitting.state === 'failed'
  // The clock runs on: the paper is there again as soon as the network is.
  useEffect(() => {
    if (!isFailed) return
    return onConnection(() => {
      if (currentConnection() === 'up') retry()
    })
  }, [isFailed, retry])
  const end = useCallback(() => setSitting({ state: 'over' }), [])
  return [sitting, { retry, end }]
}
