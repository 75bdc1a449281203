import type { RefusalValue } from '../../contract/refusal.ts'
import { lifecycle } from '../../contract/lifecycle.ts'
import type { EnrolmentStatus } from '../enrolment/contract.ts'
import type { RefundTerms } from '../project/contract.ts'
import type { RefundRule } from './contract.ts'

/** What may follow what for money that goes back. */
export const refundLifecycle = lifecycle({
  states: {
    applied: [
      '待处理',
      'Awaiting review',
      { cancel: 'cancelled', reject: 'rejected', do: 'processing', doOffline: 'succeeded' },
    ],
    processing: ['退款中', 'Processing', { succeed: 'succeeded', fail: 'failed' }],
    failed: ['退款失败', 'Failed', { retry: 'processing', succeed: 'succeeded', doOffline: 'succeeded' }],
    succeeded: ['已退款', 'Refunded'],
    rejected: ['已拒绝', 'Rejected'],
    cancelled: ['已撤销', 'Cancelled'],
  },
  events: {
    cancel: ['撤销', 'cancel'],
    reject: ['拒绝', 'reject'],
    do: ['退款', 'refund'],
    doOffline: ['登记线下退款', 'record an offline refund'],
    succeed: ['确认到账', 'confirm'],
    fail: ['退款失败', 'fail'],
    retry: ['重试', 'retry'],
  },
})

/** The number of a payment's n-th refund, from 1; of an order that was paid through no channel, by its own number. */
export const refundNoOf = (outTradeNo: string, n: number) => `${outTradeNo}_R${n}`

/**
 * The number of the n-th request to the channel for one refund, from 1: after no answer the same is sent again; the
 * channel takes no number twice once it has closed it. At most 64 letters, digits and `_`, which both providers take.
 */
export const channelNoOf = (refundNo: string, attempt: number) =>
  attempt === 1 ? refundNo : `${refundNo}_${attempt}`

/** Days within which a payment can go back through its channel: a year for WeChat Pay and Alipay. */
export const channelDays = 365

/** Who asks for money back: a learner by the terms, an operator at their discretion. */
export type RefundBy = 'learner' | 'operator'

/** What the rules know of an order. */
export interface RefundOrder {
  isPaid: boolean
  /** Calendar days in China since it was paid. */
  days: number
  /** Refunds the learner has requested this calendar year, without those rejected or cancelled. */
  times: number
  /** What learners may do; null: nothing. */
  terms: RefundTerms | null
}

/** What the rules know of one class of an order; money in fen. */
export interface RefundLine {
  name: string
  payable: number
  refunded: number
  refunding: number
  /** Whether its class was offered with refunds. */
  isRefundable: boolean
  /** The learner's place; null where there is none any more. */
  status: EnrolmentStatus | null
  isSuspended: boolean
  /** Basis points of study, and whether any second counts. */
  progress: number
  isBegun: boolean
  examPassed: boolean
}

interface RefundBlock {
  rule: RefundRule
  values: Readonly<Record<string, RefusalValue>>
}

/** Fen of a line that have neither gone back nor are on their way. */
export const leftOf = ({
  payable,
  refunded,
  refunding,
}: Pick<RefundLine, 'payable' | 'refunded' | 'refunding'>) => payable - refunded - refunding

/** What prevents anybody from refunding a line; the first thing alone, since the others follow from it. */
function impossible({ isPaid }: RefundOrder, line: RefundLine): RefundBlock | null {
  const { name } = line
  if (!isPaid) return { rule: 'notPaid', values: {} }
  if (line.refunding > 0) return { rule: 'underWay', values: { name } }
  if (leftOf(line) === 0) return { rule: 'nothingLeft', values: { name } }
  if (line.status === 'transferred') return { rule: 'transferred', values: { name } }
  if (line.isSuspended) return { rule: 'paused', values: { name } }
  return null
}

/** What the terms have against a learner's own refund of a line, everything at once. */
function againstTerms({ days, times, terms }: RefundOrder, line: RefundLine): RefundBlock[] {
  const { name } = line
  if (!terms) return [{ rule: 'off', values: {} }]
  const actual = Math.floor(line.progress / 100)
  const rules: (RefundBlock | false)[] = [
    !line.isRefundable && { rule: 'excluded', values: { name } },
    times >= terms.times && { rule: 'times', values: { limit: terms.times, actual: times } },
    days > terms.days && { rule: 'days', values: { limit: terms.days, actual: days } },
    terms.process === 0
      ? line.isBegun && { rule: 'begun', values: { name } }
      : line.progress > terms.process * 100 && {
          rule: 'process',
          values: { name, limit: terms.process, actual },
        },
    line.status === 'passed'
      ? { rule: 'passed', values: { name } }
      : line.examPassed && { rule: 'examPassed', values: { name } },
  ]
  return rules.filter((rule) => rule !== false)
}

/**
 * What blocks the refund of one line of an order; nothing when it can be refunded. Preview and action ask the same. An
 * operator is bound by what is possible alone.
 */
export function blocksOf(by: RefundBy, order: RefundOrder, line: RefundLine): RefundBlock[] {
  const block = impossible(order, line)
  if (block) return [block]
  return by === 'learner' ? againstTerms(order, line) : []
}
