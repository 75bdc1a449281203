import { messageKind } from '../../../../contract/message.ts'

const names = { title: { zh: '报名名称', en: 'sign-up' } } as const
/** Those of an application whose fee is due until a time. */
const due = {
  params: { applicationId: 'id', title: 'text', until: 'moment' },
  names: { ...names, until: { zh: '缴费期限', en: 'pay by' } },
} as const
const way = '/trainIndex?mine={applicationId}'

/** An application was approved, and its fee is to be paid. */
export const feeDue = messageKind({
  code: 'signUp.feeDue',
  group: 'notice',
  ...due,
  title: { zh: '报名已通过，请缴费', en: 'Application approved, fee due' },
  text: {
    zh: '您报名的“{title}”已通过审核，请在 {until} 前缴费，逾期名额不再保留。',
    en: 'Your application for “{title}” was approved. Pay its fee by {until}, or your place is given up.',
  },
  way,
})

/** An application is confirmed. */
export const applicationConfirmed = messageKind({
  code: 'signUp.confirmed',
  group: 'notice',
  params: { applicationId: 'id', title: 'text' },
  names,
  title: { zh: '报名成功', en: 'Application confirmed' },
  text: {
    zh: '您报名的“{title}”已报名成功。',
    en: 'Your application for “{title}” is confirmed.',
  },
  way,
})

/** An application was rejected. */
export const applicationRejected = messageKind({
  code: 'signUp.rejected',
  group: 'notice',
  params: { applicationId: 'id', title: 'text', reason: 'text' },
  names: { ...names, reason: { zh: '原因', en: 'reason' } },
  title: { zh: '报名未通过', en: 'Application not approved' },
  text: {
    zh: '您报名的“{title}”未通过审核：{reason}',
    en: 'Your application for “{title}” was not approved: {reason}',
  },
  way,
})

/** An application ended because its fee was not paid. */
export const applicationLapsed = messageKind({
  code: 'signUp.lapsed',
  group: 'notice',
  params: { applicationId: 'id', title: 'text' },
  names,
  title: { zh: '报名已失效', en: 'Application lapsed' },
  text: {
    zh: '您报名的“{title}”没有缴费，名额不再保留；报名截止前可以重新报名。',
    en: 'The fee of “{title}” was not paid, so your place was given up; you can apply again until sign-up closes.',
  },
  way,
})

/** The time in which a fee is to be paid is nearly over. */
export const feeDueSoon = messageKind({
  code: 'signUp.feeDueSoon',
  group: 'notice',
  ...due,
  title: { zh: '报名费即将到期', en: 'Fee due soon' },
  text: {
    zh: '您报名的“{title}”还没有缴费，{until} 之后名额不再保留。',
    en: 'The fee of your application for “{title}” is not paid; after {until} your place is given up.',
  },
  way,
})
