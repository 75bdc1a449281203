import { type Bilingual, refusals } from '../../../contract/refusal.ts'

/** A bank slip that a unit handed in: it waits for the money to be matched, or was rejected. */
export const voucherStatuses = ['in_review', 'rejected'] as const

/** The one who has to act next: the unit, the provider, the portal by itself, or nobody. */
export const actors = ['unit', 'provider', 'system', 'nobody'] as const

/** Name of a stage of a unit's order, what comes next, and who has to act. */
export interface StageWords {
  name: Bilingual
  next: Bilingual
  actor: (typeof actors)[number]
}

/** Stages of a unit's unpaid order for which money, or word of it, came by bank transfer. */
export const transferStages = ['inReview', 'voucherRejected', 'partPaid', 'toApprove'] as const
export type TransferStage = (typeof transferStages)[number]

export const transferStageWords: Readonly<Record<TransferStage, StageWords>> = {
  inReview: {
    name: { zh: '回单待核对', en: 'Bank slip under review' },
    next: { zh: '平台核对到账后，订单即付清', en: 'The provider matches the money; the order is paid then' },
    actor: 'provider',
  },
  voucherRejected: {
    name: { zh: '回单被退回', en: 'Bank slip rejected' },
    next: {
      zh: '请按原因重新上传回单，或重新转账',
      en: 'Upload another slip for the reason given, or transfer again',
    },
    actor: 'unit',
  },
  partPaid: {
    name: { zh: '到账不足', en: 'Paid in part' },
    next: { zh: '请补足差额，附言写同一付款码', en: 'Transfer what is missing with the same reference' },
    actor: 'unit',
  },
  toApprove: {
    name: { zh: '到账待审批', en: 'Payment awaits approval' },
    next: {
      zh: '平台另一位同事审批后，订单即付清',
      en: 'A second person at the provider approves it; the order is paid then',
    },
    actor: 'provider',
  },
}

export const voucherRefusals = refusals({
  notUnpaid: {
    code: 409,
    zh: '这个订单已不是待付款状态，请刷新查看',
    en: 'This order is no longer unpaid; refresh to see its status',
  },
  timeOver: {
    code: 409,
    zh: '订单已过付款时间，即将自动取消；需要时请重新办理',
    en: 'The time to pay this order is over and it will be cancelled; start again if it is needed',
  },
  transferPending: {
    code: 409,
    zh: '这个订单的银行转账正在审批，请等审批结束',
    en: 'A bank transfer for this order awaits approval; wait until that is decided',
  },
  voucherUsed: {
    code: 409,
    zh: '这张回单或流水号已用于订单 {orderNo}，请上传本订单的回单',
    en: 'This slip or serial number belongs to order {orderNo}; upload the slip of this order',
  },
  voucherAbsent: {
    code: 422,
    zh: '没有找到上传的回单，请重新上传',
    en: 'The uploaded slip was not found; upload it again',
  },
  voucherDay: {
    code: 422,
    zh: '转账日期不能晚于今天',
    en: 'The day of the transfer cannot be in the future',
  },
  noVoucher: { code: 409, zh: '这个订单没有待核对的回单', en: 'This order has no slip to review' },
  cannotPrint: {
    code: -1,
    zh: '付款通知上有暂时无法排印的字：{letters}。我们会补充字体，请联系客服',
    en: 'The pro-forma invoice contains characters we cannot print yet: {letters}. Please contact support',
  },
})
