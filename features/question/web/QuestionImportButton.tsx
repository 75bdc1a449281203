import { useEffect, useId, useMemo, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { ImportWizard } from '../../import/web/ImportWizard.tsx'
import { bankCalls } from '../bank/contract.ts'
import './Editor.css'
import { useQuestionImportWords } from './importWords.ts'

/** Imports questions into a bank from a sheet. */
export function QuestionImportButton({
  bankId,
  onDone,
}: {
  /** Bank the questions go into unless another is chosen. */
  bankId: string | null
  /** Asks for the list of the bank they went into. */
  onDone: (bankId: string) => void
}) {
  const say = useQuestionImportWords()
  const field = useId()
  const banks = useCall(bankCalls.query, { limit: 50 })
  const [chosen, setChosen] = useState(bankId)
  useEffect(() => {
    setChosen(bankId)
  }, [bankId])
  const list = banks.data?.list ?? []
  // A project with one bank has nothing to choose.
  const into = chosen ?? (list.length === 1 ? list[0]!.bankId : null)
  const missing = say('chooseFirst')
  const params = useMemo(
    () => (into ? { value: { bankId: into } } : { value: null, missing }),
    [into, missing],
  )

  return (
    <ImportWizard
      kind="question"
      name={say('questions')}
      params={params}
      viewLabel={say('view')}
      onView={({ params: done }) => onDone(done.bankId!)}
      choose={
        <div className="question-import-into k-stack k-gap-2">
          <label htmlFor={field}>{say('into')}</label>
          <select
            id={field}
            className="office-input"
            required
            aria-describedby={`${field}-hint`}
            value={into ?? ''}
            onChange={({ target }) => setChosen(target.value)}
          >
            <option value="" disabled>
              {say(list.length === 0 && !banks.isPending ? 'noBank' : 'chooseBank')}
            </option>
            {list.map(({ bankId: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <small className="k-soft" id={`${field}-hint`}>
            {say('intoHint')}
          </small>
        </div>
      }
    />
  )
}
