import Form from 'antd/es/form'
import Modal from 'antd/es/modal'
import type { ReactNode } from 'react'
import { useGuardedForm } from './leave.ts'
import { useShellWords } from './words.ts'

/** Asks for the parent a row of a tree shall have; it becomes the last one there. */
export function MoveDialog({
  row,
  hint,
  busy,
  onMove,
  onClose,
  children,
}: {
  row: { id: string; parentId: string | null; name: string }
  hint?: ReactNode
  busy: boolean
  onMove: (parentId: string | null) => void
  onClose: () => void
  /** The field in which the parent is chosen; an empty text is the top. */
  children: ReactNode
}) {
  const say = useShellWords()
  const [form] = Form.useForm<{ parentId: string }>()
  const guard = useGuardedForm(onClose)
  return (
    <Modal
      open
      title={say('moveTitle', { name: row.name })}
      okText={say('move')}
      cancelText={say('cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={guard.leave}
      afterOpenChange={(open) => open && form.focusField('parentId')}
    >
      {hint && <p className="side-hint">{hint}</p>}
      <Form
        name="tree-move"
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        initialValues={{ parentId: row.parentId ?? '' }}
        onFinish={({ parentId }) => onMove(parentId || null)}
      >
        <Form.Item name="parentId" label={say('parent')}>
          {children}
        </Form.Item>
      </Form>
    </Modal>
  )
}
