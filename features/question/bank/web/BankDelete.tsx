import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { type Bank, bankCalls } from '../contract.ts'
import { useBankWords } from './words.ts'

/** Deletes a bank with its questions, once its name is typed; an empty one without more ado. */
export default function BankDelete({
  bank,
  onClose,
  onGone,
}: {
  bank: Bank
  onClose: () => void
  onGone: () => void
}) {
  const say = useBankWords()
  const remove = useAction(bankCalls.delete, { quiet: true })
  const { bankId, name, questions } = bank
  return (
    <FormDialog
      name="bank-delete"
      title={say('deleteConfirm', { name })}
      submit={say('delete')}
      danger
      values={{ typed: '' }}
      onSave={() => remove.mutateAsync({ bankId })}
      success={say('deleted', { name })}
      onSaved={() => {
        onGone()
        onClose()
      }}
      onClose={onClose}
    >
      {questions === 0 ? (
        <p>{say('deleteEmpty')}</p>
      ) : (
        <>
          <p>{say('deleteHint', { count: questions })}</p>
          <Form.Item
            name="typed"
            label={say('name')}
            rules={[
              {
                validator: async (_, typed: string) => {
                  if (typed.trim() !== name) throw new Error(say('deleteName', { name }))
                },
              },
            ]}
          >
            <Input placeholder={name} />
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
