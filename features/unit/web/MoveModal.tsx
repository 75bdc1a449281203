import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import Modal from 'antd/es/modal'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import type { UnitMove } from './drop.ts'
import { UnitPicker } from './UnitPicker.tsx'
import { useUnitWords } from './words.ts'

interface Values {
  parentId?: string
  top?: boolean
}

/** Chooses by name where a unit goes, for whom the tree is too large or the mouse too far. */
export function MoveModal({
  moved,
  busy,
  onMove,
  onClose,
}: {
  moved: { id: string; name: string }
  busy: boolean
  onMove: (input: UnitMove) => void
  onClose: () => void
}) {
  const say = useUnitWords()
  const [form] = Form.useForm<Values>()
  const guard = useGuardedForm(onClose)
  const top = Form.useWatch('top', form)
  return (
    <Modal
      open
      title={say('moveTitle', { name: moved.name })}
      okText={say('moveDo')}
      cancelText={say('cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={guard.leave}
    >
      <p className="unit-hint">{say('moveHint')}</p>
      <Form<Values>
        name="unit-move"
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        onFinish={({ parentId, top: isTop }) =>
          onMove({ unitId: moved.id, parentId: isTop ? null : parentId!, beforeId: null })
        }
      >
        {!top && (
          <Form.Item
            name="parentId"
            label={say('moveParent')}
            rules={[{ required: true, message: say('needed', { field: say('moveParent') }) }]}
          >
            <UnitPicker wide />
          </Form.Item>
        )}
        <Form.Item name="top" valuePropName="checked">
          <Checkbox>{say('moveTop')}</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  )
}
