import { type Bilingual, refusals } from '../../contract/refusal.ts'

/** People of a roster, of an order and of pasted rows, at most. */
export const peopleAtOnce = 5000

/** Ways in which an order of a unit class may be paid: by a code, by bank transfer, or not at all, with an approval. */
export const payModes = ['code', 'transfer', 'free'] as const
export type PayMode = (typeof payModes)[number]

export const payModeNames: Readonly<Record<PayMode, Bilingual>> = {
  code: { zh: '扫码付款', en: 'By QR code' },
  transfer: { zh: '银行转账', en: 'By bank transfer' },
  free: { zh: '审批免单', en: 'Free by approval' },
}

/** Places, ways to pay and ends of orders and study, for which a price below the terms of a unit is approved. */
export interface Extent {
  /** Null without a limit. */
  quota: number | null
  payModes: readonly PayMode[]
  /** Null for as long as the class can be studied. */
  signUpTo: string | null
  /** Null for that of the class. */
  studyTo: string | null
}

/** The extent alone of what has one. */
export const extentOf = ({ quota, payModes, signUpTo, studyTo }: Extent): Extent => ({
  quota,
  payModes,
  signUpTo,
  studyTo,
})

/** True if something ends later by one of two moments than by the other; null is no end of its own. */
const isLater = (from: string | null, to: string | null): boolean =>
  from !== null && (to === null || Date.parse(to) > Date.parse(from))

/**
 * The field in which one extent goes beyond another: more places, another way to pay, a later end of orders or study; null
 * where none does.
 */
export function widened(from: Extent, to: Extent): keyof Extent | null {
  if (from.quota !== null && (to.quota === null || to.quota > from.quota)) return 'quota'
  if (to.payModes.some((mode) => !from.payModes.includes(mode))) return 'payModes'
  if (isLater(from.signUpTo, to.signUpTo)) return 'signUpTo'
  return isLater(from.studyTo, to.studyTo) ? 'studyTo' : null
}

export const isSameExtent = (one: Extent, other: Extent): boolean =>
  widened(one, other) === null && widened(other, one) === null

/** Reasons for which nobody can be ordered for a unit class, or a unit cannot open one. */
export const unitClassObstacles = [
  'class_gone',
  'off_shelf',
  'not_yet',
  'sign_up_over',
  'study_over',
  'full',
  'unit_disabled',
  'unit_closed',
  'unit_not_yet',
  'unit_over',
  'unit_personal',
] as const
type UnitClassObstacle = (typeof unitClassObstacles)[number]

export const obstacleNames: Readonly<Record<UnitClassObstacle, Bilingual>> = {
  class_gone: { zh: '班级已删除', en: 'the class was deleted' },
  off_shelf: { zh: '班级已下架', en: 'the class is no longer published' },
  not_yet: { zh: '报名还没有开始', en: 'sign-up has not opened yet' },
  sign_up_over: { zh: '报名已截止', en: 'sign-up has closed' },
  study_over: { zh: '学习期限已过', en: 'the study period is over' },
  full: { zh: '名额已满', en: 'there are no places left' },
  unit_disabled: { zh: '单位已停用', en: 'the unit is disabled' },
  unit_closed: { zh: '单位没有开通这类班级', en: 'the unit may not buy this kind of class' },
  unit_not_yet: { zh: '单位购买这类班级的时间还没有到', en: 'the unit may not buy this kind of class yet' },
  unit_over: { zh: '单位购买这类班级的时间已过', en: 'the unit may no longer buy this kind of class' },
  unit_personal: {
    zh: '单位的这类班级由学员个人付款',
    en: 'learners of the unit pay for this kind of class themselves',
  },
}

/** Reasons for which a person cannot have a place of a unit class. */
export const personProblems = [
  'joined',
  'applied',
  'passedThisYear',
  'failedThere',
  'expiredThere',
  'otherVersion',
  'otherApplied',
  'ordered',
  'otherUnit',
  'unconfirmed',
  'notActive',
  'noSeat',
  'notDelivered',
] as const
export type PersonProblemCode = (typeof personProblems)[number]

