import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import { useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { useProposed } from '../../approval/web/useProposed.ts'
import { type Receipt, receiptCalls, type ReceiptMatch } from '../contract.ts'
import './Receipt.css'
import { useReceiptWords } from './words.ts'

/** Pays an unpaid order from a transfer that was recorded: the likeliest first, others by their number or payer. */
export default function UseReceipt({
  receipt,
  onClose,
}: {
  receipt: Pick<Receipt, 'id' | 'serialNo' | 'payerName' | 'free'>
  onClose: () => void
}) {
  const say = useReceiptWords()
  const proposed = useProposed()
  const allocate = useAction(receiptCalls.allocate, { quiet: true })
  const [text, setText] = useState('')
  const keyword = usePaused(text.trim())
  const found = useCall(
    receiptCalls.findMatches,
    { receiptId: receipt.id, ...(keyword ? { keyword } : {}) },
    { keep: true, staleTime: 0 },
  )
  const matches = found.data ?? []
  return (
    <FormDialog
      name="use-receipt"
      title={say('useTitle', { serialNo: receipt.serialNo })}
      submit={say('use')}
      values={{ orderId: '' }}
      inputs={{ allocations: 'orderId' }}
      onSave={({ orderId }) => {
        const { amount } = matches.find(({ id }) => id === orderId)!
        return allocate.mutateAsync({ orderId, allocations: [{ receiptId: receipt.id, amount }] })
      }}
      onSaved={() => {
        onClose()
        proposed()
      }}
      onClose={onClose}
    >
      <p>{say('useHint', { payer: receipt.payerName, left: yuan(receipt.free) })}</p>
      <Form.Item label={say('seekOrder')}>
        <Input
          type="search"
          maxLength={60}
          value={text}
          placeholder={say('seekOrderHint')}
          onChange={({ target }) => setText(target.value)}
        />
      </Form.Item>
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && matches.length === 0 && <p role="status">{say(keyword ? 'noOrderFound' : 'noMatch')}</p>}
      <Form.Item
        name="orderId"
        label={say('order')}
        hidden={matches.length === 0}
        rules={[
          {
            validator: async (_, id: string) => {
              if (!matches.some((match) => match.id === id)) throw new Error(say('mustChooseOrder'))
            },
          },
        ]}
      >
        <Radio.Group
          className="receipt-choices"
          options={matches.map((match) => ({ value: match.id, label: <Match match={match} /> }))}
        />
      </Form.Item>
    </FormDialog>
  )
}

function Match({ match }: { match: ReceiptMatch }) {
  const say = useReceiptWords()
  const { orderNo, payerName, userName, learnerCount, amount, createdAt, isSamePayer, isSameSum } = match
  const learner = learnerCount > 1 ? say('learnersOf', { name: userName, count: learnerCount }) : userName
  return (
    <span className="receipt-match">
      <b>{orderNo}</b> ¥{yuan(amount)} {isSamePayer && <Tag color="green">{say('samePayer')}</Tag>}{' '}
      {isSameSum && <Tag color="green">{say('sameSum')}</Tag>}
      <small>{[...new Set([payerName, learner]), dateTime(createdAt)].join(' · ')}</small>
    </span>
  )
}
