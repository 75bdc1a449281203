import type { Lane } from '../../contract/lanes.ts'
import type { AppContext } from '../appContext.ts'
import type { Db, Tx } from '../db.ts'

/**
 * A kind of job: its name, and the lane whose workers run it. Declared once, for those who queue it and its handler.
 */
export interface JobKind {
  readonly type: string
  readonly lane: Lane
}

/** A claimed job as its handler sees it. */
export interface Job<I = Record<string, unknown>> {
  readonly id: string
  readonly input: I
  readonly projectId: string | null
  readonly operatorId: string | null
  /** Place at which an earlier run stopped, or null. */
  readonly checkpoint: unknown
  /** Aborted when the run has to end: its time is over, another run owns the job, or the process stops. */
  readonly signal: AbortSignal
  /**
   * Records progress and renews the claim; throws LostLease when another run owns the job, it was cancelled, or its
   * time is over: in the transaction of a write it fences that write.
   */
  progress(tx: Db, step: { done: number; total?: number; checkpoint?: unknown }): Promise<void>
}

export interface JobHandler extends JobKind {
  /** A recurring job: queued again every so many seconds, never two of it at work at the same time. */
  everySeconds?: number
  /** Time limit of one run; the lane's unless given. */
  limitSeconds?: number
  /** Runs before the job is given up, also those whose process ended; five unless given. */
  mostTries?: number
  /** Returns the result saved on the job's row; `partly` when some rows were refused. */
  run(job: Job, app: AppContext): Promise<{ result?: unknown; partly?: boolean } | void>
  /** Records in the feature's own tables that the job failed, in the transaction that fails the job. */
  onFailed?(tx: Tx, job: Pick<Job, 'id' | 'input'>, app: AppContext): Promise<void>
}
