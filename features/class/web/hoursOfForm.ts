import { settleHours } from '../rules.ts'
import type { ChosenCourse } from './CoursesInput.tsx'
import type { ClassFormValues } from './formValues.ts'

const tenthsOf = (hours: number | null | undefined) => Math.round((hours ?? 0) * 10)
const lengthOf = (courses: readonly ChosenCourse[]) =>
  courses.flatMap((course) => course.videos).reduce((sum, video) => sum + video.durationSeconds, 0)

/** The hours of a form in tenths, divided as its courses are, and how long its videos are, in seconds. */
export function hoursOfForm(
  { hours, requiredHours, electiveMin }: Partial<ClassFormValues>,
  courses: readonly ChosenCourse[],
) {
  const fields = {
    hoursTenths: tenthsOf(hours),
    ...(requiredHours == null ? {} : { requiredHoursTenths: tenthsOf(requiredHours) }),
    electiveMinTenths: tenthsOf(electiveMin),
  }
  return {
    hours: settleHours(fields, courses),
    length: {
      seconds: lengthOf(courses),
      requiredSeconds: lengthOf(courses.filter((course) => course.attribute === 'required')),
    },
  }
}
