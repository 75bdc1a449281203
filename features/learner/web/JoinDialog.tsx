import Form from 'antd/es/form'
import type { BatchResult } from '../../../contract/selection.ts'
import { useAction } from '../../../web/client.ts'
import type { Selection } from '../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { ClassPicker } from '../../studyRecord/web/ClassPicker.tsx'
import { joinCalls } from '../join/contract.ts'
import { useJoinWords } from './joinWords.ts'

/** Picks the class that learners join. */
export default function JoinDialog({
  selection,
  onSaved,
  onClose,
}: {
  selection: Selection
  onSaved: (result: BatchResult) => void
  onClose: () => void
}) {
  const say = useJoinWords()
  const begin = useAction(joinCalls.joinClass, { quiet: true })
  return (
    <FormDialog<{ classId?: string }, BatchResult>
      name="join-class"
      title={say('join')}
      submit={say('start')}
      values={{}}
      onSave={({ classId }) => begin.mutateAsync({ ...selection, classId: classId! })}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Form.Item
        name="classId"
        label={say('class')}
        extra={say('hint')}
        rules={[{ required: true, message: say('classNeeded') }]}
      >
        <ClassPicker onSale />
      </Form.Item>
    </FormDialog>
  )
}
