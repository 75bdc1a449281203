/** Refusals of a class to a learner whose application for it, or for another version, is reviewed or waits to be paid. */
export const applicationWords = {
  applied: {
    code: 409,
    zh: '您对“{name}”的报名正在审核，不必重复提交；审核通过后，需要付款的再下单',
    en: 'Your application for “{name}” is being reviewed; once it is approved, order the class if there is something to pay',
  },
  approved: {
    code: 409,
    zh: '您对“{name}”的报名已通过审核，名额为您保留；请在期限内下单付款',
    en: 'Your application for “{name}” is approved and your place is reserved; order the class and pay in time',
  },
  otherApplied: {
    code: 409,
    zh: '您对“{name}”另一个版本的报名正在审核或待付款；同一班级的两个版本不能同时参加，请等那个报名办完，或先撤回它',
    en: 'Your application for another version of “{name}” is being reviewed or waits for payment. You cannot join two versions of a class; complete that application, or withdraw it first',
  },
} as const
