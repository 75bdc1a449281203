import Form from 'antd/es/form'
import TreeSelect from 'antd/es/tree-select'
import type { ReactElement, ReactNode } from 'react'
import type { Place } from '../control/drop.ts'
import { FormDialog } from './FormDialog.tsx'
import { useShellWords } from '../words.ts'

/** Asks for the parent a row of a tree shall have; it becomes the last one there. */
export default function MoveDialog({
  row,
  hint,
  places,
  picker,
  onMove,
  onClose,
}: {
  row: { id: string; parentId: string | null; name: string }
  hint?: ReactNode
  onMove: (parentId: string | null) => Promise<unknown>
  onClose: () => void
  /** The parents to choose from; an empty value is the top. */
  places: Place[]
  /** The field in which a parent is looked for, where the places are not all there are. */
  picker?: ReactElement | undefined
}) {
  const say = useShellWords()
  return (
    <FormDialog
      name="tree-move"
      title={say('moveTitle', { name: row.name })}
      submit={say('move')}
      values={{ parentId: row.parentId ?? '' }}
      onSave={({ parentId }) => onMove(parentId || null)}
      onClose={onClose}
    >
      {hint && <p className="side-hint k-caption">{hint}</p>}
      <Form.Item name="parentId" label={say('parent')}>
        {picker ?? <TreeSelect treeDefaultExpandAll treeData={places} />}
      </Form.Item>
    </FormDialog>
  )
}
