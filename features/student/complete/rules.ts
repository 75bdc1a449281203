import {
  fixedFields,
  profileFields,
  type ProfileKey,
  type RegisterField,
} from '../../project/register/rules.ts'

/** The fields a learner can complete; a unit is chosen when registering or assigned by its managers. */
export type InfoField = Exclude<ProfileKey, 'unitId'>
export const infoFields = profileFields.map((field) => field.key).filter((key) => key !== 'unitId')

/** Fields of a profile besides name and ID, written once, and number and photo, which the account has. */
export const furtherFields = infoFields.filter(
  (key): key is Exclude<InfoField, (typeof fixedFields)[number] | 'photo'> =>
    key !== 'photo' && !fixedFields.some((fixed) => fixed === key),
)

/** A photo that prints: its sides in pixels at least. */
export const photoSide = 200

/** The fields a project's register config requires, in its order. */
export function requiredOf(fields: readonly RegisterField[]): InfoField[] {
  return fields
    .filter((field) => field.required)
    .map((field) => field.key)
    .filter((key) => key !== 'unitId')
}

/** Completeness of a profile: 1 while anything but the photo is missing, 0 while the photo is, else 2. */
export function completenessOf(
  required: readonly InfoField[],
  isPresent: (field: InfoField) => boolean,
): { state: 0 | 1 | 2; required: InfoField[]; missing: InfoField[] } {
  const missing = required.filter((field) => !isPresent(field))
  const state = missing.length === 0 ? 2 : missing.some((field) => field !== 'photo') ? 1 : 0
  return { state, required: [...required], missing }
}
