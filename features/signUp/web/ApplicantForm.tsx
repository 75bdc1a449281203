import { useEffect, useRef, useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { CallRefused } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { type Faults, Form } from '../../../web/kit/Form.tsx'
import { useBilingual } from '../../../web/words.ts'
import type { SignUpForm } from '../contract.ts'
import type { FormAnswer } from '../rules.ts'
import { AnswerFact } from './AnswerFact.tsx'
import { AnswerInput, type Upload } from './AnswerInput.tsx'
import {
  answersOf,
  type Draft,
  type Drafts,
  faultOfDraft,
  isNoNumber,
  keyOfRefusal,
  type Step,
  stepsOf,
} from './answers.ts'
import './ApplicantForm.css'
import { useFormWords } from './formWords.ts'

/** A form as it was filled in. */
export interface Filled {
  answers: FormAnswer[]
  subjectIds: string[]
}

/** Name of the subjects among the faults of a form; no field has it, for keys are of letters and digits. */
const subjectsFault = 'subjects-'

type Asked = Pick<SignUpForm, 'fields' | 'subjects' | 'fee'>

/**
 * The form of a sign-up as its applicant fills it in, a step at a time, with a look at all of it before it is sent. What
 * is refused is said beside its field, in its step. Without `onSend` it is a preview that can be walked through.
 */
export function ApplicantForm({
  form,
  onUpload,
  onSend,
  submit,
}: {
  form: Asked
  onUpload: Upload
  /** Sends it; false where it was not. The call in it is quiet: the form shows what it refuses. */
  onSend?: (filled: Filled) => Promise<unknown>
  /** Text of the button that sends it. */
  submit?: string
}) {
  const say = useFormWords()
  const pick = useBilingual()
  const [drafts, setDrafts] = useState<Drafts>({})
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [at, setAt] = useState(0)
  const steps = stepsOf(form)
  // The form may have become shorter while it was filled in.
  const place = Math.min(at, steps.length - 1)
  const step = steps[place]!
  const isLast = place === steps.length - 1
  const subjectIds = form.subjects.map(({ id }) => id).filter((id) => chosen.includes(id))

  function faultsOf(checked: Step): Faults {
    if (checked.kind === 'subjects')
      return subjectIds.length === 0 ? { [subjectsFault]: say('noSubject') } : {}
    if (checked.kind === 'check') return {}
    return Object.fromEntries(
      checked.fields.flatMap((field) => {
        if (isNoNumber(field, drafts[field.key])) return [[field.key, say('notNumber')]]
        const fault = faultOfDraft(field, drafts)
        return fault ? [[field.key, pick(fault.words.zh, fault.words.en)]] : []
      }),
    )
  }
  /** Returns the faults of all steps up to the current one, and shows the first that has any. */
  function check(): Faults {
    const wrong = steps.slice(0, place + 1).findIndex((one) => Object.keys(faultsOf(one)).length > 0)
    if (wrong < 0) return {}
    setAt(wrong)
    return faultsOf(steps[wrong]!)
  }
  async function send() {
    if (!isLast) {
      setAt(place + 1)
      return false
    }
    const answers = answersOf(form.fields, drafts)
    try {
      return await onSend?.({ answers, subjectIds })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const isSubjects = error.field?.startsWith('subjectIds')
      const field = isSubjects ? subjectsFault : keyOfRefusal(error.field, form.fields, answers)
      const { respCode, message: respDesc, problem, traceId, stale } = error
      throw new CallRefused({ respCode, respDesc, field, problem, traceId, stale })
    }
  }
  function goToRefused({ field }: CallRefused) {
    const wrong = steps.findIndex(
      (one) =>
        (one.kind === 'subjects' && field === subjectsFault) ||
        (one.kind === 'fields' && one.fields.some(({ key }) => key === field)),
    )
    if (wrong >= 0) setAt(wrong)
  }
  const stepName = { subjects: say('subjects'), fields: say('stepFields'), check: say('stepCheck') }[
    step.kind
  ]
  return (
    <Form
      className="signup-form k-stack k-gap-4"
      check={check}
      onSubmit={send}
      field="-"
      onRefused={goToRefused}
      guarded={onSend !== undefined}
    >
      {({ faults, busy, clear }) => (
        <>
          {steps.length > 1 && (
            <ol className="signup-progress k-list" aria-hidden="true">
              {steps.map((_, i) => (
                <li key={i} data-done={i <= place || undefined} />
              ))}
            </ol>
          )}
          <StepHeading at={place} faults={faults}>
            {say('step', { at: place + 1, of: steps.length, name: stepName })}
          </StepHeading>
          {step.kind === 'subjects' && (
            <Subjects
              form={form}
              chosen={chosen}
              error={faults[subjectsFault]}
              onChange={(next) => {
                setChosen(next)
                clear()
              }}
            />
          )}
          {step.kind === 'fields' &&
            step.fields.map((field) => (
              <AnswerInput
                key={field.key}
                field={field}
                draft={drafts[field.key] ?? {}}
                error={faults[field.key]}
                onUpload={onUpload}
                onChange={(draft: Draft) => setDrafts((all) => ({ ...all, [field.key]: draft }))}
              />
            ))}
          {step.kind === 'check' && <Checked form={form} drafts={drafts} subjectIds={subjectIds} />}
          {isLast && !onSend && <p className="k-note">{say('previewOnly')}</p>}
          <div className="signup-turns k-row">
            {place > 0 && (
              <Button
                onClick={() => {
                  clear()
                  setAt(place - 1)
                }}
              >
                {say('back')}
              </Button>
            )}
            <Button kind="main" type="submit" busy={busy} disabled={isLast && !onSend}>
              {isLast ? (submit ?? say('submit')) : say('nextStep')}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

/** Heading of the current step, which has the focus once its step is shown; a fault has it itself. */
function StepHeading({ at, faults, children }: { at: number; faults: Faults; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current !== at && Object.keys(faults).length === 0) heading.current?.focus()
    shown.current = at
  }, [at, faults])
  return (
    <h2 ref={heading} tabIndex={-1} className="k-small k-soft">
      {children}
    </h2>
  )
}

/** Subjects of an exam, of which some are chosen, each with its sessions. */
function Subjects({
  form,
  chosen,
  error,
  onChange,
}: {
  form: Asked
  chosen: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}) {
  const say = useFormWords()
  return (
    <div className="k-field" role="group" aria-label={say('subjects')}>
      <div>
        {form.subjects.map(({ id, name, sessions }) => (
          <label key={id} className="k-tick">
            <input
              type="checkbox"
              aria-invalid={error ? true : undefined}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
            <span>
              {name}
              <span className="k-muted k-small">
                {' '}
                {sessions.map(({ startsAt }) => dateTime(startsAt)).join(say('comma')) || say('noSessions')}
              </span>
            </span>
          </label>
        ))}
      </div>
      <div aria-live="polite">
        {error ? <span className="error">{error}</span> : <span className="hint">{say('subjectsHint')}</span>}
      </div>
    </div>
  )
}

/** Everything that was filled in, as it will be sent. */
function Checked({
  form,
  drafts,
  subjectIds,
}: {
  form: Asked
  drafts: Drafts
  subjectIds: readonly string[]
}) {
  const say = useFormWords()
  const subjects = form.subjects.filter(({ id }) => subjectIds.includes(id))
  return (
    <dl className="k-facts">
      {subjects.length > 0 && (
        <>
          <dt>{say('subjects')}</dt>
          <dd>{subjects.map(({ name }) => name).join(say('comma'))}</dd>
        </>
      )}
      {form.fields.map((field) => (
        <AnswerFact
          key={field.key}
          field={field}
          said={drafts[field.key] ?? {}}
          file={drafts[field.key]?.file?.name}
        />
      ))}
      <dt>{say('fee')}</dt>
      <dd>{form.fee === 0 ? say('free') : `¥${yuan(form.fee)} · ${say('feeLater')}`}</dd>
    </dl>
  )
}
