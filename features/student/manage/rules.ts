import { isIdCard, isMobile } from '../../../contract/identity.ts'
import { type ProfileKey, profileFields } from '../../project/register/rules.ts'

/** Interpretation of a keyword of the list: numbers match only completely. */
type Sought = 'mobile' | 'card' | 'name'

export function soughtOf(keyword: string): Sought {
  if (isMobile(keyword)) return 'mobile'
  if (isIdCard(keyword)) return 'card'
  return 'name'
}

/**
 * Name, ID and unit are changed by a correction with its reason, never in a form; the photo is the learner's to bring.
 */
const corrected = ['realName', 'cardNumber', 'unitId', 'photo'] as const
export type EditableKey = Exclude<ProfileKey, (typeof corrected)[number]>
type Editable = Extract<(typeof profileFields)[number], { key: EditableKey }>

/** The fields of a profile that staff change in a form, in the catalogue's order. */
export const editableFields = profileFields.filter(
  (field): field is Editable => !corrected.some((key) => key === field.key),
)

/** Names of whether it is confirmed that a learner belongs to their unit. */
export const memberNames = {
  confirmed: { zh: '单位已确认', en: 'Confirmed' },
  unconfirmed: { zh: '待单位确认', en: 'Unconfirmed' },
} as const
