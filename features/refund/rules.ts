import { leftOf } from '../order/rules.ts'
import { yuan } from '../../contract/money.ts'
import { type Bilingual, type Language, type RefusalValue, sayFilled } from '../../contract/refusal.ts'
import { lifecycle } from '../../contract/lifecycle.ts'
import type { InvoiceStatus } from '../invoice/contract.ts'
import type { EnrolmentStatus } from '../enrolment/contract.ts'
import type { RefundTerms } from '../project/contract.ts'
import type { RefundFailure, RefundRule } from './contract.ts'

/** States of money that goes back and their transitions. */
export const refundLifecycle = lifecycle({
  states: {
    applied: [
      '待处理',
      'Awaiting review',
      {
        cancel: 'cancelled',
        reject: 'rejected',
        do: 'processing',
        doOffline: 'succeeded',
        awaitRed: 'awaiting_red',
      },
    ],
    // The invoice of its money is reversed first; then it is sent by itself, or waits for its bank transfer.
    awaiting_red: [
      '待红冲',
      'Awaiting reversal',
      { cancel: 'cancelled', reject: 'rejected', send: 'processing', ready: 'applied' },
    ],
    processing: ['退款中', 'Processing', { succeed: 'succeeded', fail: 'failed', retryNow: 'processing' }],
    failed: ['退款失败', 'Failed', { retry: 'processing', succeed: 'succeeded', doOffline: 'succeeded' }],
    succeeded: ['已退款', 'Refunded'],
    rejected: ['已拒绝', 'Rejected'],
    cancelled: ['已撤销', 'Cancelled'],
  },
  events: {
    cancel: ['撤销', 'cancel'],
    reject: ['拒绝', 'reject'],
    do: ['退款', 'refund'],
    awaitRed: ['等待红冲', 'have its invoice reversed first'],
    send: ['红冲后退款', 'send it after the reversal'],
    ready: ['结束等待红冲', 'end its wait for the reversal'],
    doOffline: ['登记线下退款', 'record an offline refund'],
    succeed: ['确认到账', 'confirm'],
    fail: ['退款失败', 'fail'],
    retry: ['重试', 'retry'],
    retryNow: ['立即重试', 'retry now'],
  },
})

/** Red invoices that a refund waits for, as one: of a blue one there is only what is said of all. */
export interface AwaitedRed {
  /** The invoice that is reversed; null while it is being issued itself. */
  number: string | null
  /** Fen of it. */
  amount: number
  /** Statuses of the red invoices. */
  statuses: readonly InvoiceStatus[]
  formBy: 'buyer' | 'seller' | null
  /** Time in China until which the form can be confirmed. */
  formUntil: string | null
}

const awaitedWords = {
  issuing: {
    zh: '订单的发票正在开具，开好后先红冲，再退款',
    en: 'The invoice of the order is being issued; it is then reversed before the money goes back',
  },
  ended: {
    zh: '发票 {number} 的红冲没有办成，由工作人员处理后再退款 ¥{amount}',
    en: 'The reversal of invoice {number} did not come about; the office sees to it before ¥{amount} goes back',
  },
  buyer: {
    zh: '发票 {number} 要先红冲 ¥{amount}：请购买方在 {until} 前到电子税务局确认，之后自动退款',
    en: 'Invoice {number} must be reversed by ¥{amount} first: the buyer has until {until} to confirm at the tax bureau, then the money goes back by itself',
  },
  seller: {
    zh: '发票 {number} 要先红冲 ¥{amount}：等待我方在电子税务局确认',
    en: 'Invoice {number} must be reversed by ¥{amount} first: it waits for our confirmation',
  },
  underWay: {
    zh: '发票 {number} 正在红冲 ¥{amount}，完成后自动退款',
    en: 'Invoice {number} is being reversed by ¥{amount}; the money then goes back by itself',
  },
} as const satisfies Record<string, Bilingual>

