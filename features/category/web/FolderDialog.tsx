import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { FormDialog } from '../../../web/shell/FormDialog.tsx'
import type { Category } from '../contract.ts'
import { useFolderWords } from './words.ts'

/** What is being done to a folder in a dialog. */
export type FolderTask = { kind: 'create'; parentId: string | null } | { kind: 'rename'; node: Category }

/** Asks for a folder's name. */
export function FolderDialog({
  task,
  onCancel,
  onName,
}: {
  task: FolderTask | null
  onCancel: () => void
  onName: (task: FolderTask, name: string) => Promise<unknown>
}) {
  const say = useFolderWords()
  return (
    <FormDialog
      name="folder"
      open={task !== null}
      title={task ? say(task.kind) : ''}
      values={{ name: task?.kind === 'rename' ? task.node.name : '' }}
      onSave={({ name }) => onName(task!, name)}
      onClose={onCancel}
    >
      <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={60} />
      </Form.Item>
    </FormDialog>
  )
}
