import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { FormDialog } from '../../../web/shell/FormDialog.tsx'
import type { Category } from '../contract.ts'
import { useFolderWords } from './words.ts'

/** What is being done to a folder in a dialog. */
export type FolderTask = { kind: 'create'; parentId: string | null } | { kind: 'rename'; node: Category }

/** Asks for a folder's name. */
export default function FolderDialog({
  task,
  onClose,
  onName,
}: {
  task: FolderTask
  onClose: () => void
  onName: (name: string) => Promise<unknown>
}) {
  const say = useFolderWords()
  return (
    <FormDialog
      name="folder"
      title={say(task.kind)}
      values={{ name: task.kind === 'rename' ? task.node.name : '' }}
      onSave={({ name }) => onName(name)}
      onClose={onClose}
    >
      <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={60} />
      </Form.Item>
    </FormDialog>
  )
}