/** Sentence that says which invoice is reversed before the money of a refund goes back, and what that waits for. */
export function waitingFor(
  { number, amount, statuses, formBy, formUntil }: AwaitedRed,
  language: Language,
): string {
  if (number === null) return awaitedWords.issuing[language]
  const hasEnded = statuses.some((status) => ['failed', 'stalled', 'lapsed', 'refused'].includes(status))
  const key = hasEnded ? 'ended' : (formBy ?? 'underWay')
  return sayFilled(awaitedWords[key], { number, amount: yuan(amount), until: formUntil ?? '' }, language)
}

/** The number of a payment's n-th refund, from 1; of an order that was paid through no channel, by its own number. */
export const refundNoOf = (outTradeNo: string, n: number) => `${outTradeNo}_R${n}`

/**
 * The number of the n-th request to the channel for one refund, from 1: after no answer the same is sent again; the
 * channel takes no number twice once it has closed it. At most 64 letters, digits and `_`, which both providers take.
 */
export const channelNoOf = (refundNo: string, attempt: number) =>
  attempt === 1 ? refundNo : `${refundNo}_${attempt}`

/** A refusal that uses up the number of the request: it belongs to another refund. */
const numberTaken = 'ACQ.DISCORDANT_REPEAT_REQUEST'

/**
 * True if a refund that failed is sent again under a new number: where the channel has closed the old, or has
 * given it to another. Every other refusal is repeated with the same number, so that no money goes back
 * twice.
 */
export const needsNewNumber = (failure: RefundFailure | null, code: string | null) =>
  failure === 'closed' || (failure === 'refused' && code === numberTaken)

/** Our own code for a refund whose payment's contract is gone: nobody can be asked. */
export const noContract = 'NO_CONTRACT'

