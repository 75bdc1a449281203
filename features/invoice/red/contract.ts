import { invoiceKinds } from '../../../contract/invoicing.ts'
import { type Static, Type } from 'typebox'
import { call, Id, Nothing, OneOf, Text } from '../../../contract/call.ts'
import { Nullable, Normalized } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { BatchResult, Selection } from '../../../contract/selection.ts'
import { BuyerTitle } from '../contract.ts'
import { issueCalls } from '../issue/contract.ts'
import { redReasons } from '../rules.ts'

export const redRefusals = refusals({
  notBlue: { code: 409, zh: '红字发票不能再红冲', en: 'A red invoice cannot be reversed' },
  nothingLeft: {
    code: 409,
    zh: '这张发票没有可红冲的金额',
    en: 'There is nothing left of this invoice to reverse',
  },
  wholeOnly: {
    code: 422,
    zh: '开票有误只能全部红冲，不能指定明细',
    en: 'What was issued in error is reversed as a whole; lines cannot be given',
  },
  tooMuch: {
    code: 422,
    zh: '第 {lineNo} 行最多可红冲 ¥{left}',
    en: 'At most ¥{left} of line {lineNo} can be reversed',
  },
  lineTwice: { code: 422, zh: '第 {lineNo} 行写了两次', en: 'Line {lineNo} is given twice' },
  noLine: { code: 422, zh: '这张发票没有第 {lineNo} 行', en: 'This invoice has no line {lineNo}' },
  onceAtATime: {
    code: 409,
    zh: '这张发票正在红冲，请等它结束',
    en: 'This invoice is being reversed already; wait until that has ended',
  },
  notOwnOrder: {
    code: 409,
    zh: '已有退款在等待这张红字发票，不能撤销',
    en: 'A refund waits for this red invoice, so it cannot be cancelled',
  },
  partReddened: {
    code: 409,
    zh: '发票已部分红冲，不能更换抬头重开；请联系客服',
    en: 'A part of the invoice was reversed, so it cannot be issued again with another title; please contact support',
  },
  sameTitle: { code: 422, zh: '新抬头与原发票相同', en: 'The new title is that of the invoice' },
  reOpenedAlready: {
    code: 409,
    zh: '已经申请了换开，请等红字发票开具',
    en: 'A replacement was requested already; wait until the red invoice is issued',
  },
  notRed: { code: 409, zh: '这不是红字发票', en: 'This is not a red invoice' },
  notOurs: {
    code: 409,
    zh: '这张确认单不是等待我方确认的',
    en: 'This form does not wait for our confirmation',
  },
  noAnswer: {
    code: 503,
    zh: '服务商没有答复，什么都没有改动；请稍后再试',
    en: 'The provider gave no answer, so nothing was changed; try again later',
  },
  notTaken: {
    code: 409,
    zh: '服务商没有受理：{words}',
    en: 'The provider did not take it: {words}',
  },
  formSent: {
    code: 409,
    zh: '红字信息已提交税局，要先撤销；请单独拒绝这一笔',
    en: 'Its red form was sent to the tax bureau and has to be revoked first; reject this one by itself',
  },
  confirmedAlready: {
    code: 409,
    zh: '红字信息已经确认，发票正在红冲，不能撤销',
    en: 'The form is confirmed and the invoice is being reversed, so it cannot be cancelled',
  },
  redFirst: {
    code: 409,
    zh: '订单的发票 {number} 要先红冲 ¥{amount}，款项才能退回',
    en: 'Invoice {number} of the order must be reversed by ¥{amount} before the money goes back',
  },
})

const reasons = Object.keys(redReasons) as (keyof typeof redReasons)[]
const menu = '/invoice-manage/invoice-list'
const red = `${menu}#red` as const
const payer = ['learner', '/train-manage/unit-class'] as const
const InvoiceId = Type.Object({ id: Id })

export const redCalls = {
  checkReOpen: call('/base/user-invoice/check-re-open.action', {
    allow: [...payer, menu],
    viewable: true,
    input: InvoiceId,
    output: Type.Object({
      canReOpen: Type.Boolean(),
      /** Sentence that says why not. */
      block: Nullable(Type.String()),
      /** The buyer may have to confirm the red form at the tax bureau: the invoice is a special one. */
      buyerMayConfirm: Type.Boolean(),
      confirmHours: Type.Integer(),
    }),
    summary:
      'Whether an issued invoice can be reversed and issued again with another title, and what that takes',
  }),
  reOpen: call('/base/user-invoice/re-open.action', {
    allow: [...payer, red],
    perMinute: 20,
    input: Type.Object({
      id: Id,
      kind: OneOf(invoiceKinds),
      title: BuyerTitle,
      email: Type.Optional(Nullable(Normalized('email', 100))),
      requestKey: Text(64, 8),
    }),
    output: Type.Object({ id: Id, redId: Id }),
    summary: 'Reverses an issued invoice as a whole and requests a new one in its place with another title',
  }),
  red: call('/base/manage-invoice/red.action', {
    allow: red,
    input: Type.Object({
      id: Id,
      reason: OneOf(reasons),
      /** Lines and fen of them; left out, all that is left. */
      lines: Type.Optional(
        Type.Array(
          Type.Object({
            lineNo: Type.Integer({ minimum: 1, maximum: 2000 }),
            amount: Type.Integer({ minimum: 1, maximum: 100_000_000_00 }),
          }),
          { minItems: 1, maxItems: 200 },
        ),
      ),
    }),
    output: Type.Object({ id: Id }),
    summary: 'Begins to reverse an issued invoice, as a whole or by line',
  }),
  redInvoiceBatch: call('/base/manage-invoice/red-invoice-batch.action', {
    allow: red,
    input: Type.Object({ ...Selection(issueCalls.list), reason: OneOf(reasons) }),
    output: BatchResult,
    summary: 'Begins to reverse several issued invoices, or all of a filter, each by all that is left of it',
  }),
  answer: call('/base/manage-invoice/answer-red.action', {
    allow: red,
    input: Type.Object({ id: Id, confirm: Type.Boolean() }),
    output: Nothing,
    summary: 'Confirms or refuses a red form that the buyer has begun',
  }),
  cancel: call('/base/manage-invoice/cancel-red.action', {
    allow: red,
    input: InvoiceId,
    output: Nothing,
    summary: 'Cancels a red invoice that is not issued yet; no refund may wait for it',
  }),
  retry: call('/base/manage-invoice/retry-red.action', {
    allow: red,
    input: InvoiceId,
    output: Nothing,
    summary:
      'Asks again for the form of a red invoice that lapsed, failed or was refused, or for the invoice under a form that stands',
  }),
}

export type RedLine = NonNullable<Static<typeof redCalls.red.input>['lines']>[number]
