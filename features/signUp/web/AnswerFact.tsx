import type { ReactNode } from 'react'
import type { FormField } from '../contract.ts'
import { useFormWords } from './formWords.ts'

/** An answer as it was given or is being typed. */
interface Said {
  text?: string | undefined
  choices?: readonly string[] | undefined
  date?: string | undefined
  number?: string | number | undefined
  agreed?: boolean | undefined
}

/** A field of a form with what was answered, as a fact of a list; a file is shown as it is given. */
export function AnswerFact({ field, said, file }: { field: FormField; said: Said; file?: ReactNode }) {
  const say = useFormWords()
  const shown = {
    text: said.text?.trim(),
    choice: said.choices?.join(say('comma')),
    date: said.date,
    number: String(said.number ?? '').trim(),
    file,
    agreement: said.agreed ? say('agreed') : '',
  }[field.kind]
  return (
    <>
      <dt>{field.label}</dt>
      <dd className="k-prose">{shown || <span className="k-muted">{say('notAnswered')}</span>}</dd>
    </>
  )
}
