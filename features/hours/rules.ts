/** Whether hours count as required or elective. */
export type HourAttribute = 'required' | 'elective'

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
