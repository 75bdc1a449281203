import type { Lane } from '../../contract/lanes.ts'

/**
 * Lanes of jobs: each has workers of its own in every process, so that work of one kind never waits for another's.
 * `workers` run at the same time in a process; `limitSeconds` is what a run may take unless its handler overrides it;
 * `lateSeconds` is how long a due job may wait before its lane is reported as not moving.
 */
export const lanes = {
  /** Deadlines and expiry. */
  time: { workers: 3, limitSeconds: 120, lateSeconds: 60 },
  /** Payments, refunds and their notices. */
  money: { workers: 2, limitSeconds: 120, lateSeconds: 120 },
  /** Jobs a person waits for: imports, exports, their files. */
  people: { workers: 2, limitSeconds: 3600, lateSeconds: 900 },
  /** Codes handed to their carrier: people wait for them, and they are good for minutes. */
  code: { workers: 2, limitSeconds: 60, lateSeconds: 30 },
  /** All other messages handed to their carriers, and what became of them. */
  message: { workers: 2, limitSeconds: 120, lateSeconds: 120 },
  /** Results on their way to other systems, which may be slow or away: nothing else waits behind them. */
  push: { workers: 1, limitSeconds: 120, lateSeconds: 300 },
  /** Jobs that take their time: media and what reads much. A video has a limit of its own, by its length. */
  heavy: { workers: 1, limitSeconds: 86_400, lateSeconds: 43_200 },
} as const satisfies Record<Lane, object>

/** Seconds a claim holds; a heartbeat renews it while the handler works. */
export const leaseSeconds = 60

/** Claims of a job before it is given up, unless its handler overrides it. */
export const mostTries = 5
