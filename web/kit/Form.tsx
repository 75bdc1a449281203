import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { keyOf } from '../composing.ts'
import { CallRefused } from '../client.ts'
import { logPageError } from '../errorLog.ts'
import { notify } from '../notice.ts'
import { firstFocus } from './firstFocus.ts'
import { useKitWords } from './words.ts'

/** Faults of a form, by field. */
export type Faults = Readonly<Record<string, string>>

/** State with which a form's inputs and buttons are drawn. */
interface FormState {
  faults: Faults
  busy: boolean
  /** Takes back what was said to be wrong. */
  clear: () => void
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/**
 * A learner's form: sent once at a time, also with Ctrl or ⌘ and S or Enter. What is wrong is said under its field, and
 * the first such field has the focus; what no field bears is a notice.
 */
export function Form({
  check = () => ({}),
  onSubmit,
  field,
  onRefused,
  focused = false,
  guarded = false,
  className,
  children,
}: {
  /** Returns what is wrong before anything is sent. */
  check?: () => Faults
  /** Sends it; false where nothing was sent yet. The calls in it are quiet: the form says what they refuse. */
  onSubmit: () => unknown
  /** Field below which a refusal is shown that names none. */
  field: string
  onRefused?: (refusal: CallRefused) => void
  /** True in a dialog or a step the reader has just asked for: the first input has the focus. */
  focused?: boolean
  /** Long enough to be missed: the browser asks before it leaves what was typed. */
  guarded?: boolean
  className?: string
  children: (form: FormState) => ReactNode
}) {
  const say = useKitWords()
  const form = useRef<HTMLFormElement>(null)
  const isBusy = useRef(false)
  const [busy, setBusy] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [faults, setFaults] = useState<Faults>({})

  useEffect(() => {
    const input = focused ? form.current!.querySelector<HTMLElement>('input, select, textarea') : null
    // A dialog that opens with the form looks for the attribute, one that is open already does not.
    firstFocus(input)
    input?.focus()
  }, [focused])
  useEffect(() => {
    const texts = Object.values(faults)
    if (texts.length === 0) return
    const wrong = form.current!.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!wrong) notify('error', texts.join(' '))
    wrong?.focus({ preventScroll: true })
    wrong?.scrollIntoView({ block: 'center' })
  }, [faults])
  useEffect(() => {
    if (!guarded || !isDirty) return undefined
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [guarded, isDirty])

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (isBusy.current) return
    const found = check()
    setFaults(found)
    if (Object.keys(found).length > 0) return
    isBusy.current = true
    setBusy(true)
    try {
      if ((await onSubmit()) !== false) setDirty(false)
    } catch (error) {
      if (!(error instanceof CallRefused)) {
        notify('error', say('notSent'))
        logPageError(error)
        return
      }
      onRefused?.(error)
      const { respCode, traceId, message } = error
      // The line was down or the server broke: no field is to blame.
      if (respCode === 0 || traceId) notify('error', message, traceId)
      else setFaults({ [error.field ?? field]: error.problem ?? message })
    } finally {
      isBusy.current = false
      setBusy(false)
    }
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || !['s', 'S', 'Enter'].includes(keyOf(event))) return
    event.preventDefault()
    form.current!.querySelector<HTMLElement>('[type="submit"]')?.click()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts for the inputs within
    <form
      ref={form}
      className={className}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
      onInput={() => setDirty(true)}
    >
      {children({ faults, busy, clear: () => setFaults({}) })}
    </form>
  )
}
