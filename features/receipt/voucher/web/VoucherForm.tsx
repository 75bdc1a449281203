import Form from 'antd/es/form'
import Input from 'antd/es/input'
import type { Call } from '../../../../contract/call.ts'
import { bankSerialPattern } from '../../../../contract/bankSerial.ts'
import { useAction } from '../../../../web/client.ts'
import { today } from '../../../../web/dayStart.ts'
import { FormDialog } from '../../../../web/shell/form/FormDialog.tsx'
import { useYuanRules, YuanInput } from '../../../../web/shell/control/YuanInput.tsx'
import { ProofInput } from '../../../file/web/ProofInput.tsx'
import type { NewVoucher, UnitTransfer } from '../contract.ts'
import { useVoucherWords } from './words.ts'

interface Fields {
  payerName: string
  day: string
  yuan: number | null
  serialNo: string
  proof?: string
}

/** Hands in the bank’s slip of a transfer. */
export default function VoucherForm({
  order,
  call,
  onClose,
}: {
  order: Pick<UnitTransfer, 'received'> & { id: string; payerName: string; amount: number }
  call: Call<typeof NewVoucher>
  onClose: () => void
}) {
  const say = useVoucherWords()
  const rulesOf = useYuanRules()
  const submit = useAction(call, { quiet: true })
  const needed = [{ required: true, whitespace: true }]
  return (
    <FormDialog<Fields, unknown>
      name="voucher"
      title={say('voucher')}
      submit={say('voucher')}
      values={{
        payerName: order.payerName,
        day: today(),
        yuan: Math.max(0, order.amount - order.received) / 100,
        serialNo: '',
      }}
      success={say('voucherSent')}
      inputs={{ amount: 'yuan' }}
      onSave={({ payerName, day, yuan, serialNo, proof }) =>
        submit.mutateAsync({
          orderId: order.id,
          payerName,
          day,
          amount: Math.round((yuan ?? 0) * 100),
          proof: proof!,
          ...(serialNo.trim() ? { serialNo: serialNo.trim() } : {}),
        })
      }
      onClose={onClose}
    >
      <p>{say('voucherHint')}</p>
      <Form.Item name="payerName" label={say('payerName')} rules={needed}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="day" label={say('day')} rules={needed}>
        <Input type="date" max={today()} />
      </Form.Item>
      <Form.Item name="yuan" label={say('yuan')} rules={[{ required: true }, ...rulesOf(1)]}>
        <YuanInput />
      </Form.Item>
      <Form.Item name="serialNo" label={say('serialNo')} rules={[{ pattern: new RegExp(bankSerialPattern) }]}>
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      <Form.Item name="proof" label={say('proof')} rules={[{ required: true }]}>
        <ProofInput />
      </Form.Item>
    </FormDialog>
  )
}
