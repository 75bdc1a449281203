import { type Static } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

/** A class is meant for others than this learner: it asks for a confirmation, or is refused, as the project sets. */
export const Mismatch = Nullable(OneOf(['confirm', 'refuse']))
export type Mismatch = Static<typeof Mismatch>

export const audienceRefusals = refusals({
  mismatch: {
    code: 409,
    zh: '“{name}”面向其他人员类别，学时可能不被认可；确认仍要参加后再提交',
    en: '"{name}" is meant for other personnel categories and its hours may not be recognised; confirm to go on',
  },
  not_for_you: {
    code: 409,
    zh: '“{name}”面向其他人员类别，不能参加；如人员类别有误，请先在个人信息中更正',
    en: '"{name}" is for other personnel categories; if yours is wrong, correct it in your profile first',
  },
})
