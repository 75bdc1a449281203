import { type ReactNode, useState } from 'react'
import { Button } from '../../../web/kit/Button.tsx'
import { TextField } from '../../../web/kit/Field.tsx'
import { Form } from '../../../web/kit/Form.tsx'
import { visitedUnit } from '../../project/web/settings.ts'
import { type CaptchaVO, useCaptcha } from './Captcha.tsx'
import { useCaptchaWords } from './words.ts'

/** Name and number of a person, as a call behind a captcha takes them. */
interface Person {
  realName: string
  number: string
  captchaVO: CaptchaVO
  unitId?: string
}

/**
 * Finds what there is of a person by name and number, after a captcha; nobody learns whether a person is known.
 * `children` draws what is found, `none` says that nothing is.
 */
export function PersonLookUp<T>({
  title,
  lead,
  label,
  hint,
  field,
  wrongNumber,
  submit,
  none,
  find,
  children,
}: {
  title: string
  lead: string
  /** Kind of number that is asked for; `hint` says which those are. */
  label: string
  hint?: string
  /** Name of the number in the call, by which it is refused. */
  field: 'number' | 'cardNumber'
  wrongNumber: string
  submit: string
  none: string
  /** Makes the call, which is quiet: the form says what it refuses. */
  find: (person: Person) => Promise<{ list: readonly T[] }>
  children: (found: readonly T[]) => ReactNode
}) {
  const say = useCaptchaWords()
  const captcha = useCaptcha()
  const [realName, setName] = useState('')
  const [number, setNumber] = useState('')
  const [found, setFound] = useState<readonly T[] | null>(null)

  async function lookUp() {
    setFound(null)
    const unitId = visitedUnit()
    const who = { realName: realName.trim(), number: number.trim(), ...(unitId ? { unitId } : {}) }
    const answer = await captcha.solve((captchaVO) => find({ ...who, captchaVO }))
    if (answer) setFound(answer.list)
  }
  return (
    <section className="k-card padded k-stack" aria-label={title}>
      <h2>{title}</h2>
      <p className="k-muted">{lead}</p>
      <Form
        className="k-stack"
        field={field}
        check={() => ({
          ...(realName.trim().length < 2 ? { realName: say('wrongName') } : {}),
          ...(number.trim().length < 4 ? { [field]: wrongNumber } : {}),
        })}
        onSubmit={lookUp}
      >
        {({ faults, busy }) => (
          <>
            <TextField
              label={say('realName')}
              error={faults.realName}
              autoComplete="off"
              maxLength={40}
              value={realName}
              onChange={({ target }) => setName(target.value)}
            />
            <TextField
              label={label}
              {...(hint === undefined ? {} : { hint })}
              error={faults[field]}
              autoComplete="off"
              maxLength={60}
              value={number}
              onChange={({ target }) => setNumber(target.value)}
            />
            <Button type="submit" wide busy={busy}>
              {submit}
            </Button>
          </>
        )}
      </Form>
      {captcha.sheet}
      <div role="status" className="k-stack">
        {found && (found.length === 0 ? <p>{none}</p> : children(found))}
      </div>
    </section>
  )
}
