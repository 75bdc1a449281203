import type { Named } from './menu.ts'
import type { Bilingual } from './refusal.ts'

/**
 * Reasons for automatic actions: the code is stored where a person's reason would be, and shown in the
 * reader's language. A code that was ever stored stays here.
 */
const systemReasons = {
  'account.closed': ['账号已注销', 'The account was closed'],
  'account.demoClosed': ['演示账号停用，密码已清除', 'Demo account disabled and its password removed'],
  'class.changed': [
    '班级已修改、删除或有了新版本，申请随之结束',
    'The class was changed or deleted, or has a newer version, so the request ended with it',
  ],
  'class.price': ['与公布的价格不同', 'Another price than the public one'],
  'enrolment.unpaid': ['报名通过后未在期限内付款', 'Not paid in time after approval'],
  'enrolment.classOver': ['班级学习期限已过', 'The study period of the class is over'],
  'enrolment.left': ['学员已离开班级', 'The learner is no longer in the class'],
  'exam.changed': [
    '考试已发布、撤回、更换、删除或确认不再考试，申请随之结束',
    'The exam was published, withdrawn, replaced, deleted or waived, so the request ended with it',
  ],
  'exam.released': ['班级不再考试', 'The class no longer requires an exam'],
  'exam.replaced': ['班级考试已更换', 'The exam of the class was replaced'],
  'face.review': [
    '学员不使用人脸识别，请人工核对档案照片与证件',
    'The learner does not use face recognition; please compare the photo and the ID document',
  ],
  'invoice.refunded': ['订单退款，金额已变', 'The order is being refunded, so its sum has changed'],
  'merchant.changed': [
    '商户已被修改，申请随之结束',
    'The merchant was changed, so the request ended with it',
  ],
  'merchant.enable': ['启用商户收款', 'Take payments through the merchant'],
  'merchant.keys': ['更换商户密钥', 'Replace keys of the merchant'],
  'order.ended': [
    '订单已付款、取消或免单，申请随之结束',
    'The order was paid, cancelled or waived, so the request ended with it',
  ],
  'order.repriced': [
    '订单金额已改，申请随之结束',
    'The price of the order was changed, so the request ended with it',
  ],
  'project.bankAccountChanged': [
    '收款账户已被修改，申请随之结束',
    'The bank account was changed, so the request ended with it',
  ],
  'project.limitsChanged': [
    '一人权限的设置已有修改，申请随之结束',
    'The limits on one person were changed, so the request ended with it',
  ],
  'project.sellerAccount': ['销售方换用新的账号', 'The seller uses another account'],
  'refund.cancelled': ['学员撤销了退款申请', 'The learner cancelled the refund request'],
  'refund.ended': [
    '退款已办理、拒绝或撤销，申请随之结束',
    'The refund was carried out, rejected or cancelled, so the request ended with it',
  ],
  'refund.surplus': ['退回多收的款项', 'Return of surplus money'],
  'score.feeRefunded': ['报名费已退回', 'The fee of the exam was refunded'],
  'score.changed': [
    '成绩已有新的记录，申请随之结束',
    'The score has a newer entry, so the request ended with it',
  ],
  'signUp.changed': [
    '报名已修改或关闭，申请随之结束',
    'The sign-up was changed or closed, so the request ended with it',
  ],
  'signUp.fee': ['与公布的费用不同', 'Another fee than the public one'],
  'unit.gone': [
    '单位已合并或删除，申请随之结束',
    'The unit was merged or deleted, so the request ended with it',
  ],
  'unit.terms': ['低于单位现在的培训类别价格', 'Below the prices by the unit’s present terms'],
  'unit.termsChanged': [
    '单位的培训类别已是另外的，申请随之结束',
    'The unit has other terms by now, so the request ended with it',
  ],
  'unitClass.changed': [
    '单位班级已修改或删除，申请随之结束',
    'The unit class was changed or deleted, so the request ended with it',
  ],
  'unitClass.price': ['与单位约定的价格', 'A price agreed with the unit'],
} as const satisfies Record<string, Named>

export type SystemReason = keyof typeof systemReasons

/** A stored reason in both languages: the system's own by its names, a person's as it was written. */
export function sayStored(reason: string): Bilingual {
  const [zh, en] = systemReasonOf(reason) ?? [reason, reason]
  return { zh, en }
}

/** The names of a reason that the system gave; null for a sentence that a person wrote. */
export const systemReasonOf = (reason: string): Named | null =>
  Object.hasOwn(systemReasons, reason) ? systemReasons[reason as SystemReason] : null
