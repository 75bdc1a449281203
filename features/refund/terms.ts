/** Sentences that refuse a refund: by the terms a learner agreed to, or because there is nothing to refund. */
export const refundRuleWords = {
  notPaid: {
    code: 409,
    zh: '这个订单没有付过款，不能退款',
    en: 'Nothing was paid for this order, so there is nothing to refund',
  },
  nothingLeft: {
    code: 409,
    zh: '“{name}”没有可退的金额',
    en: 'There is nothing left to refund for “{name}”',
  },
  underWay: {
    code: 409,
    zh: '“{name}”的退款正在办理，请等它结束',
    en: 'A refund for “{name}” is already under way; wait until it has ended',
  },
  transferred: {
    code: 409,
    zh: '“{name}”已经转班，请对转入的班级办理退款',
    en: 'This place in “{name}” was transferred; refund the class it was transferred to',
  },
  paused: {
    code: 409,
    zh: '“{name}”的学习因其他事项暂停，请先处理完那件事',
    en: '“{name}” is paused for another reason; settle that first',
  },
  off: {
    code: 409,
    zh: '本平台不支持学员自助退款，请联系客服',
    en: 'Learners cannot request refunds here; please contact support',
  },
  excluded: {
    code: 409,
    zh: '“{name}”报名时已注明不支持退款',
    en: '“{name}” was offered without refunds',
  },
  times: {
    code: 409,
    zh: '每年可申请退款 {limit} 次，今年已申请 {actual} 次',
    en: 'You may request {limit} {limit|refund|refunds} a year and have requested {actual} this year',
  },
  days: {
    code: 409,
    zh: '付款后 {limit} 天内可以退款，您已付款 {actual} 天',
    en: 'Refunds are possible within {limit} {limit|day|days} of payment; you paid {actual} {actual|day|days} ago',
  },
  process: {
    code: 409,
    zh: '学习进度不超过 {limit}% 可以退款，“{name}”已学 {actual}%',
    en: 'Refunds are possible up to {limit}% of study; you have studied {actual}% of “{name}”',
  },
  begun: {
    code: 409,
    zh: '开始学习后不能退款，“{name}”已经开始学习',
    en: 'Refunds are not possible once study has begun, and you have begun “{name}”',
  },
  examPassed: {
    code: 409,
    zh: '“{name}”的考试已通过，不能退款',
    en: 'You have passed the exam of “{name}”, so it cannot be refunded',
  },
  ticket: {
    code: 409,
    zh: '“{name}”已安排座位并发出准考证，不能自行退款；请联系主办方',
    en: 'A seat in “{name}” is assigned and its ticket issued, so you cannot refund it yourself; contact the organiser',
  },
  score: {
    code: 409,
    zh: '“{name}”已有成绩，不能自行退款；请联系主办方',
    en: 'There is a score in “{name}”, so you cannot refund it yourself; contact the organiser',
  },
  passed: {
    code: 409,
    zh: '“{name}”已合格并计入学时，不能退款',
    en: 'You have passed “{name}” and its hours are counted, so it cannot be refunded',
  },
} as const
