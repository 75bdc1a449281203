import Alert from 'antd/es/alert'
import Form, { type FormInstance } from 'antd/es/form'
import { clock } from '../../../web/format.ts'
import { useBilingual } from '../../../web/words.ts'
import { useSettings } from '../../project/web/settings.ts'
import { contentTenths, hoursBeyondContent, hoursProblem, settleHours } from '../rules.ts'
import type { ChosenCourse } from './CoursesInput.tsx'
import { useClassFormWords } from './formWords.ts'
import type { ClassFormValues } from './formValues.ts'

const tenthsOf = (hours: number | null | undefined) => Math.round((hours ?? 0) * 10)
const inHours = (tenths: number) => (tenths / 10).toFixed(1)
const lengthOf = (courses: readonly ChosenCourse[]) =>
  courses.flatMap((course) => course.videos).reduce((sum, video) => sum + video.durationSeconds, 0)

/** The hours of the form against its courses and their videos, with a warning where they do not agree. */
export function HoursCheck({
  form,
  courses,
}: {
  form: FormInstance<ClassFormValues>
  courses: readonly ChosenCourse[]
}) {
  const say = useClassFormWords()
  const pick = useBilingual()
  const { minutesPerHour, hourTolerance, hideElective } = useSettings()
  const given = Form.useWatch([], form) as Partial<ClassFormValues> | undefined
  if (!given || courses.length === 0) return null
  const { requiredHours, electiveMin } = given
  const fields = {
    hoursTenths: tenthsOf(given.hours),
    ...(requiredHours == null ? {} : { requiredHoursTenths: tenthsOf(requiredHours) }),
    electiveMinTenths: tenthsOf(electiveMin),
  }
  const hours = settleHours(fields, courses)
  const seconds = lengthOf(courses)
  const requiredSeconds = lengthOf(courses.filter((course) => course.attribute === 'required'))
  const problem = hoursProblem(hours, courses)
  const beyond = hoursBeyondContent(hours, { seconds, requiredSeconds }, minutesPerHour)
  const isBarred =
    hourTolerance !== null &&
    hoursBeyondContent(hours, { seconds, requiredSeconds }, minutesPerHour, hourTolerance) !== null
  const warnings = [
    ...(problem ? [`${say(problem.field as 'requiredHoursTenths')} ${pick(problem.zh, problem.en)}`] : []),
    ...(beyond
      ? [
          say(beyond.part === 'all' ? 'beyondAll' : 'beyondRequired', {
            hours: inHours(beyond.hoursTenths),
            content: inHours(beyond.contentTenths),
          }),
        ]
      : []),
    ...(isBarred ? [say('barred', { tolerance: hourTolerance })] : []),
    ...(hideElective && hours.electiveMinTenths > 0 ? [say('electivesHidden')] : []),
  ]
  return (
    <div className="class-form-hours" role="status">
      {hours.requiredHoursTenths <= hours.hoursTenths && (
        <p>
          {say('contentLine', {
            length: clock(seconds),
            content: inHours(contentTenths(seconds, minutesPerHour)),
            minutes: minutesPerHour,
            required: inHours(hours.requiredHoursTenths),
            electives: inHours(hours.hoursTenths - hours.requiredHoursTenths),
          })}
        </p>
      )}
      {warnings.map((warning) => (
        <Alert key={warning} type="warning" showIcon message={warning} />
      ))}
    </div>
  )
}
