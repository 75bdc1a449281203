import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { ProofInput } from '../../file/web/ProofInput.tsx'
import { useRefundWords } from './words.ts'

/** Inputs about money that went back outside its payment channel. */
export function OfflineInputs() {
  const say = useRefundWords()
  const needed = [{ required: true, message: say('mustFill') }]
  return (
    <>
      <Form.Item name="bank" label={say('bank')} rules={needed}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="serialNo" label={say('serialNo')} rules={needed}>
        <Input maxLength={80} autoComplete="off" />
      </Form.Item>
      <Form.Item name="day" label={say('day')} rules={needed}>
        <Input type="date" />
      </Form.Item>
      <Form.Item name="proof" label={say('proof')} extra={say('proofHint')}>
        <ProofInput />
      </Form.Item>
    </>
  )
}