/** A reason against a person, and what to do about it. */
export const personProblemWords: Readonly<Record<PersonProblemCode, Bilingual & { fix: Bilingual }>> = {
  joined: {
    zh: '已加入这个班级',
    en: 'has joined this class already',
    fix: { zh: '从名单移除，不必再买', en: 'take them off the roster; no place is needed' },
  },
  applied: {
    zh: '对这个班级的报名正在审核',
    en: 'has an application for this class that is being reviewed',
    fix: {
      zh: '请等审核结果，或请其撤回报名后再加入名单',
      en: 'wait for the decision, or ask them to withdraw the application and add them again',
    },
  },
  passedThisYear: {
    zh: '今年已在这个班级合格',
    en: 'has passed this class this year',
    fix: { zh: '从名单移除，不必再买', en: 'take them off the roster; no place is needed' },
  },
  failedThere: {
    zh: '在这个班级考试未通过，名额还在',
    en: 'failed the exam of this class and still has the place',
    fix: {
      zh: '请平台批准补考，不必再买；换别的班级可以再报',
      en: 'ask the provider to grant a make-up exam; only another class is ordered again',
    },
  },
  expiredThere: {
    zh: '在这个班级的学习已到期，名额还在',
    en: 'let their time in this class expire and still has the place',
    fix: {
      zh: '请平台延长期限，不必再买；换别的班级可以再报',
      en: 'ask the provider for more time; only another class is ordered again',
    },
  },
  otherVersion: {
    zh: '已加入这个班级的另一个版本',
    en: 'has joined another version of this class',
    fix: {
      zh: '从名单移除，请其继续学习原来的版本',
      en: 'take them off the roster; they go on in the other version',
    },
  },
  otherApplied: {
    zh: '对这个班级另一个版本的报名正在审核或待付款',
    en: 'has an application for another version of this class that is being reviewed or waits for payment',
    fix: {
      zh: '从名单移除；要换成这个版本，请其先撤回那个报名',
      en: 'take them off the roster; for this version they withdraw that application first',
    },
  },
  ordered: {
    zh: '已在另一个待付款的订单里',
    en: 'is in another order that waits for payment',
    fix: { zh: '等那个订单付款，或先取消它', en: 'wait until that order is paid, or cancel it first' },
  },
  otherUnit: {
    zh: '不是本单位及下级单位的人员',
    en: 'belongs to another unit',
    fix: {
      zh: '从名单移除，或先在学员页调入本单位',
      en: 'take them off the roster, or move them into the unit first',
    },
  },
  unconfirmed: {
    zh: '还没有确认属于本单位',
    en: 'is not confirmed as belonging to the unit yet',
    fix: {
      zh: '先在学员页确认属于本单位：由单位管理员，或由调入人以外的同事确认',
      en: 'confirm them in the list of learners first: the unit’s manager does, or another person than the one who moved them',
    },
  },
  notActive: {
    zh: '账号已停用或注销',
    en: 'the account is disabled or closed',
    fix: { zh: '从名单移除，或先启用账号', en: 'take them off the roster, or enable the account first' },
  },
  noSeat: {
    zh: '名额不够',
    en: 'there are not enough places',
    fix: { zh: '减少人数，或请平台增加名额', en: 'order fewer people, or ask the provider for more places' },
  },
  notDelivered: {
    zh: '已付款，但名额没有开通',
    en: 'was paid for, but the place could not be opened',
    fix: { zh: '重试、换人或退款', en: 'retry, replace the person, or refund' },
  },
}

/**
 * States of a person of a roster: on it alone, ordered and unpaid, paid and not open yet, in the class, or no longer, moved
 * to another class or without the place.
 */
export const rosterStates = [
  'listed',
  'unpaid',
  'opening',
  'failedToOpen',
  'idle',
  'studying',
  'passed',
  'failed',
  'expired',
  'transferred',
  'ended',
] as const
export type RosterState = (typeof rosterStates)[number]

/**
 * States in which no order has the person, who may be ordered or taken off the roster. Who had a place is ordered only
 * where that is chosen.
 */
export const orderableStates = ['listed', 'transferred', 'ended'] as const satisfies readonly RosterState[]

