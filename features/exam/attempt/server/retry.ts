import type { Pool } from '../../../../server/db.ts'

/** An attempt that could not be settled or recorded, and why. */
export interface Failure {
  attemptId: string
  error: unknown
}

/**
 * Writes down why an attempt could not be settled or recorded and when it is tried again: after 10 s, then each time
 * twice as long, an hour at most. Returns the failure for the log.
 */
export async function postpone(db: Pool, attemptId: string, error: unknown): Promise<Failure> {
  const cause = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  await db`
    update exam_attempts set failures = failures + 1, last_error = ${cause},
      retry_at = moment() + make_interval(secs => least(3600, 10 * 2 ^ least(failures, 9)))
    where id = ${attemptId}`
  return { attemptId, error }
}