/** Meanings of the usual codes of refused refunds, and what to do. */
export const refusalReasons = [
  {
    codes: ['NOT_ENOUGH', 'ACQ.SELLER_BALANCE_NOT_ENOUGH'],
    zh: '商户余额不足，请充值后再次退款',
    en: 'The merchant’s balance is too low; top it up, then refund again',
  },
  {
    codes: ['USER_ACCOUNT_ABNORMAL', 'ACQ.BUYER_ENABLE_STATUS_FORBID', 'ACQ.BUYER_NOT_EXIST'],
    zh: '付款人的账户已注销或不能收款，请线下退款',
    en: 'The payer’s account is closed or cannot receive money; refund offline',
  },
  {
    codes: ['RESOURCE_NOT_EXISTS', 'ORDER_NOT_EXIST', 'ACQ.TRADE_NOT_EXIST'],
    zh: '渠道没有这笔付款，请核对收款商户号；款项确已收到的，线下退款',
    en: 'The channel has no such payment; check the merchant it came to, and refund offline if the money did arrive',
  },
  {
    codes: ['INVALID_REQUEST', 'ACQ.REASON_TRADE_REFUND_FEE_ERR', 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL'],
    zh: '渠道不接受：付款可能已超过一年、退过 50 次，或已在商户平台退回。请在商户平台核对，没有退回的线下退款',
    en: 'Not accepted: it may be over a year old, refunded 50 times, or refunded on the merchant platform. Check there, and refund offline what has not gone back',
  },
  {
    codes: ['ACQ.TRADE_HAS_FINISHED', 'ACQ.TRADE_NOT_ALLOW_REFUND', 'ACQ.TRADE_STATUS_ERROR'],
    zh: '交易已完结，渠道不再受理退款，请线下退款',
    en: 'The trade is finished and the channel no longer refunds it; refund offline',
  },
  {
    codes: ['ACQ.REASON_TRADE_BEEN_FREEZEN'],
    zh: '交易被冻结，请联系支付宝解冻后再次退款',
    en: 'The trade is frozen; have Alipay release it, then refund again',
  },
  {
    codes: [numberTaken],
    zh: '退款单号已被占用，再次退款会使用新的单号',
    en: 'The refund number is taken; refunding again uses a new one',
  },
  {
    codes: ['NO_AUTH', 'MCH_NOT_EXISTS', 'isv.insufficient-isv-permissions', noContract],
    zh: '与渠道的签约已失效或没有退款权限。恢复后再次退款，或在商户平台核对没有退回后线下退款',
    en: 'The contract with the channel has ended or does not cover refunds. Restore it and refund again, or refund offline once the merchant platform shows that nothing went back',
  },
] as const satisfies readonly { codes: readonly string[]; zh: string; en: string }[]

/** Days within which a payment can go back through its channel: a year for WeChat Pay and Alipay. */
export const channelDays = 365

/** Applicant of a refund: a learner by the terms, an operator at their discretion. */
export type RefundBy = 'learner' | 'operator'

/** Facts about an order that the rules need. */
export interface RefundOrder {
  isPaid: boolean
  /** Calendar days in China since it was paid. */
  days: number
  /** Refunds the learner has requested this calendar year, without those rejected or cancelled. */
  times: number
  /** Terms for learners; null: they may do nothing. */
  terms: RefundTerms | null
}

/** Facts about one class of an order that the rules need; money in fen. */
export interface RefundLine {
  name: string
  payable: number
  refunded: number
  refunding: number
  /** True if its class was offered with refunds. */
  isRefundable: boolean
  /** The learner's place; null where there is none any more. */
  status: EnrolmentStatus | null
  isSuspended: boolean
  /**
   * Basis points of study, the most in any class the learner was moved through; whether any second counts, and whether
   * an exam was passed, in one of them.
   */
  progress: number
  isBegun: boolean
  examPassed: boolean
  /** Ticket or score that the applicant has of the exam whose fee it is; null for neither, and for a class. */
  examined: 'ticket' | 'score' | null
}

/** A line with what held of it for a day. */
interface StandingLine extends RefundLine {
  /** True if its class has allowed refunds for a day. */
  wasRefundable: boolean
}

interface RefundBlock {
  rule: RefundRule
  values: Readonly<Record<string, RefusalValue>>
}

/** Finds the first thing that prevents anybody from refunding a line; others follow from it. */
function impossible({ isPaid }: RefundOrder, line: RefundLine): RefundBlock | null {
  const { name } = line
  if (!isPaid) return { rule: 'notPaid', values: {} }
  if (line.refunding > 0) return { rule: 'underWay', values: { name } }
  if (leftOf(line) === 0) return { rule: 'nothingLeft', values: { name } }
  if (line.status === 'transferred') return { rule: 'transferred', values: { name } }
  if (line.isSuspended) return { rule: 'paused', values: { name } }
  return null
}

/** Lists all objections of the terms to a learner's own refund of a line. */
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
    line.examined !== null && { rule: line.examined, values: { name } },
  ]
  return rules.filter((rule) => rule !== false)
}

/**
 * Lists blocks of the refund of one line of an order; none when it can be refunded. Preview and action ask
 * the same. An operator is bound by what is possible alone.
 */
export function blocksOf(by: RefundBy, order: RefundOrder, line: RefundLine): RefundBlock[] {
  const block = impossible(order, line)
  if (block) return [block]
  return by === 'learner' ? againstTerms(order, line) : []
}

/**
 * True if a learner's refund of lines is within the terms by each of those that held in the last day. What only the terms
 * of a moment allow is accepted as well, and is the decision of who refunds it.
 */
export const isByTerms = (
  order: Omit<RefundOrder, 'terms'>,
  lines: readonly StandingLine[],
  termsOfDay: readonly RefundOrder['terms'][],
): boolean =>
  termsOfDay.every((terms) =>
    lines.every(
      (line) =>
        blocksOf('learner', { ...order, terms }, { ...line, isRefundable: line.wasRefundable }).length === 0,
    ),
  )
