import type { Dayjs } from 'dayjs'
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
}

/** The changes the form asks for; null when nothing is filled in. */
export function changesOf({ signUp, study, ...plain }: ChangeValues): ClassChanges | null {
  const changes = {
    ...plain,
    signUpFrom: signUp?.[0]?.toISOString(),
    signUpTo: signUp?.[1]?.toISOString(),
    studyFrom: study?.[0]?.toISOString(),
    studyTo: study?.[1]?.toISOString(),
  }
  const given = Object.entries(changes).filter(
    ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return given.length > 0 ? (Object.fromEntries(given) as ClassChanges) : null
}
