import { measure, merge, outside, type Ranges, type Stretch } from '../../../features/study/beat/rules.ts'
import type { Answers } from '../../../features/exam/attempt/contract.ts'
import type { Order } from '../../../features/order/contract.ts'

/** One video of one learner, as the server has answered. */
export interface Watched {
  enrolmentId: string
  itemId: string
  /** Acknowledged stretches in milliseconds. */
  ranges: Ranges
  /** Milliseconds the player has played, acknowledged or not. */
  playedMs: number
  isDone: boolean
}

export interface Ordered {
  orderId: string
  amount: number
  items: number
  /** The last final state the server returned for it; null while it may still change. */
  reported: 'paid' | 'cancelled' | null
}

/** One attempt at an exam: its saved answers, and how it ended. */
export interface Sat {
  attemptId: string
  answers: Answers
  ended: { status: string; score: number | null } | null
}

/** Everything the product has acknowledged, written down before a client continues. */
export interface Ledger {
  readonly watched: ReadonlyMap<string, Watched>
  readonly orders: ReadonlyMap<string, Ordered>
  /** Codes for which the checkout page confirmed a payment, with the order each was for. */
  readonly confirmed: ReadonlyMap<string, string>
  /** Enrolments whose study the server called complete. */
  readonly passed: ReadonlySet<string>
  readonly sat: ReadonlyMap<string, Sat>
  readonly beats: number
  /** Responses no learner should have received; empty when all is well. */
  readonly faults: string[]
  played(key: { enrolmentId: string; itemId: string }, toMs: number): void
  counted(key: { enrolmentId: string; itemId: string }, stretch: Stretch, isDone: boolean): void
  studied(enrolmentId: string): void
  answered(attemptId: string, answers: Answers): void
  submitted(attemptId: string, ended: { status: string; score: number | null }): void
  ordered(order: Order): void
  ended(orderId: string, reported: 'paid' | 'cancelled'): void
  confirm(codeUrl: string, orderId: string): void
  fault(text: string): void
  /** A snapshot of the ledger, which later entries do not change. */
  copy(): Snapshot
}

export interface Snapshot {
  watched: Watched[]
  orders: Ordered[]
  confirmed: [token: string, orderId: string][]
  passed: string[]
  sat: Sat[]
}

/** The secret part of a code, by which the checkout page identifies a payment. */
export const tokenOf = (codeUrl: string) => codeUrl.split('/').at(-1)!

export function openLedger(): Ledger {
  const watched = new Map<string, Watched>()
  const orders = new Map<string, Ordered>()
  const confirmed = new Map<string, string>()
  const passed = new Set<string>()
  const sat = new Map<string, Sat>()
  const faults: string[] = []
  let beats = 0

  function rowOf({ enrolmentId, itemId }: { enrolmentId: string; itemId: string }): Watched {
    const key = `${enrolmentId} ${itemId}`
    let row = watched.get(key)
    if (!row) watched.set(key, (row = { enrolmentId, itemId, ranges: [], playedMs: 0, isDone: false }))
    return row
  }

  return {
    watched,
    orders,
    confirmed,
    passed,
    sat,
    faults,
    get beats() {
      return beats
    },
    played(key, toMs) {
      const row = rowOf(key)
      row.playedMs = Math.max(row.playedMs, toMs)
    },
    counted(key, stretch, isDone) {
      const row = rowOf(key)
      row.ranges = merge(row.ranges, [stretch])
      row.isDone ||= isDone
      beats++
    },
    studied: (enrolmentId) => void passed.add(enrolmentId),
    answered(attemptId, answers) {
      const before = sat.get(attemptId)
      sat.set(attemptId, { attemptId, ended: null, answers: { ...before?.answers, ...answers } })
    },
    submitted: (attemptId, ended) => void sat.set(attemptId, { ...sat.get(attemptId)!, ended }),
    ordered({ id, amount, items, status }) {
      const reported = status === 'paid' ? 'paid' : null
      orders.set(id, { orderId: id, amount, items: items.length, reported })
    },
    ended(orderId, reported) {
      const order = orders.get(orderId)!
      if (order.reported !== null && order.reported !== reported) {
        faults.push(`order ${orderId} was ${order.reported} and is said to be ${reported}`)
      }
      order.reported = reported
    },
    confirm: (codeUrl, orderId) => void confirmed.set(tokenOf(codeUrl), orderId),
    fault: (text) => void faults.push(text),
    copy: () => ({
      watched: Array.from(watched.values(), (row) => ({ ...row })),
      orders: Array.from(orders.values(), (row) => ({ ...row })),
      confirmed: [...confirmed],
      passed: [...passed],
      sat: [...sat.values()],
    }),
  }
}

/** Milliseconds of the acknowledged stretches that a coverage lacks. */
export function lackOf(acknowledged: Ranges, coverage: Ranges): number {
  return acknowledged.reduce((sum, stretch) => sum + measure(outside(stretch, coverage)), 0)
}
