import Form from 'antd/es/form'
import Modal from 'antd/es/modal'
import TreeSelect from 'antd/es/tree-select'
import { useGuardedForm } from '../../../../web/shell/leave.ts'
import type { CategoryNode } from '../contract.ts'
import { type CategoryMove, placesFor } from './drop.ts'
import { useCategoryWords } from './words.ts'

/** Asks where a category shall stand; it becomes the last one there. */
export function MoveModal({
  moved,
  roots,
  busy,
  onMove,
  onClose,
}: {
  moved: CategoryNode
  roots: readonly CategoryNode[]
  busy: boolean
  onMove: (move: CategoryMove) => void
  onClose: () => void
}) {
  const say = useCategoryWords()
  const [form] = Form.useForm<{ parentId: string }>()
  const guard = useGuardedForm(onClose)
  return (
    <Modal
      open
      title={say('moveTitle', { name: moved.name })}
      okText={say('save')}
      cancelText={say('cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
      onCancel={guard.leave}
      afterOpenChange={(open) => open && form.focusField('parentId')}
    >
      <Form
        name="category-move"
        form={form}
        layout="vertical"
        onValuesChange={guard.note}
        initialValues={{ parentId: moved.parentId ?? '' }}
        onFinish={({ parentId }) => onMove({ id: moved.id, parentId: parentId || null, beforeId: null })}
      >
        <Form.Item name="parentId" label={say('parent')}>
          <TreeSelect
            treeDefaultExpandAll
            treeData={[{ value: '', title: say('top'), children: placesFor(roots, moved) }]}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
