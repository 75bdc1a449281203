import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useFolderWords } from './words.ts'

/** Asks for a new folder’s name. */
export default function FolderDialog({
  onClose,
  onName,
}: {
  onClose: () => void
  onName: (name: string) => Promise<unknown>
}) {
  const say = useFolderWords()
  return (
    <FormDialog
      name="folder"
      title={say('create')}
      values={{ name: '' }}
      onSave={({ name }) => onName(name)}
      onClose={onClose}
    >
      <Form.Item name="name" label={say('name')} rules={[{ required: true, whitespace: true }]}>
        <Input maxLength={60} />
      </Form.Item>
    </FormDialog>
  )
}
