import { messageKind } from '../../../contract/message.ts'

/** An application was approved. */
export const applicationApproved = messageKind({
  code: 'enrolment.approved',
  group: 'notice',
  params: { className: 'text' },
  names: { className: { zh: '班级名称', en: 'class name' } },
  title: { zh: '报名已通过', en: 'Application approved' },
  text: {
    zh: '您报名的“{className}”已通过审核，可以开始学习。',
    en: 'Your application for “{className}” was approved; you can start studying.',
  },
  way: '/classCenter',
})

/** An application was approved, and its class is to be paid. */
export const paymentDue = messageKind({
  code: 'enrolment.paymentDue',
  group: 'notice',
  params: { className: 'text', classId: 'id', until: 'moment' },
  names: {
    className: { zh: '班级名称', en: 'class name' },
    until: { zh: '名额保留到', en: 'place held until' },
  },
  title: { zh: '报名已通过，请付款', en: 'Application approved, payment due' },
  text: {
    zh: '您报名的“{className}”已通过审核，名额保留到 {until}，请在此之前付款。',
    en: 'Your application for “{className}” was approved. Your place is held until {until}; pay before then.',
  },
  way: '/detail-public?id={classId}',
})

/** An application was rejected. */
export const applicationRejected = messageKind({
  code: 'enrolment.rejected',
  group: 'notice',
  params: { className: 'text', reason: 'text' },
  names: { className: { zh: '班级名称', en: 'class name' }, reason: { zh: '原因', en: 'reason' } },
  title: { zh: '报名未通过', en: 'Application not approved' },
  text: {
    zh: '您报名的“{className}”未通过审核：{reason}',
    en: 'Your application for “{className}” was not approved: {reason}',
  },
  way: '/my?tab=classes',
})

/** A class that is being studied ends soon. */
export const deadlineNear = messageKind({
  code: 'enrolment.deadline',
  group: 'notice',
  params: { className: 'text', days: 'count', end: 'moment' },
  names: {
    className: { zh: '班级名称', en: 'class name' },
    days: { zh: '剩余天数', en: 'days left' },
    end: { zh: '到期时间', en: 'end' },
  },
  title: { zh: '学习即将到期', en: 'A class ends soon' },
  text: {
    zh: '“{className}”还有 {days} 天到期（{end}），请尽快完成学习和考试。',
    en: '“{className}” ends in {days} {days|day|days} ({end}). Finish your study and exam in time.',
  },
  way: '/classCenter',
})
