/** What a project may ask of a learner. */
export const infoFields = [
  'realName',
  'cardNumber',
  'mobile',
  'photo',
  'education',
  'jobTitle',
  'personnelCategory',
  'workPlace',
] as const
export type InfoField = (typeof infoFields)[number]

/** A photo that prints: its sides in pixels at least. */
export const photoSide = 200

/** The fields a project asks for, in the order a form shows them; words it does not know are left out. */
export function requiredOf(settings: { requiredInfo: readonly string[] }): InfoField[] {
  return infoFields.filter((field) => settings.requiredInfo.includes(field))
}

/** How complete a profile is: 1 while anything but the photo is missing, 0 while the photo is, 2 when nothing is. */
export function completenessOf(
  required: readonly InfoField[],
  present: Readonly<Record<InfoField, boolean>>,
): { state: 0 | 1 | 2; required: InfoField[]; missing: InfoField[] } {
  const missing = required.filter((field) => !present[field])
  const state = missing.length === 0 ? 2 : missing.some((field) => field !== 'photo') ? 1 : 0
  return { state, required: [...required], missing }
}
