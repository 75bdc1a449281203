import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

/** Parts of a learner outside the audience of a class: personnel category, region of the unit, or both. */
export const audienceParts = ['personnel', 'region', 'both'] as const

/**
 * A class is meant for others than this learner: it requires a confirmation or is refused, depending on the project.
 */
export const Mismatch = Nullable(
  Type.Object({ part: OneOf(audienceParts), rule: OneOf(['confirm', 'refuse']) }),
)
export type Mismatch = Static<typeof Mismatch>

export const audienceRefusals = refusals({
  confirm_personnel: {
    code: 409,
    zh: '“{name}”面向其他人员类别，学时可能不被认可；确认仍要参加后再提交',
    en: '“{name}” is meant for other personnel categories and its hours may not be recognised; confirm to continue',
  },
  confirm_region: {
    code: 409,
    zh: '“{name}”面向其他地区，学时可能不被认可；确认仍要参加后再提交',
    en: '“{name}” is meant for other regions and its hours may not be recognised; confirm to continue',
  },
  confirm_both: {
    code: 409,
    zh: '“{name}”面向其他人员类别和其他地区，学时可能不被认可；确认仍要参加后再提交',
    en: '“{name}” is meant for other personnel categories and other regions, and its hours may not be recognised; confirm to continue',
  },
  refuse_personnel: {
    code: 409,
    zh: '“{name}”面向其他人员类别，不能参加；如人员类别有误，请先在个人信息中更正',
    en: '“{name}” is only for other personnel categories; if yours is wrong, correct it in your profile first',
  },
  refuse_region: {
    code: 409,
    zh: '“{name}”面向其他地区，不能参加；如所在单位的地区有误，请联系单位管理员',
    en: '“{name}” is only for other regions; if your organisation’s region is wrong, contact its manager',
  },
  refuse_both: {
    code: 409,
    zh: '“{name}”面向其他人员类别和其他地区，不能参加；如人员类别有误，请先在个人信息中更正；如所在单位的地区有误，请联系单位管理员',
    en: '“{name}” is only for other personnel categories and regions; if your category is wrong, correct it in your profile; if your organisation’s region is wrong, contact its manager',
  },
})
