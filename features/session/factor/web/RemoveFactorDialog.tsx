import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useAction } from '../../../../web/client.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { encodeCredential } from '../../rules.ts'
import { factorCalls } from '../contract.ts'
import { useFactorWords } from './words.ts'

/** Removes the second factor of another manager who lost it, with the caller's password. */
export default function RemoveFactorDialog({
  account,
  onClose,
}: {
  account: { id: string; name: string }
  onClose: () => void
}) {
  const say = useFactorWords()
  const remove = useAction(factorCalls.removeFactor, { quiet: true })
  return (
    <FormDialog
      name="remove-factor"
      title={say('removeOf', { name: account.name })}
      submit={say('removeOther')}
      danger
      values={{ password: '' }}
      onSave={({ password }) =>
        remove.mutateAsync({ accountId: account.id, password: encodeCredential(password) })
      }
      success={say('removedOf', { name: account.name })}
      onClose={onClose}
    >
      <p>{say('removeOfHint')}</p>
      <Form.Item name="password" label={say('password')} rules={[{ required: true }]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
    </FormDialog>
  )
}
