import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import { useGuardedForm } from '../../../web/shell/leave.ts'
import type { Category } from '../contract.ts'
import { useFolderWords } from './words.ts'

/** What is being done to a folder in a dialog. */
export type FolderTask = { kind: 'create'; parentId: string | null } | { kind: 'rename'; node: Category }

/** Asks for a folder's name. */
export function FolderModal({
  task,
  busy,
  onCancel,
  onName,
}: {
  task: FolderTask | null
  busy: boolean
  onCancel: () => void
  onName: (task: FolderTask, name: string) => void
}) {
  const say = useFolderWords()
  const [form] = Form.useForm<{ name: string }>()
  const guard = useGuardedForm(onCancel, task !== null)
  return (
    <Modal
      open={task !== null}
      title={task ? say(task.kind) : ''}
      okText={say('save')}
      cancelText={say('cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={guard.leave}
      afterClose={guard.forget}
      destroyOnHidden
      afterOpenChange={(open) => open && form.focusField('name')}
    >
      <Form
        name="folder"
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        preserve={false}
        onFinish={({ name }) => task && onName(task, name)}
        initialValues={{ name: task?.kind === 'rename' ? task.node.name : '' }}
      >
        <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={60} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
