import CheckCircleFilled from '@ant-design/icons/es/icons/CheckCircleFilled'
import ExclamationCircleFilled from '@ant-design/icons/es/icons/ExclamationCircleFilled'
import MinusCircleOutlined from '@ant-design/icons/es/icons/MinusCircleOutlined'
import Form, { type FormInstance } from 'antd/es/form'
import { useId } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { momentOf } from '../../../web/wallTime.ts'
import type { Settings } from '../../project/contract.ts'
import { useSettings } from '../../project/web/settings.ts'
import type { ManagedClass } from '../contract.ts'
import { hoursBeyondContent, publishChecks, type PublishRequirement } from '../rules.ts'
import { type ClassFormValues, inputOfField } from './formValues.ts'
import { useClassFormWords } from './formWords.ts'
import { hoursOfForm } from './hoursOfForm.ts'
import './PublishChecklist.css'

/** Fields that the form itself requires of every class, a draft included. */
const filled = { name: 'name', category: 'categoryId', price: 'price' } as const
/** Facts that most classes have and publishing does not require. */
const advised = ['contentAdvised', 'examAdvised', 'certificateAdvised', 'coverAdvised'] as const

type ContentSettings = Pick<Settings, 'minutesPerHour' | 'hourTolerance' | 'hideElective'>

interface Line {
  key: PublishRequirement | keyof typeof filled | (typeof advised)[number]
  /** The input that decides it; null for the exam. */
  input: keyof ClassFormValues | null
  isMet: boolean
}

/** Lines that are always shown; any other is shown only if it is missing. */
const alwaysShown: readonly Line['key'][] = ['courses', 'hours', 'end', 'price']

/** Lines about publishing: its requirements for the class as typed, by the server's own rule, and advice. */
function linesOf(typed: Partial<ClassFormValues>, managed: ManagedClass | null, settings: ContentSettings) {
  const { minutesPerHour, hourTolerance, hideElective } = settings
  const { courses = [], study, validDays, certificateTemplateId, coverKey } = typed
  const { hours, length } = hoursOfForm(typed, courses)
  const end = study?.[1] ?? null
  const beyond = (tolerance: number) => hoursBeyondContent(hours, length, minutesPerHour, tolerance) !== null
  const isEmpty = (value: unknown) => value === undefined || value === null || String(value).trim() === ''
  const typedIn = Object.entries(filled).map(
    ([key, input]): Line => ({ key: key as keyof typeof filled, input, isMet: !isEmpty(typed[input]) }),
  )
  const published = publishChecks({
    courses: courses.length,
    coursesWithoutVideo: courses.filter((course) => course.videos.length === 0).length,
    hoursTenths: hours.hoursTenths,
    hasEnd: end !== null || (validDays ?? null) !== null,
    over: end !== null && Date.parse(momentOf(end)) <= Date.now(),
    examUnpublished: managed?.examUnpublished ?? false,
    electiveMinTenths: hours.electiveMinTenths,
    hideElective,
    beyondContent: hourTolerance !== null && beyond(hourTolerance),
  }).map(({ key, field, isMet }): Line => ({ key, input: field && inputOfField[field], isMet }))
  const required = [...typedIn, ...published]
  const advice: Line[] = [
    ...(hourTolerance === null && courses.length > 0 && beyond(0)
      ? [{ key: 'contentAdvised', input: inputOfField.hoursTenths, isMet: false } as const]
      : []),
    { key: 'examAdvised', input: null, isMet: managed?.hasExam ?? false },
    { key: 'certificateAdvised', input: 'certificateTemplateId', isMet: Boolean(certificateTemplateId) },
    { key: 'coverAdvised', input: 'coverKey', isMet: Boolean(coverKey) },
  ]
  return {
    required: required.filter(({ key, isMet }) => !isMet || alwaysShown.includes(key)),
    advice,
    missing: required.filter(({ isMet }) => !isMet),
  }
}

/** Returns a function that lists what is missing before a class can be published. */
export function useMissing(form: FormInstance<ClassFormValues>, managed: ManagedClass | null) {
  const settings = useSettings()
  return () => linesOf(form.getFieldsValue(true) as Partial<ClassFormValues>, managed, settings).missing
}

/** The live list of what publishing requires; each missing thing leads to the input that decides it. */
export function PublishChecklist({
  form,
  managed,
  onGo,
}: {
  form: FormInstance<ClassFormValues>
  managed: ManagedClass | null
  onGo: (input: keyof ClassFormValues | null) => void
}) {
  const say = useClassFormWords()
  const typed = (Form.useWatch([], form) ?? {}) as Partial<ClassFormValues>
  const { required, advice, missing } = linesOf(typed, managed, useSettings())
  const id = useId()
  const line = ({ key, input, isMet }: Line, isAdvice: boolean) => (
    <li key={key} data-met={isMet}>
      {isMet ? <CheckCircleFilled /> : isAdvice ? <MinusCircleOutlined /> : <ExclamationCircleFilled />}
      <span id={`${id}-${key}`}>
        {say(key)}
        <span className="k-hidden">
          {say(isMet ? 'checkMet' : isAdvice ? 'checkWithout' : 'checkMissing')}
        </span>
      </span>
      {!isMet && (
        <Button type="link" size="small" onClick={() => onGo(input)} aria-describedby={`${id}-${key}`}>
          {say('checkGo')}
        </Button>
      )}
    </li>
  )
  return (
    <section className="publish-checks k-stack k-gap-2" aria-labelledby={id}>
      <h2 id={id}>{say('checks')}</h2>
      <p className="k-soft" role="status">
        {missing.length > 0 ? say('checksMissing', { count: missing.length }) : say('checksMet')}
      </p>
      <ul className="k-stack k-gap-1 k-list">{required.map((one) => line(one, false))}</ul>
      <h3>{say('checksAdvised')}</h3>
      <ul className="k-stack k-gap-1 k-list">{advice.map((one) => line(one, true))}</ul>
    </section>
  )
}
