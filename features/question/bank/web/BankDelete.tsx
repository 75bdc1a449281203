import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { notify } from '../../../../web/notice.ts'
import { type Bank, bankCalls } from '../contract.ts'
import { useBankWords } from './words.ts'

/** Deletes a bank with its questions, once its name is typed; an empty one without more ado. */
export function BankDelete({
  bank,
  onClose,
  onGone,
}: {
  bank: Bank | null
  onClose: () => void
  onGone: (bankId: string) => void
}) {
  const say = useBankWords()
  const [typed, setTyped] = useState('')
  const remove = useAction(bankCalls.delete)
  const mayDelete = bank !== null && (bank.questions === 0 || typed.trim() === bank.name)

  function submit() {
    if (!bank || !mayDelete) return
    remove.mutate(
      { bankId: bank.bankId },
      {
        onSuccess() {
          notify('success', say('deleted', { name: bank.name }))
          onGone(bank.bankId)
          onClose()
        },
      },
    )
  }

  return (
    <Modal
      open={bank !== null}
      title={bank && say('deleteConfirm', { name: bank.name })}
      okText={say('delete')}
      cancelText={say('cancel')}
      okButtonProps={{ danger: true, disabled: !mayDelete }}
      confirmLoading={remove.isPending}
      onCancel={onClose}
      onOk={submit}
      afterClose={() => setTyped('')}
    >
      {bank && bank.questions === 0 && <p>{say('deleteEmpty')}</p>}
      {bank && bank.questions > 0 && (
        <>
          <p>{say('deleteHint', { count: bank.questions })}</p>
          <Input
            value={typed}
            placeholder={bank.name}
            aria-label={say('name')}
            onChange={({ target }) => setTyped(target.value)}
            onPressEnter={submit}
          />
        </>
      )}
    </Modal>
  )
}