export const rosterStateNames: Readonly<Record<RosterState, Bilingual>> = {
  listed: { zh: '未下单', en: 'Not ordered' },
  unpaid: { zh: '待付款', en: 'Unpaid' },
  opening: { zh: '正在开通', en: 'Opening' },
  failedToOpen: { zh: '未能开通', en: 'Not opened' },
  idle: { zh: '未开始', en: 'Not begun' },
  studying: { zh: '学习中', en: 'Studying' },
  passed: { zh: '已合格', en: 'Passed' },
  failed: { zh: '考试未通过', en: 'Exam not passed' },
  expired: { zh: '已到期', en: 'Expired' },
  transferred: { zh: '已转到其他班级', en: 'Moved to another class' },
  ended: { zh: '已退款或移出班级', en: 'Refunded or removed' },
}

export const unitClassRefusals = refusals({
  priceByProvider: {
    code: 403,
    zh: '价格、名额、期限和付款方式由平台确定；请留空，按本单位的价格开班，或联系平台',
    en: 'Price, places, dates and ways to pay are set by the provider; leave them empty to open the class at your unit’s terms, or contact the provider',
  },
  priceBelow: {
    code: 403,
    zh: '低于单位培训类别的价格要由有“批量改价”权限的同事提出，再由另一位同事批准；请留空，按单位的价格开设',
    en: 'A price below the unit’s terms is proposed by a colleague who may change prices of classes and approved by another one; leave it empty to use the unit’s terms',
  },
  widerBelow: {
    code: 403,
    zh: '单价低于单位的培训类别价格，增加名额、付款方式或延后下单、学习截止要由有“批量改价”权限的同事提出，再由另一位同事批准',
    en: 'At a price below the unit’s terms, more places, ways to pay or a later end of orders or study are proposed by a colleague who may change prices of classes and approved by another one',
  },
  otherRequest: {
    code: 409,
    zh: '之前的保存已经成功，建立了单位班级；这次的内容不同，没有再建。请刷新列表，修改已建立的那一个',
    en: 'An earlier save with other content did open the unit class, so no second one was opened; refresh the list and change that one',
  },
  providersOwn: {
    code: 403,
    zh: '这个单位班级由平台开设，只能由平台修改或删除',
    en: 'The provider opened this unit class, so only the provider can change or delete it',
  },
  notPublished: {
    code: 409,
    zh: '“{name}”还没有上架过，不能开设单位班级；请先上架',
    en: '“{name}” has never been published, so no unit class can be opened from it; publish it first',
  },
  fixed: {
    code: 409,
    zh: '这个单位班级已有名单或订单，不能更换单位或班级；请另开一个',
    en: 'This unit class has a roster or orders, so its unit and class stay; open another one',
  },
  hasOrders: {
    code: 409,
    zh: '“{name}”有 {count} 个未取消的订单，不能删除；请先取消订单',
    en: '“{name}” has {count} {count|order|orders} that {count|is|are} not cancelled, so it cannot be deleted; cancel {count|it|them} first',
  },
  studyToLate: {
    code: 422,
    zh: '学习截止不能晚于班级的学习截止时间',
    en: 'Study cannot end later than that of the class',
  },
  datesPast: { code: 422, zh: '这个时间已经过去', en: 'This time is past' },
  quotaBelow: {
    code: 422,
    zh: '名额不能少于已下单的 {count} 人',
    en: 'There cannot be fewer places than the {count} ordered already',
  },
  ended: {
    code: 409,
    zh: '“{name}”现在不能下单：{reason}',
    en: '“{name}” cannot be ordered now: {reason}',
  },
  tooMany: {
    code: 422,
    zh: '名单最多 {limit} 人，请分成几个单位班级',
    en: 'A roster has at most {limit} people; divide it into several unit classes',
  },
  ordered: {
    code: 409,
    zh: '有 {count} 人已在订单里，不能从名单移除；请取消订单、退款或换人',
    en: '{count} {count|person is|people are} in an order and cannot be taken off the roster; cancel the order, refund or replace them',
  },
  mayReturn: {
    code: 409,
    zh: '有 {count} 人的转班还可以撤销，撤销后要回到这个名单；请在转班满 24 小时后再移出',
    en: 'The transfer of {count} {count|person|people} can still be undone, back to this roster; take them off once it is 24 hours old',
  },
  nobodyIdle: {
    code: 409,
    zh: '没有需要提醒的学员：都已开始学习，或今天已提醒过',
    en: 'There is nobody to remind: all have begun, or were reminded today',
  },
})
