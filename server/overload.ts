import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { abandon } from './abandon.ts'
import type { Pool } from './db.ts'

/** Milliseconds. Together they let nobody wait for a second for a database that does not answer. */
const [interval, allowance, longest] = [50, 600, 750]
/** A call that took so long waited for the database: that it ended shows that the pool makes progress. */
const slow = 50

interface Waiting {
  /** Since when it waits for an answer; what still arrives waits for the one who sends it. */
  since: number
  /** Bytes that had come of its connection by then. */
  read: number
  request: FastifyRequest
  reply: FastifyReply
}

/** Paths that are refused while the database does not answer; the pages themselves are not. */
const guarded = /^\/(api|media|upload|check|dev|readyz)(\/|\?|$)/

/** True once a reply is sent or streams: then it waits for the one who reads it. */
const isAnswered = ({ reply }: Waiting) => reply.sent || reply.raw.headersSent

/**
 * Sheds calls while the database is hung or no connection of the pool gets free: those that have waited are refused
 * within a second and change nothing afterwards, new ones immediately, so that nothing piles up behind it. A slow database
 * is no hung one: what is late is a query of its own, sent only while a call waits, and only where no other call has come
 * to its end since. Recovers by itself when that query is answered. `refuse` answers a request that is shed; `maxPending`
 * are under way at most, wherever they wait; `now` is the clock, in milliseconds.
 */
export function shedLoad(
  http: FastifyInstance,
  db: Pool,
  refuse: (request: FastifyRequest, reply: FastifyReply) => unknown,
  { maxPending = 4000, now = () => performance.now() }: { maxPending?: number; now?: () => number } = {},
): void {
  const waiting = new Map<FastifyRequest, Waiting>()
  let asked: number | null = null
  let lastProgressAt = 0
  let stuckSince: number | null = null

  function ask(): void {
    asked = now()
    db`select 1`
      .then(() => {
        if (stuckSince !== null)
          http.log.warn({ milliseconds: Math.round(now() - stuckSince) }, 'the database answers again')
        stuckSince = null
      })
      // Unreachable rather than hung: calls fail by themselves; a hung one recovers by an answer only.
      .catch(() => {})
      .finally(() => (asked = null))
  }

  /** Drops what is answered; returns whether a call that has arrived is still waiting. */
  function sweep(): boolean {
    const at = now()
    let isWaiting = false
    for (const entry of waiting.values()) {
      const { raw, socket } = entry.request
      if (isAnswered(entry)) waiting.delete(entry.request)
      else if (raw.complete) isWaiting ||= at - entry.since >= interval
      else if (socket.bytesRead > entry.read) Object.assign(entry, { since: at, read: socket.bytesRead })
    }
    return isWaiting
  }

  function shed(): void {
    const at = now()
    for (const entry of waiting.values()) {
      if (at - entry.since < longest) continue
      // What may have changed something is answered by its own handler, however late.
      if (!isAnswered(entry) && !abandon(entry.request)) continue
      waiting.delete(entry.request)
      if (isAnswered(entry)) continue
      const { request, reply } = entry
      refuse(request, reply)
      // What its handler answers in the end is for nobody.
      reply.send = () => reply
    }
  }

  function isLate(): boolean {
    return asked !== null && now() - Math.max(asked, lastProgressAt) >= allowance
  }

  const timer = setInterval(() => {
    const isWaiting = sweep()
    if (asked === null && (isWaiting || stuckSince !== null)) ask()
    if (stuckSince === null && isLate()) {
      // After a stall of our own the answer may be there and not yet read: it is, one turn of the loop later.
      setImmediate(() => {
        if (stuckSince !== null || !isLate()) return
        stuckSince = now()
        http.log.error('the database does not answer; calls are refused until it does')
        shed()
      })
    }
    if (stuckSince !== null) shed()
  }, interval).unref()

  http.addHook('onRequest', (request, reply, done) => {
    if (!guarded.test(request.url)) return done()
    if (stuckSince !== null || waiting.size >= maxPending) {
      refuse(request, reply)
      return
    }
    waiting.set(request, { since: now(), read: request.socket.bytesRead, request, reply })
    done()
  })
  http.addHook('onResponse', (request, _reply, done) => {
    const entry = waiting.get(request)
    if (entry) {
      waiting.delete(request)
      const at = now()
      if (at - entry.since >= slow) lastProgressAt = at
    }
    done()
  })
  http.addHook('onClose', (_http, done) => {
    clearInterval(timer)
    done()
  })
}
