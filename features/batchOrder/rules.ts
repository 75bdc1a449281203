import { refusals } from '../../contract/refusal.ts'
import { type StageWords, transferStages, transferStageWords } from '../receipt/voucher/rules.ts'

/** Delivery of a settled batch order: its places are opened by a job, from checkpoints. */
export const deliveries = ['opening', 'opened', 'opened_with_errors'] as const

/** Stages of a batch order, as a page says them: what came of it and what comes next. */
export const stages = [
  'toPay',
  'toTransfer',
  ...transferStages,
  'toFree',
  'opening',
  'opened',
  'openedWithErrors',
  'partRefunded',
  'refunded',
  'cancelled',
] as const
export type Stage = (typeof stages)[number]

/** Name of a stage, what comes next, and who has to act. */
export const stageWords: Readonly<Record<Stage, StageWords>> = {
  ...transferStageWords,
  toPay: {
    name: { zh: '待付款', en: 'To be paid' },
    next: {
      zh: '请在期限内扫码付款，或改为银行转账',
      en: 'Pay by QR code in time, or change to a bank transfer',
    },
    actor: 'unit',
  },
  toTransfer: {
    name: { zh: '待转账', en: 'Awaiting the transfer' },
    next: {
      zh: '请在期限内转账，附言写付款码，转账后上传回单',
      en: 'Transfer the money in time with the reference in its memo, then upload the bank’s slip',
    },
    actor: 'unit',
  },
  toFree: {
    name: { zh: '待免单审批', en: 'Waiver awaits approval' },
    next: { zh: '平台审批免单后开通', en: 'The provider approves the waiver; the places open then' },
    actor: 'provider',
  },
  opening: {
    name: { zh: '正在开通', en: 'Opening places' },
    next: { zh: '名额正在逐批开通，不用等待', en: 'Places open by themselves; there is no need to wait' },
    actor: 'system',
  },
  opened: {
    name: { zh: '已开通', en: 'Opened' },
    next: { zh: '学员可以学习', en: 'The learners can study' },
    actor: 'nobody',
  },
  openedWithErrors: {
    name: { zh: '部分未开通', en: 'Opened with errors' },
    next: {
      zh: '请查看未开通的人员：重试、换人或退款',
      en: 'See who has no place: retry, replace them or refund',
    },
    actor: 'unit',
  },
  partRefunded: {
    name: { zh: '部分退款', en: 'Partly refunded' },
    next: { zh: '其余学员继续学习', en: 'The other learners go on' },
    actor: 'nobody',
  },
  refunded: {
    name: { zh: '已退款', en: 'Refunded' },
    next: { zh: '款项已退回付款单位', en: 'The money went back to the unit' },
    actor: 'nobody',
  },
  cancelled: {
    name: { zh: '已取消', en: 'Cancelled' },
    next: { zh: '名额已释放，可以重新下单', en: 'The places are free again; order again' },
    actor: 'nobody',
  },
}

/** Places opened in one transaction. */
export const placesAtOnce = 200

export const batchOrderRefusals = refusals({
  changed: {
    code: 409,
    zh: '可下单的人数或金额已变为 {count} 人、¥{amount}，请核对后重新提交',
    en: 'The order is now {count} {count|person|people} for ¥{amount}; please check and submit again',
  },
  nobody: {
    code: 409,
    zh: '名单里没有可以下单的人，请先添加学员或查看未纳入的原因',
    en: 'Nobody on the roster can be ordered; add people, or see why those on it are left out',
  },
  otherRequest: {
    code: 409,
    zh: '这次提交与之前用同一编号提交的订单内容不同，没有重复下单；请刷新页面后重新提交',
    en: 'This submission differs from the order already placed under the same number, so no second order was placed; refresh the page and submit again',
  },
  payModeClosed: {
    code: 422,
    zh: '这个单位班级不能用这种付款方式，请选择：{modes}',
    en: 'This unit class cannot be paid in this way; choose: {modes}',
  },
  notFree: {
    code: 409,
    zh: '这个单位班级没有约定免单，请按约定的方式付款',
    en: 'This unit class has no free places by its terms; it is paid as agreed',
  },
  notSettled: {
    code: 409,
    zh: '订单还没有付款，名额没有开通',
    en: 'The order is not paid yet, so its places are not open',
  },
  noErrors: {
    code: 409,
    zh: '没有未开通的名额，不需要重试',
    en: 'Every place is open; there is nothing to retry',
  },
  stillOpening: {
    code: 409,
    zh: '名额正在开通，请稍候再试',
    en: 'Places are being opened; try again in a moment',
  },
  begun: {
    code: 409,
    zh: '“{name}”已开始学习，名额不能换给别人',
    en: '“{name}” has begun to study, so the place cannot be given to another',
  },
  placeOver: {
    code: 409,
    zh: '这个名额已退款、正在退款或已不在学，不能换人',
    en: 'This place was refunded, is being refunded or is no longer studied, so it cannot be given to another',
  },
  placeBelow: {
    code: 409,
    zh: '这个名额是按 ¥{price} 下单的，现在每人 ¥{now}，不能换人；请退款后按现在的价格重新下单',
    en: 'This place was ordered for ¥{price}, and a place costs ¥{now} now, so it is given to nobody else; refund it and order again at today’s price',
  },
  agreedOver: {
    code: 409,
    zh: '协议价已到期（{reason}），按协议价买的名额不能换人；请先由平台延期，或退款后重新下单',
    en: 'The agreed price is over ({reason}), so a place ordered at it is given to nobody else; have the provider put off its end, or refund the place and order again',
  },
  replacement: {
    code: 422,
    zh: '不能换给这名学员：{reason}',
    en: 'The place cannot be given to this learner: {reason}',
  },
  refundOpen: {
    code: 409,
    zh: '款项正在退回或已退回，名额没有开通',
    en: 'The money is going back or went back, so the place was not opened',
  },
  accountClosed: {
    code: 409,
    zh: '学员的账号已注销，名额没有开通',
    en: 'The learner’s account is closed, so the place was not opened',
  },
  samePerson: { code: 422, zh: '请选择另一名学员', en: 'Choose another learner' },
})
