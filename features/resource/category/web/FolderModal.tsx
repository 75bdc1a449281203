import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import TreeSelect from 'antd/es/tree-select'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import type { CategoryNode } from '../contract.ts'
import { choicesOf } from './folders.ts'
import { useCategoryWords } from './words.ts'

/** What is being done to a folder in a dialog. */
export type FolderTask =
  | { kind: 'create'; parentId: string | null }
  | { kind: 'rename'; node: CategoryNode }
  | { kind: 'move'; node: CategoryNode; parentId: string | null }

/** Asks for a folder's name, or for the folder it shall stand in. */
export function FolderModal({
  task,
  tree,
  busy,
  onCancel,
  onName,
  onMove,
}: {
  task: FolderTask | null
  tree: readonly CategoryNode[]
  busy: boolean
  onCancel: () => void
  onName: (task: Exclude<FolderTask, { kind: 'move' }>, name: string) => void
  onMove: (id: string, parentId: string | null) => void
}) {
  const say = useCategoryWords()
  const [form] = Form.useForm<{ name: string; parentId: string }>()
  const guard = useGuardedForm(onCancel, task !== null)
  const titles = { create: say('create'), rename: say('rename'), move: say('moveTo') }

  function finish(values: { name: string; parentId: string }) {
    if (task?.kind === 'move') onMove(task.node.id, values.parentId || null)
    else if (task) onName(task, values.name)
  }

  return (
    <Modal
      open={task !== null}
      title={task ? titles[task.kind] : ''}
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
        onFinish={finish}
        initialValues={{
          name: task?.kind === 'rename' ? task.node.name : '',
          parentId: task?.kind === 'move' ? (task.parentId ?? '') : '',
        }}
      >
        {task?.kind === 'move' ? (
          <Form.Item name="parentId" label={say('parent')}>
            <TreeSelect
              treeDefaultExpandAll
              treeData={[{ value: '', title: say('top'), children: choicesOf(tree, task.node.id) }]}
            />
          </Form.Item>
        ) : (
          <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
            <Input maxLength={60} />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
