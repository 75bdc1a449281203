import type { AppContext } from '../../../server/appContext.ts'
import type { Failure, ReportFailure } from '../../../server/failure.ts'
import { keptTraces, lengths, pace } from '../rules.ts'
import { version } from '../../../server/version.ts'
import { recordErrors, type SeenError } from './actions.ts'
import { describe } from './described.ts'

interface Recorder {
  report: ReportFailure
  /** Writes what still waits, and nothing any more. */
  close(): Promise<void>
}

/**
 * Writes errors down beside the work that failed: the same ones are counted in memory first, so that a storm of errors
 * is no storm of rows, and what cannot be written waits. The first of a quiet time is written at once.
 */
export function openRecorder({ db, log }: Pick<AppContext, 'db' | 'log'>): Recorder {
  const waiting = new Map<string, SeenError>()
  let unwritten = 0
  let lastAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isClosed = false

  function note({ source, traceId, place, error, projectId, accountId, page = null }: Failure): void {
    const described = describe({ source, place, error })
    const key = `${projectId} ${described.fingerprint.toString('hex')}`
    const known = waiting.get(key)
    if (!known && waiting.size >= pace.waiting) {
      unwritten++
      return
    }
    waiting.set(key, {
      ...described,
      source,
      projectId,
      accountId,
      page: page?.slice(0, lengths.place) ?? null,
      release: version,
      place: place.slice(0, lengths.place),
      traceIds: [traceId, ...(known?.traceIds ?? [])].slice(0, keptTraces),
      times: (known?.times ?? 0) + 1,
      firstSeen: known?.firstSeen ?? performance.now(),
      lastSeen: performance.now(),
    })
  }

  /** Writes the oldest of those that wait; they wait on when that fails. */
  async function write(rows: number): Promise<void> {
    lastAt = performance.now()
    const batch = [...waiting].slice(0, rows)
    for (const [key] of batch) waiting.delete(key)
    try {
      await recordErrors(
        db,
        batch.map(([, error]) => error),
      )
      if (unwritten > 0) log.warn({ errors: unwritten }, 'errors were not written down, only logged')
      unwritten = 0
    } catch (error) {
      log.warn({ err: error }, 'errors could not be written down yet')
      for (const [key, seen] of batch) {
        const since = waiting.get(key)
        waiting.set(key, since ? joined(seen, since) : seen)
      }
    }
  }

  function schedule(): void {
    if (timer || writing || waiting.size === 0 || isClosed) return
    const delay = Math.max(0, lastAt + pace.seconds * 1000 - performance.now())
    timer = setTimeout(() => {
      timer = undefined
      writing = write(pace.rows).finally(() => {
        writing = undefined
        schedule()
      })
    }, delay)
    timer.unref()
  }

  return {
    report(failure) {
      try {
        note(failure)
        schedule()
      } catch (error) {
        log.warn({ err: error }, 'an error could not be described')
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await writing
      if (waiting.size > 0) await write(pace.waiting)
    },
  }
}

/** An error that could not be written with what was seen of it since. */
const joined = (before: SeenError, since: SeenError): SeenError => ({
  ...since,
  traceIds: [...since.traceIds, ...before.traceIds].slice(0, keptTraces),
  times: before.times + since.times,
  firstSeen: before.firstSeen,
})
