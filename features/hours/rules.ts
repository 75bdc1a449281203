import { OneOf } from '../../contract/call.ts'

export const hourAttributes = ['required', 'elective'] as const
/** Whether hours count as required or elective. */
export const HourAttribute = OneOf(hourAttributes)
export type HourAttribute = (typeof hourAttributes)[number]

export interface CourseHours {
  attribute: HourAttribute
  hoursTenths: number
}

/**
 * A class's hours, in tenths, divided by the attribute of its courses in proportion to their hours. The parts
 * always add up to the class's hours; a class whose courses carry none counts as required.
 */
export function splitHours(
  classTenths: number,
  courses: readonly CourseHours[],
): Record<HourAttribute, number> {
  const sum = (attribute: HourAttribute) =>
    courses
      .filter((course) => course.attribute === attribute)
      .reduce((total, course) => total + course.hoursTenths, 0)
  const required = sum('required')
  const all = required + sum('elective')
  const part = all === 0 ? classTenths : Math.round((classTenths * required) / all)
  return { required: part, elective: classTenths - part }
}

/** What a year asks for, in tenths: by class type, and in all. */
export interface HourRequirement {
  requiredHoursTenths: Readonly<Record<string, number>>
  totalHoursTenths: number
}

/**
 * What is still missing of a year, in tenths. A surplus in one class type does not fill another's gap, yet it
 * counts toward the total; so the whole gap is the larger of the types' gaps together and the total's own.
 */
export function missingHours(
  requirement: HourRequirement,
  earned: Readonly<Record<string, number>>,
): { byType: Record<string, number>; total: number } {
  const byType = Object.fromEntries(
    Object.entries(requirement.requiredHoursTenths).map(([type, asked]) => [
      type,
      Math.max(0, asked - (earned[type] ?? 0)),
    ]),
  )
  const inTypes = Object.values(byType).reduce((sum, gap) => sum + gap, 0)
  const all = Object.values(earned).reduce((sum, hours) => sum + hours, 0)
  return { byType, total: Math.max(inTypes, requirement.totalHoursTenths - all, 0) }
}
