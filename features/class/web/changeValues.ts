import type { Dayjs } from 'dayjs'
import { momentOf } from '../../../web/wallTime.ts'
import type { ClassChanges } from '../contract.ts'

/** The batch form as it is filled in; what is left empty stays as it is. */
export interface ChangeValues {
  categoryId?: string | null
  year?: number | null
  signUp?: [Dayjs | null, Dayjs | null] | null
  study?: [Dayjs | null, Dayjs | null] | null
  validDays?: number | null
  quota?: number | null
  needReview?: boolean | null
  refundable?: boolean | null
  certificateTemplateId?: string | null
  personnelCategories?: string[] | null
  regions?: string[] | null
}

/** The changes entered in the form; null when nothing is filled in. */
export function changesOf({ signUp, study, ...plain }: ChangeValues): ClassChanges | null {
  const changes = {
    ...plain,
    signUpFrom: signUp?.[0] && momentOf(signUp[0]),
    signUpTo: signUp?.[1] && momentOf(signUp[1]),
    studyFrom: study?.[0] && momentOf(study[0]),
    studyTo: study?.[1] && momentOf(study[1]),
  }
  const given = Object.entries(changes).filter(
    ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return given.length > 0 ? (Object.fromEntries(given) as ClassChanges) : null
}
