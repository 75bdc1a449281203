import Form from 'antd/es/form'
import Radio from 'antd/es/radio'
import { yuan } from '../../../contract/money.ts'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { type ManagedRefund, type Offline, type Refund, refundCalls } from '../contract.ts'
import { useFailureText } from './failureText.ts'
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
  const { kind, terms, byTerms, times, offlineWhy } = refund
  const failure = useFailureText()(refund)

  return (
    <FormDialog<Fields, unknown>
      name="do-refund"
      title={say('doTitle', { amount: yuan(refund.amount), name: refund.payerName })}
      submit={say(way === 'offline' ? 'recordOffline' : 'do')}
      form={form}
      values={{ way }}
      inputs={{
        'offline.bank': 'bank',
        'offline.serialNo': 'serialNo',
        'offline.day': 'day',
        'offline.proof': 'proof',
      }}
      onSave={({ way: chosen, bank, serialNo, day, proof }) =>
        act.mutateAsync({
          refundId: refund.id,
          ...(chosen === 'offline'
            ? { offline: { bank: bank!, serialNo: serialNo!, day: day!, ...(proof ? { proof } : {}) } }
            : {}),
        })
      }
      onSaved={(saved) => {
        onClose()
        if ((saved as Refund).status === refund.status) proposed()
        else notify('success', say(way === 'offline' ? 'doneOffline' : 'done'))
      }}
      onClose={onClose}
    >
      <ul className="refund-evidence">
        {refund.items.map(({ itemId, name, amount, progress, days }) => (
          <li key={itemId}>
            <b>{name}</b> ¥{yuan(amount)} · {say('evidenceOf', { percent: Math.floor(progress / 100), days })}
          </li>
        ))}
        {times !== null && <li>{say('timesOf', { nth: times + 1 })}</li>}
        {terms && <li>{say('terms', { ...terms })}</li>}
        {kind === 'learner' && !byTerms && <li>{say('newTerms')}</li>}
        {refund.reason && <li>{say('reasonOf', { reason: refund.reason })}</li>}
        {failure && <li>{failure}</li>}
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
