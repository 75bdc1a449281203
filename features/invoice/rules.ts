import { isTaxNo } from '../../contract/identity.ts'
import { taxWithin } from '../../contract/invoicing.ts'
import { lifecycle } from '../../contract/lifecycle.ts'
import type { RefusalValue } from '../../contract/refusal.ts'
import type { OrderStatus } from '../order/contract.ts'
import type { InvoiceConfig } from './config/contract.ts'
import { sellerOn, taxLineOf } from './config/rules.ts'

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
      'Drawer must sign in',
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
    opening: ['开具中', 'Being issued', { succeed: 'opened', fail: 'stalled' }],
    // Its form stands: the tax bureau does not take a confirmed one back.
    stalled: [
      '开具失败，确认单有效',
      'Failed, its form stands',
      { reissue: 'opening', succeed: 'opened', mark: 'opened' },
    ],
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
    reissue: ['重新开具', 'issue it again'],
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

/** Orders of one payer on an invoice at most. */
export const ordersOfInvoice = 50

/** Red invoices are asked for so in full: everything that was issued in error is reversed as a whole. */
export const isWholeOnly = (reason: RedReason) => reason === 'error'

/** True if a text is an invoice number of 20 digits, as all have since December 2024. */
export const isInvoiceNumber = (text: string) => /^\d{20}$/.test(text)

/** Steps of an invoice open to the caller now. */
export const invoiceSteps = [
  'download',
  'mail',
  'reSave',
  'withdraw',
  'reOpen',
  'open',
  'reject',
  'mark',
  'red',
  'refresh',
  'confirmRed',
  'cancelRed',
  'retryRed',
] as const

/** Facts about an order that decide whether it can be invoiced; money in fen. */
export interface OrderFacts {
  orderNo: string
  status: OrderStatus
  amount: number
  refunded: number
  refunding: number
  invoiced: number
  /** Whole days since it was paid; null before. */
  daysSincePaid: number | null
  /** Names and types of its classes. */
  classes: readonly { name: string; classType: string }[]
}

/** Reasons for which an order is not invoiced, by their refusals. */
type BlockRule =
  | 'notOpen'
  | 'notPaid'
  | 'waived'
  | 'refunded'
  | 'refunding'
  | 'invoiced'
  | 'tooLate'
  | 'noTaxLine'
  | 'noSeller'

interface Block {
  rule: BlockRule
  values: Readonly<Record<string, RefusalValue>>
}

/** Fen of an order that an invoice can still be for. */
export const leftToInvoice = ({ amount, refunded, refunding, invoiced }: OrderFacts) =>
  Math.max(0, amount - refunded - refunding - invoiced)

/**
 * The first reason for which an order cannot be invoiced on a day (YYYY-MM-DD), or null; list, preview and request ask
 * the same. A request that is submitted again has been in time before.
 */
export function blockOf(
  config: InvoiceConfig,
  day: string,
  order: OrderFacts,
  { again = false }: { again?: boolean } = {},
): Block | null {
  const { orderNo, status, refunded, amount, refunding, daysSincePaid } = order
  const block = (rule: BlockRule, values: Block['values'] = { orderNo }): Block => ({ rule, values })
  if (!config.open) return block('notOpen', {})
  if (status === 'free' || amount === 0) return block('waived')
  if (status === 'unpaid' || status === 'cancelled') return block('notPaid')
  if (status === 'refunded' || refunded === amount) return block('refunded')
  if (refunding > 0) return block('refunding')
  if (leftToInvoice(order) === 0) return block('invoiced')
  const { withinDays: days } = config
  if (!again && daysSincePaid !== null && daysSincePaid > days) return block('tooLate', { orderNo, days })
  if (sellerOn(config, day) === null) return block('noSeller', {})
  const lineless = order.classes.find(({ classType }) => taxLineOf(config, classType, day) === null)
  return lineless ? block('noTaxLine', { name: lineless.name }) : null
}

/** Class of an order with what of it can be invoiced, in fen. */
export interface OrderClass {
  orderId: string
  orderNo: string
  classId: string
  name: string
  classType: string
  /** People of whom something can be invoiced. */
  quantity: number
  amount: number
}

/** Line of an invoice before it is written. */
export interface NewLine {
  lineNo: number
  orderId: string
  orderNo: string
  classId: string
  name: string
  taxCode: string
  quantity: number
  amount: number
  rate: number
  policy: string | null
  tax: number
}

/** Lines of an invoice on a day, a class of an order each; classes of which nothing is left are not on it. */
export function linesOf(config: InvoiceConfig, day: string, classes: readonly OrderClass[]): NewLine[] {
  return classes
    .filter(({ amount }) => amount > 0)
    .map(({ orderId, orderNo, classId, name, classType, quantity, amount }, at) => {
      const { category, item, taxCode, rate, policy } = taxLineOf(config, classType, day)!
      return {
        lineNo: at + 1,
        orderId,
        orderNo,
        classId,
        name: `*${category}*${item || name}`,
        taxCode,
        quantity: Math.max(1, quantity),
        amount,
        rate,
        policy,
        tax: taxWithin(amount, rate),
      }
    })
}

/** Sums of lines, in fen. */
export const sumsOf = (lines: readonly { amount: number; tax: number }[]) =>
  lines.reduce((sum, { amount, tax }) => ({ amount: sum.amount + amount, tax: sum.tax + tax }), {
    amount: 0,
    tax: 0,
  })

/** Buyer as a form gives it. */
interface Title {
  kind: 'personal' | 'enterprise'
  name: string
  taxNo: string | null
  address: string
  phone: string
  bank: string
  bankAccount: string
}

