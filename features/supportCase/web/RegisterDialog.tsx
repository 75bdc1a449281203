import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useAction } from '../../../web/client.ts'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { LearnerPicker, type Picked } from '../../student/manage/web/LearnerPicker.tsx'
import { supportCaseCalls } from '../contract.ts'
import { type ExceptionKind, exceptionKinds } from '../rules.ts'
import { useSupportCaseWords } from './words.ts'

interface Fields {
  learner?: Picked
  kind: ExceptionKind
  note: string
}

/** Writes a problem down: of a learner who is known already, or who is looked for first. */
export default function RegisterDialog({ learner, onClose }: { learner?: Picked; onClose: () => void }) {
  const say = useSupportCaseWords()
  const register = useAction(supportCaseCalls.register, { quiet: true })
  return (
    <FormDialog<Fields, unknown>
      name="exception"
      title={learner ? say('registerFor', { name: learner.name }) : say('register')}
      values={{ kind: 'unit', note: '', ...(learner ? { learner } : {}) }}
      onSave={({ learner: picked, kind, note }) =>
        register.mutateAsync({ accountId: picked!.accountId, kind, note })
      }
      success={say('registeredDone')}
      onClose={onClose}
    >
      {!learner && (
        <Form.Item name="learner" label={say('learner')} rules={[{ required: true }]}>
          <LearnerPicker placeholder={say('learnerHint')} />
        </Form.Item>
      )}
      <Form.Item name="kind" label={say('type')}>
        <Select options={exceptionKinds.map((value) => ({ value, label: say(value) }))} />
      </Form.Item>
      <Form.Item
        name="note"
        label={say('note')}
        extra={say('noteHint')}
        rules={[{ required: true, whitespace: true, min: 4 }]}
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
    </FormDialog>
  )
}
