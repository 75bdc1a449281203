import Form from 'antd/es/form'
import { useAction } from '../../../web/client.ts'
import type { Selected } from '../../../web/shell/control/chosen.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import type { BatchResult } from '../../../contract/selection.ts'
import { classCalls } from '../contract.ts'
import { CategorySelect } from './CategorySelect.tsx'
import { useClassWords } from './words.ts'

/** Copies many classes as drafts into one category. */
export default function CopyDialog({
  selected,
  onClose,
  onResult,
}: {
  selected: Selected
  onClose: () => void
  onResult: (result: BatchResult) => void
}) {
  const say = useClassWords()
  const copy = useAction(classCalls.bachCopyClassToCategory, { quiet: true })
  return (
    <FormDialog<{ categoryId?: string }, BatchResult>
      name="class-copy"
      title={say('batchCopy')}
      submit={say('apply', { count: selected.said })}
      values={{}}
      onSave={({ categoryId }) => copy.mutateAsync({ ...selected.selection, categoryId: categoryId! })}
      onSaved={onResult}
      onClose={onClose}
    >
      <Form.Item name="categoryId" label={say('targetCategory')} rules={[{ required: true }]}>
        <CategorySelect />
      </Form.Item>
    </FormDialog>
  )
}
