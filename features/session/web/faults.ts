import { type RefObject, useEffect, useRef, useState } from 'react'
import { CallRefused } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'

/** What is wrong in a form, by field. */
export type Faults = Readonly<Record<string, string>>

export interface FormFaults {
  /** Goes to the form, so that the first wrong field is found in it. */
  form: RefObject<HTMLFormElement | null>
  faults: Faults
  /** Shows the errors; returns whether there are none. */
  say: (found: Faults) => boolean
  /** Shows a refusal at its field, or at `field` when it names none; throws what is no refusal. */
  refused: (error: unknown, field: string) => void
}

/** The faults of a form, each under its field: the first one has the focus, and what no field bears is a notice. */
export function useFaults(): FormFaults {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})

  useEffect(() => {
    const texts = Object.values(faults)
    if (texts.length === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else notify('error', texts.join(' '))
  }, [faults])

  return {
    form,
    faults,
    say(found) {
      setFaults(found)
      return Object.keys(found).length === 0
    },
    refused(error, field) {
      if (!(error instanceof CallRefused)) throw error
      // The line was down or the server broke: no field is to blame.
      if (error.respCode === 0 || error.traceId) notify('error', error.message, error.traceId)
      else setFaults({ [error.field ?? field]: error.message })
    },
  }
}
