import Alert from 'antd/es/alert'
import Form, { type FormInstance } from 'antd/es/form'
import { clock } from '../../../web/format.ts'
import { useBilingual } from '../../../web/words.ts'
import { useSettings } from '../../project/web/settings.ts'
import { contentTenths, hoursBeyondContent, hoursProblem } from '../rules.ts'
import type { ChosenCourse } from './CoursesInput.tsx'
import { useClassFormWords } from './formWords.ts'
import type { ClassFormValues } from './formValues.ts'
import { hoursOfForm } from './hoursOfForm.ts'

const inHours = (tenths: number) => (tenths / 10).toFixed(1)

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
  const { hours, length } = hoursOfForm(given, courses)
  const problem = hoursProblem(hours, courses)
  const beyond = hoursBeyondContent(hours, length, minutesPerHour)
  const isBarred =
    hourTolerance !== null && hoursBeyondContent(hours, length, minutesPerHour, hourTolerance) !== null
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
    <div className="k-stack k-gap-2" role="status">
      {hours.requiredHoursTenths <= hours.hoursTenths && (
        <p>
          {say('contentLine', {
            length: clock(length.seconds),
            content: inHours(contentTenths(length.seconds, minutesPerHour)),
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
