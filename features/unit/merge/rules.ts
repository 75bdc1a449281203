/** Fields that the unit that stays takes over from the one that goes where it has none of its own. */
export const filledFields = [
  'creditCode',
  'region',
  'industry',
  'contact',
  'phone',
  'email',
  'address',
  'invoiceTitle',
] as const
type Filled = (typeof filledFields)[number]

/** The fields that are empty in the unit that stays and written in the one that goes. */
export function filledFrom(
  from: Readonly<Record<Filled, unknown>>,
  to: Readonly<Record<Filled, unknown>>,
): Filled[] {
  return filledFields.filter((key) => to[key] === null && from[key] !== null)
}