interface TitleFault {
  rule:
    | 'kindNotOffered'
    | 'specialForUnits'
    | 'titleOfUnit'
    | 'taxNoNeeded'
    | 'taxNoNotForPersons'
    | 'taxNoWrong'
    | 'controlCharacters'
    | 'specialNeedsAll'
  field: string
}

const printed = ['name', 'address', 'phone', 'bank', 'bankAccount'] as const
const hasControls = (text: string) => /\p{Cc}/u.test(text)

/** The first fault of what an invoice is made out to, or null. */
export function titleFault(
  offered: readonly string[],
  kind: 'ordinary' | 'special',
  title: Title,
  isUnitPayer: boolean,
): TitleFault | null {
  if (!offered.includes(kind)) return { rule: 'kindNotOffered', field: 'kind' }
  const unprintable = printed.find((part) => hasControls(title[part]))
  if (unprintable) return { rule: 'controlCharacters', field: `title.${unprintable}` }
  if (title.kind === 'personal') {
    if (isUnitPayer) return { rule: 'titleOfUnit', field: 'title.kind' }
    if (kind === 'special') return { rule: 'specialForUnits', field: 'kind' }
    return title.taxNo ? { rule: 'taxNoNotForPersons', field: 'title.taxNo' } : null
  }
  if (!title.taxNo) return { rule: 'taxNoNeeded', field: 'title.taxNo' }
  if (!isTaxNo(title.taxNo)) return { rule: 'taxNoWrong', field: 'title.taxNo' }
  const absent =
    kind === 'special' && (['address', 'phone', 'bank', 'bankAccount'] as const).find((part) => !title[part])
  return absent ? { rule: 'specialNeedsAll', field: `title.${absent}` } : null
}

/** States in which a blue invoice has, or asks for, money of its orders. */
export const isLive = (status: string) => !['rejected', 'withdrawn'].includes(status)

/** States of a blue or red invoice that has its number. */
export const isIssued = (status: string) =>
  ['opened', 'reddening', 'part_reddened', 'reddened'].includes(status)

/** Facts about an invoice that decide what may be done with it. */
interface StepFacts {
  colour: 'blue' | 'red'
  status: string
  /** Formats of which its file is there. */
  formats: readonly string[]
  /** Fen that no red invoice reverses yet. */
  left: number
  formBy: 'buyer' | 'seller' | null
  /** The refund that waits for it. */
  refundId: string | null
  /** It is issued in place of one that is not reversed yet. */
  waitsForRed: boolean
  /** Another one is issued, or requested, in its place. */
  isReplaced: boolean
  /** It was rejected, and what it was for is no longer there to be invoiced. */
  isSpent: boolean
}

/** Caller by what they may do: the payer, and the office by its buttons. */
interface StepReader {
  isPayer: boolean
  open: boolean
  mark: boolean
  red: boolean
}

type BlueEvent = Parameters<typeof blueLifecycle.can>[1]
type RedEvent = Parameters<typeof redLifecycle.can>[1]

const canBlue = ({ colour, status }: StepFacts, event: BlueEvent) =>
  colour === 'blue' && blueLifecycle.can(status as (typeof blueLifecycle.states)[number], event)
const canRed = ({ colour, status }: StepFacts, event: RedEvent) =>
  colour === 'red' && redLifecycle.can(status as (typeof redLifecycle.states)[number], event)

/** Conditions of each step; the button and the action ask the same. */
const stepRules: Readonly<
  Record<(typeof invoiceSteps)[number], (invoice: StepFacts, reader: StepReader) => boolean>
> = {
  download: (invoice) => invoice.formats.length > 0,
  mail: (invoice) => invoice.formats.length > 0,
  // One that waits keeps its state with its new title.
  reSave: (invoice, { isPayer, open }) =>
    (isPayer || open) &&
    invoice.colour === 'blue' &&
    !invoice.isSpent &&
    (invoice.status === 'requested' || canBlue(invoice, 'reSave')),
  withdraw: (invoice, { isPayer }) => isPayer && !invoice.waitsForRed && canBlue(invoice, 'withdraw'),
  reOpen: (invoice, { isPayer, red }) =>
    (isPayer || red) && !invoice.isReplaced && invoice.status === 'opened' && canBlue(invoice, 'red'),
  open: (invoice, { open }) => open && !invoice.waitsForRed && canBlue(invoice, 'open'),
  reject: (invoice, { open }) => open && !invoice.waitsForRed && canBlue(invoice, 'reject'),
  mark: (invoice, { mark }) =>
    mark && !invoice.waitsForRed && (canBlue(invoice, 'mark') || canRed(invoice, 'mark')),
  red: (invoice, { red }) => red && invoice.left > 0 && canBlue(invoice, 'red'),
  refresh: (invoice, { open, red }) =>
    (open || red) && ['opening', 'waiting_drawer', 'confirming'].includes(invoice.status),
  confirmRed: (invoice, { red }) => red && invoice.formBy === 'seller' && canRed(invoice, 'confirm'),
  cancelRed: (invoice, { red }) => red && invoice.refundId === null && canRed(invoice, 'cancel'),
  retryRed: (invoice, { red }) =>
    red && invoice.status !== 'requested' && (canRed(invoice, 'ask') || canRed(invoice, 'reissue')),
}

/** Steps of an invoice that a reader may take now. */
export const stepsOf = (invoice: StepFacts, reader: StepReader) =>
  invoiceSteps.filter((step) => stepRules[step](invoice, reader))
