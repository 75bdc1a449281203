import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Modal from 'antd/es/modal'
import Result from 'antd/es/result'
import Skeleton from 'antd/es/skeleton'
import Tree, { type DataNode } from 'antd/es/tree'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { useMay } from '../../../../web/shell/may.ts'
import { dropPlace, TreeNode } from '../../../../web/shell/TreeNode.tsx'
import { useSettings } from '../../../project/web/settings.ts'
import { useClassTypeName } from '../../../classType/web/classType.ts'
import { type CategoryNode, classCategoryCalls } from '../contract.ts'
import { CategoryModal, type EditedCategory } from './CategoryModal.tsx'
import { type CategoryMove, classesIn, dropOf, findCategory, stepOf } from './drop.ts'
import './CategoryTree.css'
import { MoveModal } from './MoveModal.tsx'
import { useCategoryWords } from './words.ts'

/** What of the classes is shown: a type, a category, or all. */
export interface CategoryChoice {
  classType?: string
  categoryId?: string
}

const typeKey = (classType: string) => `type:${classType}`

/** Class types with their categories as a tree: choose, add, rename, move by drag or by menu, delete. */
export function CategoryTree({
  choice,
  onChoose,
}: {
  choice: CategoryChoice
  onChoose: (choice: CategoryChoice) => void
}) {
  const say = useCategoryWords()
  const nameOf = useClassTypeName()
  const { showClassType } = useSettings()
  const query = useCall(classCategoryCalls.findClassCategoryTree, {})
  const [moved, setMoved] = useState<CategoryNode | null>(null)
  const drag = useAction(classCategoryCalls.dragClassCategory, { onDone: () => setMoved(null) })
  const [toDelete, setToDelete] = useState<CategoryNode | null>(null)
  const remove = useAction(classCategoryCalls.deleteClassCategory, {
    onDone(_, { id }) {
      setToDelete(null)
      if (id === choice.categoryId) onChoose({})
    },
  })
  const [edited, setEdited] = useState<EditedCategory | null>(null)
  const [open, setOpen] = useState(() => matchMedia('(min-width: 992px)').matches)
  const roots = query.data ?? []
  // A type that learners no longer see keeps its categories.
  const types = [
    ...new Set([...showClassType, ...roots].map((one) => ('key' in one ? one.key : one.classType))),
  ]
  const chosenName = choice.categoryId
    ? findCategory(roots, choice.categoryId)?.name
    : choice.classType && nameOf(choice.classType)

  const move = (input: CategoryMove | null) => input && drag.mutate(input)
  const menu = (node: CategoryNode) => [
    { key: 'add', label: say('add'), onClick: () => setEdited({ parent: node }) },
    { key: 'rename', label: say('rename'), onClick: () => setEdited({ category: node }) },
    ...([-1, 1] as const).map((step) => ({
      key: step === -1 ? 'up' : 'down',
      label: say(step === -1 ? 'up' : 'down'),
      disabled: !stepOf(roots, node, step),
      onClick: () => move(stepOf(roots, node, step)),
    })),
    { key: 'move', label: say('moveTo'), onClick: () => setMoved(node) },
    { key: 'remove', label: say('remove'), danger: true, onClick: () => setToDelete(node) },
  ]

  const maySave = useMay(classCategoryCalls.saveClassCategory)

  const branch = (node: CategoryNode): DataNode => ({
    key: node.id,
    title: (
      <TreeNode name={say('actions', { name: node.name })} items={maySave && menu(node)}>
        <span>
          {node.name} <span className="category-count">{classesIn(node)}</span>
        </span>
      </TreeNode>
    ),
    children: node.children.map(branch),
  })
  const data: DataNode[] = types.map((type) => ({
    key: typeKey(type),
    title: <b>{nameOf(type)}</b>,
    children: roots.filter((node) => node.classType === type).map(branch),
  }))

  return (
    <Card
      size="small"
      className="category-tree"
      title={!open && chosenName ? say('chosen', { name: chosenName }) : say('tree')}
      extra={
        <>
          {maySave && (
            <Button
              type="text"
              size="small"
              icon={<PlusOutlined />}
              aria-label={say('addTop')}
              onClick={() => setEdited({ classType: choice.classType })}
            />
          )}
          <Button
            type="link"
            size="small"
            className="category-toggle"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {say(open ? 'hide' : 'show')}
          </Button>
        </>
      }
      styles={{ body: open ? {} : { display: 'none' } }}
    >
      {query.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {query.isError && !query.data && (
        <Result
          status="error"
          title={say('failed')}
          subTitle={query.error.message}
          extra={<Button onClick={() => void query.refetch()}>{say('retry')}</Button>}
        />
      )}
      {query.data && (
        <>
          <button
            type="button"
            className="category-all"
            aria-current={!choice.classType && !choice.categoryId}
            onClick={() => onChoose({})}
          >
            {say('all')}
          </button>
          <Tree
            blockNode
            defaultExpandedKeys={data.map((type) => type.key)}
            autoExpandParent
            treeData={data}
            selectedKeys={[choice.categoryId ?? (choice.classType ? typeKey(choice.classType) : '')]}
            draggable={
              maySave && {
                icon: false,
                nodeDraggable: (node) => !String(node.key).startsWith('type:'),
              }
            }
            onDrop={(info) => move(dropOf(roots, dropPlace(info)))}
            onSelect={([key]) => {
              if (key === undefined) return onChoose({})
              const text = String(key)
              onChoose(text.startsWith('type:') ? { classType: text.slice(5) } : { categoryId: text })
            }}
          />
          {maySave && <p className="category-hint">{roots.length === 0 ? say('none') : say('hint')}</p>}
        </>
      )}
      <Modal
        open={toDelete !== null}
        title={say('removeConfirm', { name: toDelete?.name ?? '' })}
        okText={say('remove')}
        cancelText={say('cancel')}
        okButtonProps={{ danger: true, loading: remove.isPending }}
        onOk={() => remove.mutate({ id: toDelete!.id })}
        onCancel={() => setToDelete(null)}
      >
        {say('removeHint')}
      </Modal>
      {moved && (
        <MoveModal
          moved={moved}
          roots={roots}
          busy={drag.isPending}
          onMove={move}
          onClose={() => setMoved(null)}
        />
      )}
      {edited && <CategoryModal edited={edited} onClose={() => setEdited(null)} />}
    </Card>
  )
}
