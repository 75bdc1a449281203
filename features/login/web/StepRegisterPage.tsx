import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { CallRefused } from '../../../web/client.ts'
import { Button } from '../../../web/kit/Button.tsx'
import { type Faults, Form } from '../../../web/kit/Form.tsx'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { furtherFields, type RegisterField } from '../../project/register/rules.ts'
import { withRedirect } from '../../session/web/redirect.ts'
import { SessionCard } from '../../session/web/SessionCard.tsx'
import { useSessionWords } from '../../session/web/words.ts'
import { RegisterParts } from './RegisterParts.tsx'
import { useRegisterWords } from './registerWords.ts'
import { type RegisterPart, useRegisterForm, useRegistration } from './useRegistration.ts'

/** /registerNew: the project's fields, a step at a time. */
export default function StepRegisterPage() {
  const say = useSessionWords()
  const word = useRegisterWords()
  const [query] = useSearchParams()
  const { config, fields, joins } = useRegisterForm()
  return (
    <SessionCard title={say('registerTitle')} hint={word('keptHint')}>
      <Loaded query={config} skeleton={<Skeleton lines={4} height={56} />}>
        {({ unitId, open }) => (
          <>
            {unitId && !open && <p role="status">{word('unitClosed')}</p>}
            <Steps fields={fields} joins={joins} />
          </>
        )}
      </Loaded>
      <div className="session-links">
        <Link to={withRedirect('/login', query)}>{say('toLogin')}</Link>
      </div>
    </SessionCard>
  )
}

interface Step {
  name: 'stepIdentity' | 'stepMobile' | 'stepMore' | 'stepAccount'
  parts: RegisterPart[]
}

/** Identity, number, further fields if there are any, and the account. */
function stepsOf(fields: readonly RegisterField[], joins: string | null): Step[] {
  const more = furtherFields(fields)
    .map(({ key }) => key)
    .filter((key) => key !== 'unitId' || !joins)
  const steps: Step[] = [
    { name: 'stepIdentity', parts: ['realName', 'cardNumber'] },
    { name: 'stepMobile', parts: ['mobile'] },
    { name: 'stepMore', parts: more },
    { name: 'stepAccount', parts: ['loginName', 'password', 'agreement'] },
  ]
  return steps.filter((step) => step.parts.length > 0)
}

function Steps({ fields, joins }: { fields: readonly RegisterField[]; joins: string | null }) {
  const say = useSessionWords()
  const word = useRegisterWords()
  const form = useRegistration(fields, joins, true)
  const [at, setAt] = useState(0)
  const steps = stepsOf(fields, joins)
  const { name, parts } = steps[at]!
  const isLast = at === steps.length - 1

  function goToWrong({ field }: CallRefused) {
    const wrong = steps.findIndex((step) => step.parts.some((part) => part === partOf(field)))
    if (wrong >= 0) setAt(wrong)
  }

  return (
    <Form
      className="session-form"
      check={() => form.faultsOf(parts)}
      onSubmit={() => (isLast ? form.submit() : setAt(at + 1))}
      field="password"
      onRefused={goToWrong}
    >
      {({ faults, busy, clear }) => (
        <>
          <ol className="session-steps" aria-label={word('steps')}>
            {steps.map((step, i) => (
              <li
                key={step.name}
                data-done={i < at || undefined}
                {...(i === at ? { 'aria-current': 'step' as const } : {})}
              >
                {word(step.name)}
              </li>
            ))}
          </ol>
          <StepHeading at={at} faults={faults}>
            {word('step', { at: at + 1, of: steps.length, name: word(name) })}
          </StepHeading>
          <RegisterParts parts={parts} fields={fields} joins={joins} form={form} faults={faults} />
          <div className="session-turns">
            {at > 0 && (
              <Button
                onClick={() => {
                  clear()
                  setAt(at - 1)
                }}
              >
                {word('back')}
              </Button>
            )}
            <Button kind="main" type="submit" wide busy={busy}>
              {isLast ? say('doRegister') : word('next')}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}

/** Heading of the current step, read aloud by a screen reader; the first is the page's own beginning. */
function StepHeading({ at, faults, children }: { at: number; faults: Faults; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(0)
  useEffect(() => {
    // A fault has the focus itself.
    if (shown.current !== at && Object.keys(faults).length === 0) heading.current?.focus()
    shown.current = at
  }, [at, faults])
  return (
    <h2 ref={heading} tabIndex={-1} className="k-small">
      {children}
    </h2>
  )
}

/** The section of a field: a code belongs to the section of its number. */
const partOf = (field: string | undefined) =>
  field === 'msgCode' || field === 'codeToken' ? 'mobile' : field
