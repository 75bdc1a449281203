import Form from 'antd/es/form'
import Radio from 'antd/es/radio'
import { yuan } from '../../../contract/money.ts'
import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/FormDialog.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { type ManagedRefund, type Offline, refundCalls } from '../contract.ts'
import { OfflineInputs } from './OfflineInputs.tsx'
import { useRefundWords } from './words.ts'

interface Fields extends Partial<Offline> {
  way: 'channel' | 'offline'
}

/** Refunds what was asked for, or again what failed, with the evidence it is decided on. */
export default function DoRefund({ refund, onClose }: { refund: ManagedRefund; onClose: () => void }) {
  const say = useRefundWords()
  const proposed = useProposed()
  const act = useAction(refundCalls.do, { quiet: true })
  const [form] = Form.useForm<Fields>()
  const way = Form.useWatch('way', form) ?? (refund.offlineWhy ? 'offline' : 'channel')
  const { terms, offlineWhy, failure } = refund

  return (
    <FormDialog<Fields, unknown>
      name="do-refund"
      title={say('doTitle', { amount: yuan(refund.amount), name: refund.userName })}
      submit={say(way === 'offline' ? 'recordOffline' : 'do')}
      form={form}
      values={{ way }}
      inputs={{ 'offline.bank': 'bank', 'offline.serialNo': 'serialNo', 'offline.day': 'day' }}
      onSave={({ way: chosen, bank, serialNo, day }) =>
        act.mutateAsync({
          refundId: refund.id,
          ...(chosen === 'offline' ? { offline: { bank: bank!, serialNo: serialNo!, day: day! } } : {}),
        })
      }
      onSaved={(saved) => {
        onClose()
        if ((saved as { status: string }).status === 'applied') proposed()
      }}
      onClose={onClose}
    >
      <ul className="refund-evidence">
        {refund.items.map(({ itemId, name, amount, progress, days }) => (
          <li key={itemId}>
            <b>{name}</b> ¥{yuan(amount)}，{say('evidenceOf', { percent: Math.floor(progress / 100), days })}
          </li>
        ))}
        {terms && <li>{say('terms', { ...terms })}</li>}
        {refund.reason && <li>{say('reasonOf', { reason: refund.reason })}</li>}
        {failure && <li>{say(failure)}</li>}
        {refund.status === 'applied' && <li>{say('endsStudy')}</li>}
      </ul>
      <Form.Item name="way" label={say('way')}>
        <Radio.Group
          options={[
            { value: 'channel', label: say('wayChannel'), disabled: offlineWhy !== null },
            { value: 'offline', label: say('wayOffline') },
          ]}
        />
      </Form.Item>
      {offlineWhy && <p>{say(offlineWhy)}</p>}
      {way === 'offline' && <OfflineInputs />}
    </FormDialog>
  )
}
