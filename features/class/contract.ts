import { OneOf } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'

export const classStatuses = ['draft', 'on_shelf', 'off_shelf', 'deleted'] as const
/** Where a class stands between being written and being sold. */
export const ClassStatus = OneOf(classStatuses)
export type ClassStatus = (typeof classStatuses)[number]

export const classRefusals = refusals({
  notOnShelf: {
    code: 409,
    zh: '“{name}”没有上架，暂时不能报名',
    en: '"{name}" is not on the shelf and cannot be joined now',
  },
  signUpNotYet: {
    code: 409,
    zh: '“{name}”的报名还没有开始',
    en: 'Sign-up for "{name}" has not begun',
  },
  signUpOver: { code: 409, zh: '“{name}”的报名已经截止', en: 'Sign-up for "{name}" is over' },
  studyOver: { code: 409, zh: '“{name}”的学习期限已过', en: 'The study period of "{name}" is over' },
  full: { code: 409, zh: '“{name}”的名额已满', en: '"{name}" has no free place' },
})
