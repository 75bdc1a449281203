import Form from 'antd/es/form'
import type { ReactNode } from 'react'
import { FormDialog } from './FormDialog.tsx'
import { useShellWords } from './words.ts'

/** Asks for the parent a row of a tree shall have; it becomes the last one there. */
export function MoveDialog({
  row,
  hint,
  onMove,
  onClose,
  children,
}: {
  row: { id: string; parentId: string | null; name: string }
  hint?: ReactNode
  onMove: (parentId: string | null) => Promise<unknown>
  onClose: () => void
  /** The field in which the parent is chosen; an empty text is the top. */
  children: ReactNode
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
      {hint && <p className="side-hint">{hint}</p>}
      <Form.Item name="parentId" label={say('parent')}>
        {children}
      </Form.Item>
    </FormDialog>
  )
}
