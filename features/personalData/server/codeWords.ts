import type { Lifecycle } from '../../../contract/lifecycle.ts'
import type { Bilingual } from '../../../contract/refusal.ts'
import { approvalLifecycle } from '../../approval/rules.ts'
import { certificateLifecycle } from '../../certificate/contract.ts'
import { enrolmentLifecycle } from '../../enrolment/rules.ts'
import { attemptLifecycle } from '../../exam/attempt/rules.ts'
import { deliveryLifecycle } from '../../message/rules.ts'
import { blueLifecycle, redLifecycle } from '../../invoice/rules.ts'
import { hourAttributeNames, hourSourceNames } from '../../hours/rules.ts'
import { orderLifecycle } from '../../order/rules.ts'
import { eventNames, pushLifecycle } from '../../push/rules.ts'
import { refundLifecycle } from '../../refund/rules.ts'
import { closingLifecycle, exportLifecycle } from '../rules.ts'

/** Meanings of the codes in a column, by the column. */
export type CodeWords = Readonly<Record<string, Readonly<Record<string, Bilingual>>>>

const of = <S extends string>({ states, stateName }: Pick<Lifecycle<S, string>, 'states' | 'stateName'>) => ({
  status: Object.fromEntries(states.map((state) => [state, stateName(state)])),
})

const named = (words: Readonly<Record<string, readonly [zh: string, en: string]>>) =>
  Object.fromEntries(Object.entries(words).map(([code, [zh, en]]) => [code, { zh, en }]))

/** The names of states, by what has them. */
export const statusWords = {
  approval: of(approvalLifecycle),
  attempt: of(attemptLifecycle),
  certificate: of(certificateLifecycle),
  closing: of(closingLifecycle),
  copy: of(exportLifecycle),
  delivery: of(deliveryLifecycle),
  enrolment: of(enrolmentLifecycle),
  // Issues stand above the page that shows this, as sign-ups do.
  exception: {
    status: named({
      open: ['待处理', 'Open'],
      correcting: ['更正中', 'In correction'],
      resolved: ['已解决', 'Resolved'],
      dismissed: ['不予处理', 'Dismissed'],
    }),
  },
  invoice: { status: { ...of(redLifecycle).status, ...of(blueLifecycle).status } },
  order: of(orderLifecycle),
  push: { ...of(pushLifecycle), event: eventNames },
  refund: of(refundLifecycle),
  signUp: {
    status: named({
      applied: ['待审核', 'Awaiting review'],
      approved: ['待缴费', 'Fee due'],
      confirmed: ['报名成功', 'Confirmed'],
      rejected: ['未通过', 'Rejected'],
      withdrawn: ['已取消', 'Withdrawn'],
      lapsed: ['已失效', 'Lapsed'],
      refunded: ['已退费', 'Refunded'],
    }),
  },
  // Scores stand above the page that shows this, as issues do.
  score: {
    result: named({ passed: ['合格', 'Passed'], failed: ['不合格', 'Failed'], absent: ['缺考', 'Absent'] }),
    source: named({
      exam: ['考试', 'Exam'],
      import: ['导入', 'Import'],
      correction: ['更正', 'Correction'],
    }),
    appealStatus: named({
      open: ['待处理', 'Pending'],
      upheld: ['申诉成立', 'Upheld'],
      rejected: ['申诉不成立', 'Rejected'],
      ended: ['已终止', 'Ended'],
    }),
  },
}

/** Codes that mean the same in every project. */
export const fixedWords: CodeWords = {
  gender: named({ male: ['男', 'Male'], female: ['女', 'Female'] }),
  verifyStatus: named({
    unverified: ['未核验', 'Not verified'],
    verified: ['已核验', 'Verified'],
    failed: ['不一致', 'Does not match'],
  }),
  what: named({
    avatar: ['头像', 'Avatar'],
    portrait: ['档案照片', 'Portrait'],
    face: ['人脸核对照片', 'Face check'],
    other: ['其他图片', 'Other picture'],
  }),
  attribute: hourAttributeNames,
  source: hourSourceNames,
  channel: named({
    none: ['无需付款', 'No payment'],
    wechat: ['微信', 'WeChat'],
    alipay: ['支付宝', 'Alipay'],
    offline: ['线下', 'Offline'],
    sms: ['短信', 'SMS'],
    mail: ['邮件', 'E-mail'],
  }),
  kind: named({
    class: ['班级证书', 'Class certificate'],
    year: ['年度证书', 'Annual certificate'],
    skill: ['技能证书', 'Skill certificate'],
    identity: ['身份信息', 'Identity'],
    unit: ['所属单位', 'Organisation'],
    hours: ['学时', 'Hours'],
    score: ['考试成绩', 'Exam score'],
    pass: ['合格状态', 'Pass'],
    exam: ['考试', 'Exam'],
    order: ['订单', 'Order'],
    face: ['人脸核对', 'Face check'],
    other: ['其他', 'Other'],
    agreement: ['注册协议', 'Registration agreement'],
  }),
  action: named({
    'student.view': ['查看学员页面', 'Viewed the pages'],
    'student.reveal': ['查看完整号码', 'Viewed a number in full'],
  }),
}
