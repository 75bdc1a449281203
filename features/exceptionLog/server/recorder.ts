import type { AppContext } from '../../../server/appContext.ts'
import type { Failure, ReportFailure } from '../../../server/failure.ts'
import { keptTraces, pace } from '../rules.ts'
import { version } from '../../../server/version.ts'
import { recordErrors, type SeenError } from './actions.ts'
import { describe } from './described.ts'

/** Milliseconds between two lines about dropped errors. */
const dropsLogged = 3_600_000

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
  /** The server's own have places by themselves: browsers, which anybody may be, cannot fill them. */
  const waiting = { own: new Map<string, SeenError>(), browsers: new Map<string, SeenError>() }
  const queueOf = ({ source }: Pick<Failure, 'source'>) =>
    source === 'browser' ? waiting.browsers : waiting.own
  const countWaiting = () => waiting.own.size + waiting.browsers.size
  let unwritten = 0
  let dropped = 0
  let dropsLoggedAt = -Infinity
  let lastAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let isClosed = false

  function note(failure: Failure): void {
    const { source, traceId, projectId, accountId } = failure
    const described = describe(failure)
    const queue = queueOf(failure)
    const key = `${projectId} ${described.fingerprint.toString('hex')}`
    const known = queue.get(key)
    if (!known && queue.size >= pace.waiting) {
      unwritten++
      return
    }
    queue.set(key, {
      ...described,
      page: described.page ?? known?.page ?? null,
      source,
      projectId,
      accountId,
      release: version,
      traceIds: [traceId, ...(known?.traceIds ?? [])].slice(0, keptTraces),
      times: (known?.times ?? 0) + 1,
      firstSeen: known?.firstSeen ?? performance.now(),
      lastSeen: performance.now(),
    })
  }

  /** Writes the oldest of those that wait, the server's own first; they wait on when that fails. */
  async function write(rows: number): Promise<void> {
    lastAt = performance.now()
    const batch = [...waiting.own, ...waiting.browsers].slice(0, rows)
    for (const [key, error] of batch) queueOf(error).delete(key)
    try {
      dropped += await recordErrors(
        db,
        batch.map(([, error]) => error),
      )
      if (unwritten > 0) log.warn({ errors: unwritten }, 'errors were not written down, only logged')
      unwritten = 0
      logDropped()
    } catch (error) {
      log.warn({ err: error }, 'errors could not be written down yet')
      for (const [key, seen] of batch) {
        const since = queueOf(seen).get(key)
        queueOf(seen).set(key, since ? joined(seen, since) : seen)
      }
    }
  }

  /** Logs the number of those that were dropped: who sends many new ones does not fill the log by them either. */
  function logDropped(): void {
    if (dropped === 0 || (!isClosed && performance.now() - dropsLoggedAt < dropsLogged)) return
    log.warn({ errors: dropped }, 'new errors of browsers were dropped: too many of this day and project')
    dropped = 0
    dropsLoggedAt = performance.now()
  }

  function schedule(): void {
    if (timer || writing || countWaiting() === 0 || isClosed) return
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
      if (countWaiting() > 0) await write(countWaiting())
      logDropped()
    },
  }
}

/** An error that could not be written with what was seen of it since. */
const joined = (before: SeenError, since: SeenError): SeenError => ({
  ...since,
  page: since.page ?? before.page,
  traceIds: [...since.traceIds, ...before.traceIds].slice(0, keptTraces),
  times: before.times + since.times,
  firstSeen: before.firstSeen,
})
