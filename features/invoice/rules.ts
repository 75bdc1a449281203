import { lifecycle } from '../../contract/lifecycle.ts'
import { isCreditCode, isIdCard } from '../../contract/identity.ts'

/** States of a blue invoice and their transitions; what is opened only a red one reverses. */
export const blueLifecycle = lifecycle({
  states: {
    requested: [
      '待开票',
      'Requested',
      { open: 'opening', reject: 'rejected', mark: 'opened', withdraw: 'withdrawn' },
    ],
    opening: [
      '开票中',
      'Being issued',
      { askLogin: 'waiting_drawer', succeed: 'opened', fail: 'failed', retry: 'opening' },
    ],
    waiting_drawer: [
      '待开票员登录',
      'Waiting for the drawer to sign in',
      { retry: 'opening', succeed: 'opened', fail: 'failed' },
    ],
    failed: [
      '开票失败',
      'Failed',
      {
        reSave: 'requested',
        open: 'opening',
        succeed: 'opened',
        mark: 'opened',
        reject: 'rejected',
        withdraw: 'withdrawn',
      },
    ],
    rejected: ['已驳回', 'Rejected', { reSave: 'requested' }],
    withdrawn: ['已撤回', 'Withdrawn'],
    opened: ['已开票', 'Issued', { red: 'reddening' }],
    reddening: [
      '红冲中',
      'Being reversed',
      { redPart: 'part_reddened', redWhole: 'reddened', redEnded: 'opened' },
    ],
    part_reddened: ['部分红冲', 'Reversed in part', { red: 'reddening' }],
    reddened: ['已红冲', 'Reversed'],
  },
  events: {
    open: ['开票', 'issue it'],
    askLogin: ['请开票员登录', 'ask the drawer to sign in'],
    retry: ['继续开票', 'go on issuing it'],
    succeed: ['确认开具', 'confirm it'],
    fail: ['开票失败', 'fail it'],
    reSave: ['重新提交', 'submit it again'],
    reject: ['驳回', 'reject it'],
    withdraw: ['撤回', 'withdraw it'],
    mark: ['登记已开', 'record it as issued elsewhere'],
    red: ['红冲', 'reverse it'],
    redPart: ['部分红冲', 'reverse a part of it'],
    redWhole: ['全部红冲', 'reverse all of it'],
    redEnded: ['结束红冲', 'end its reversal'],
  },
})

/** States of a red invoice: its confirmation form first, then the invoice itself. */
export const redLifecycle = lifecycle({
  states: {
    requested: ['待申请红字', 'Requested', { ask: 'confirming', mark: 'opened', cancel: 'cancelled' }],
    confirming: [
      '待确认',
      'Waiting for confirmation',
      {
        confirm: 'opening',
        succeed: 'opened',
        lapse: 'lapsed',
        fail: 'failed',
        cancel: 'cancelled',
        refuse: 'refused',
      },
    ],
    opening: ['开具中', 'Being issued', { succeed: 'opened', fail: 'failed' }],
    opened: ['已开具', 'Issued'],
    failed: [
      '开具失败',
      'Failed',
      { ask: 'confirming', succeed: 'opened', mark: 'opened', cancel: 'cancelled' },
    ],
    lapsed: ['已过期', 'Lapsed', { ask: 'confirming', cancel: 'cancelled' }],
    refused: ['对方已拒绝', 'Refused by the buyer', { ask: 'confirming', cancel: 'cancelled' }],
    cancelled: ['已撤销', 'Cancelled'],
  },
  events: {
    ask: ['申请红字确认单', 'ask for its confirmation'],
    confirm: ['确认', 'confirm it'],
    succeed: ['确认开具', 'confirm it as issued'],
    fail: ['开具失败', 'fail it'],
    lapse: ['过期', 'let it lapse'],
    refuse: ['拒绝', 'refuse it'],
    mark: ['登记已开', 'record it as issued elsewhere'],
    cancel: ['撤销', 'cancel it'],
  },
})

/** Reasons of a red invoice, by the tax bureau's numbers. */
export const redReasons = {
  error: { code: '01', zh: '开票有误', en: 'Issued in error' },
  return: { code: '02', zh: '销货退回', en: 'Return' },
  serviceEnded: { code: '03', zh: '服务中止', en: 'Service ended' },
  allowance: { code: '04', zh: '销售折让', en: 'Allowance' },
} as const
export type RedReason = keyof typeof redReasons

/** Hours that the other side has to confirm a form before it lapses. */
export const confirmHours = 72

/** Orders of one payer on an invoice at most. */
export const ordersOfInvoice = 50

/** Red invoices are asked for so in full: everything that was issued in error is reversed as a whole. */
export const isWholeOnly = (reason: RedReason) => reason === 'error'

/**
 * Tax in fen within an amount that includes it, at a rate in hundredths of a percent, half a fen upwards: each line by
 * itself, so that the sum of the lines is the sum of the invoice.
 */
export function taxWithin(amount: number, rate: number): number {
  const tax = (2n * BigInt(amount) * BigInt(rate) + BigInt(10_000 + rate)) / (2n * BigInt(10_000 + rate))
  return Number(tax)
}

const oldTaxNo = /^\d{15}$/
const oldPersonalTaxNo = /^\d{17}[\dX]\d{2}$/

/**
 * True if a text is the tax number of an enterprise: a unified credit code (GB 32100) with its check digit, a number of
 * 15 digits from before, or one of a sole trader: an identity number and two digits.
 */
export const isTaxNo = (text: string) =>
  isCreditCode(text) || oldTaxNo.test(text) || (oldPersonalTaxNo.test(text) && isIdCard(text.slice(0, 18)))

/** True if a text is an invoice number of 20 digits, as all have since December 2024. */
export const isInvoiceNumber = (text: string) => /^\d{20}$/.test(text)
