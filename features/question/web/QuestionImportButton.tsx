import Form from 'antd/es/form'
import Select from 'antd/es/select'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { ImportWizard } from '../../import/web/ImportWizard.tsx'
import { bankCalls } from '../bank/contract.ts'
import { useQuestionImportWords } from './importWords.ts'

/** Imports questions into a bank from a sheet. */
export function QuestionImportButton({
  bankId,
  onDone,
}: {
  /** Where questions go unless another bank is chosen. */
  bankId: string | null
  /** Asks for the list of the bank they went into. */
  onDone: (bankId: string) => void
}) {
  const say = useQuestionImportWords()
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
        <Form name="question-import" layout="vertical">
          <Form.Item label={say('into')} htmlFor="import-into" extra={say('intoHint')} required>
            <Select
              id="import-into"
              showSearch={{ optionFilterProp: 'label' }}
              loading={banks.isPending}
              placeholder={say('chooseBank')}
              notFoundContent={say('noBank')}
              value={into}
              options={list.map(({ bankId: value, name }) => ({ value, label: name }))}
              onChange={setChosen}
            />
          </Form.Item>
        </Form>
      }
    />
  )
}
