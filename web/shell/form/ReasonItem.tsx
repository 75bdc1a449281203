import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useShellWords } from '../words.ts'

/** Input of the reason for what a form does, in 2 to 200 characters, which those whom it concerns read. */
export function ReasonItem() {
  const say = useShellWords()
  return (
    <Form.Item name="reason" label={say('reason')} rules={[{ required: true, whitespace: true, min: 2 }]}>
      <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
    </Form.Item>
  )
}
