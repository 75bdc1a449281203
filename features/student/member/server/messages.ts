import { messageKind } from '../../../../contract/message.ts'

const names = { unitName: { zh: '单位', en: 'unit' } }

/** It was confirmed that a learner belongs to a unit. */
export const memberConfirmed = messageKind({
  code: 'member.confirmed',
  group: 'notice',
  params: { unitName: 'text' },
  names,
  title: { zh: '单位已确认', en: 'Confirmed by the unit' },
  text: {
    zh: '“{unitName}”已确认您是本单位人员，单位的优惠价和培训安排现已适用于您。',
    en: '“{unitName}” has confirmed that you belong to it; its prices and training plans now apply to you.',
  },
  way: '/classSelectCenter',
})

/** A learner was put out of the unit they had named. */
export const memberRefused = messageKind({
  code: 'member.refused',
  group: 'notice',
  params: { unitName: 'text' },
  names,
  title: { zh: '单位没有确认', en: 'Not confirmed by the unit' },
  text: {
    zh: '“{unitName}”没有确认您是本单位人员，您已不在该单位；学习不受影响，如有疑问请联系单位或客服。',
    en: '“{unitName}” did not confirm that you belong to it, and you are no longer in it. Your study continues; contact the unit or support if you have questions.',
  },
  way: '/my?tab=account',
})
