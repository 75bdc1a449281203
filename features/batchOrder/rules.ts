import type { Bilingual } from '../../contract/refusal.ts'

/** Delivery of a settled batch order: its places are opened by a job, from checkpoints. */
export const deliveries = ['opening', 'opened', 'opened_with_errors'] as const

/** A bank voucher that a unit handed in: it waits for the money to be matched, or was rejected. */
export const voucherStatuses = ['in_review', 'rejected'] as const

/** Stages of a batch order, as a page says them: what came of it and what comes next. */
export const stages = [
  'toPay',
  'toTransfer',
  'inReview',
  'voucherRejected',
  'partPaid',
  'toApprove',
  'toFree',
  'opening',
  'opened',
  'openedWithErrors',
  'partRefunded',
  'refunded',
  'cancelled',
] as const
export type Stage = (typeof stages)[number]

/** The one who has to act next: the unit, the provider, the portal by itself, or nobody. */
export const actors = ['unit', 'provider', 'system', 'nobody'] as const
type Actor = (typeof actors)[number]

/** Name of a stage, what comes next, and who has to act. */
export const stageWords: Readonly<Record<Stage, { name: Bilingual; next: Bilingual; actor: Actor }>> = {
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
  inReview: {
    name: { zh: '回单待核对', en: 'Bank slip under review' },
    next: { zh: '平台核对到账后开通', en: 'The provider matches the money; the places open then' },
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
      zh: '平台另一位同事审批后开通',
      en: 'A second person at the provider approves it; the places open then',
    },
    actor: 'provider',
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

/** Letters of a payment reference: none that is taken for another when it is read out. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A payment reference of six characters, the first a letter, that a person copies into the memo of a transfer. */
export const referenceOf = (random: Uint8Array): string =>
  Array.from(random.slice(0, 6), (byte, at) => {
    const some = at === 0 ? letters.slice(8) : letters
    return some[byte % some.length]
  }).join('')

/** Places opened in one transaction. */
export const placesAtOnce = 200
