import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useOrderWords } from './words.ts'

/** Texts that the office writes about money: the reason for itself, and what the learner is to read. */
export interface Reasons {
  reason: string
  learnerNote: string
}
export const noReasons: Reasons = { reason: '', learnerNote: '' }

/** Returns the fields of a call; without a word for the learner it has none. */
export const reasonsOf = ({ reason, learnerNote }: Reasons) => ({
  reason,
  ...(learnerNote.trim() && { learnerNote }),
})

/** Inputs of the reason, which the office alone reads, and of a note to the learner. */
export function ReasonInputs() {
  const say = useOrderWords()
  return (
    <>
      <Form.Item
        name="reason"
        label={say('officeReason')}
        rules={[{ required: true, whitespace: true, min: 2 }]}
      >
        <Input.TextArea maxLength={200} showCount />
      </Form.Item>
      <Form.Item name="learnerNote" label={say('learnerNote')} rules={[{ min: 2 }]}>
        <Input.TextArea maxLength={200} showCount />
      </Form.Item>
    </>
  )
}
