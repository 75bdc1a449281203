import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Dropdown from 'antd/es/dropdown'
import Modal from 'antd/es/modal'
import Result from 'antd/es/result'
import Skeleton from 'antd/es/skeleton'
import Tree from 'antd/es/tree'
import { type ReactNode, useState } from 'react'
import type { Call } from '../../../../contract/call.ts'
import { useAction, useCall } from '../../../../web/client.ts'
import type { CategoryDrag, CategoryNode, resourceCategoryCalls } from '../contract.ts'
import { FolderModal, type FolderTask } from './FolderModal.tsx'
import './Folders.css'
import { branchIds, dropOf, findPlaced, stepOf } from './folders.ts'
import { useCategoryWords } from './words.ts'

type Like<C extends Call> = Call<C['input'], C['output']>
type Calls = typeof resourceCategoryCalls

/** The calls of one tree of folders; resources have one, courses another. */
export interface FolderCalls {
  tree: Like<Calls['findTree']>
  save: Like<Calls['save']>
  drag: Like<Calls['drag']>
  delete: Like<Calls['delete']>
}

/** A page with a tree of folders at its side: choose, make, rename, drag, delete; folded away on a phone. */
export function Folders({
  calls,
  chosen,
  onChoose,
  mayChange,
  children,
}: {
  calls: FolderCalls
  /** Null shows all. */
  chosen: string | null
  onChoose: (id: string | null) => void
  mayChange: boolean
  children: ReactNode
}) {
  const say = useCategoryWords()
  const query = useCall(calls.tree, {})
  const save = useAction(calls.save)
  const drag = useAction(calls.drag)
  const remove = useAction(calls.delete)
  const [task, setTask] = useState<FolderTask | null>(null)
  const [toDelete, setToDelete] = useState<CategoryNode | null>(null)
  // What was closed by hand; whatever is new stands open.
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [open, setOpen] = useState(() => matchMedia('(min-width: 992px)').matches)
  const tree = query.data ?? []
  const close = () => setTask(null)
  const move = (input: CategoryDrag | null) => input && drag.mutate(input)

  const actionsOf = (node: CategoryNode) => [
    {
      key: 'below',
      label: say('createBelow'),
      onClick: () => setTask({ kind: 'create', parentId: node.id }),
    },
    { key: 'rename', label: say('rename'), onClick: () => setTask({ kind: 'rename', node }) },
    {
      key: 'up',
      label: say('up'),
      disabled: !stepOf(tree, node.id, -1),
      onClick: () => move(stepOf(tree, node.id, -1)),
    },
    {
      key: 'down',
      label: say('down'),
      disabled: !stepOf(tree, node.id, 1),
      onClick: () => move(stepOf(tree, node.id, 1)),
    },
    {
      key: 'move',
      label: say('moveTo'),
      onClick: () => setTask({ kind: 'move', node, parentId: findPlaced(tree, node.id)?.parentId ?? null }),
    },
    { key: 'delete', danger: true, label: say('delete'), onClick: () => setToDelete(node) },
  ]

  const titleOf = (node: CategoryNode) => (
    <>
      <span className="folders-name">{node.name}</span>
      <span className="folders-count">{node.members}</span>
      {mayChange && (
        <Dropdown
          trigger={['click']}
          menu={{ items: actionsOf(node), onClick: ({ domEvent }) => domEvent.stopPropagation() }}
        >
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined />}
            aria-label={say('actionsOf', { name: node.name })}
            onClick={(event) => event.stopPropagation()}
          />
        </Dropdown>
      )}
    </>
  )

  return (
    <div className="folders-page">
      <Card
        size="small"
        className="folders"
        title={say('folders')}
        extra={
          <>
            {mayChange && (
              <Button
                type="text"
                size="small"
                icon={<PlusOutlined />}
                aria-label={say('create')}
                onClick={() => setTask({ kind: 'create', parentId: null })}
              />
            )}
            <Button type="link" size="small" className="folders-toggle" onClick={() => setOpen(!open)}>
              {say(open ? 'hide' : 'show')}
            </Button>
          </>
        }
        styles={{ body: open ? {} : { display: 'none' } }}
      >
        <button
          type="button"
          className="folders-all"
          aria-current={chosen === null}
          onClick={() => onChoose(null)}
        >
          {say('all')}
        </button>
        {query.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
        {query.isError && (
          <Result
            status="error"
            title={say('failed')}
            subTitle={query.error.message}
            extra={<Button onClick={() => void query.refetch()}>{say('retry')}</Button>}
          />
        )}
        {tree.length > 0 && (
          <Tree<CategoryNode & { disabled?: boolean }>
            blockNode
            expandedKeys={branchIds(tree).filter((id) => !closed.has(id))}
            onExpand={(keys) => setClosed(new Set(branchIds(tree).filter((id) => !keys.includes(id))))}
            draggable={mayChange ? { icon: false } : false}
            fieldNames={{ key: 'id', children: 'children', title: 'name' }}
            treeData={tree}
            titleRender={titleOf}
            selectedKeys={chosen ? [chosen] : []}
            onSelect={([id]) => onChoose(id === undefined ? null : String(id))}
            onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
              const own = Number(node.pos.split('-').at(-1))
              move(
                dropOf(tree, { id: dragNode.id, onto: node.id, inGap: dropToGap, after: dropPosition > own }),
              )
            }}
          />
        )}
      </Card>
      <div>{children}</div>
      <FolderModal
        task={task}
        tree={tree}
        busy={save.isPending || drag.isPending}
        onCancel={close}
        onName={(named, name) =>
          save.mutate(
            named.kind === 'rename' ? { id: named.node.id, name } : { name, parentId: named.parentId },
            { onSuccess: close },
          )
        }
        onMove={(id, parentId) => drag.mutate({ id, parentId, beforeId: null }, { onSuccess: close })}
      />
      <Modal
        open={toDelete !== null}
        title={toDelete ? say('deleteConfirm', { name: toDelete.name }) : ''}
        okText={say('delete')}
        cancelText={say('cancel')}
        okButtonProps={{ danger: true }}
        confirmLoading={remove.isPending}
        onCancel={() => setToDelete(null)}
        onOk={() =>
          remove.mutate(
            { id: toDelete!.id },
            {
              onSuccess() {
                if (chosen === toDelete!.id) onChoose(null)
              },
              onSettled: () => setToDelete(null),
            },
          )
        }
      />
    </div>
  )
}
