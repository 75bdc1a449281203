import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Card from 'antd/es/card'
import Input from 'antd/es/input'
import Result from 'antd/es/result'
import Skeleton from 'antd/es/skeleton'
import Tree, { type DataNode } from 'antd/es/tree'
import { useDeferredValue, useState } from 'react'
import { type Branch, treeOf } from '../../../contract/tree.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { dropPlace, TreeNode } from '../../../web/shell/TreeNode.tsx'
import { type TreeUnit, unitCalls } from '../contract.ts'
import { dropOf, stepOf, type UnitMove } from './drop.ts'
import { Found } from './Found.tsx'
import { MoveModal } from './MoveModal.tsx'
import './Unit.css'
import { useUnitWords } from './words.ts'

/** How many levels of rows are drawn at once; the tree scrolls within. */
const treeHeight = 560

/** The ids above a unit, as far as they are among the rows. */
function aboveOf(rows: readonly TreeUnit[], unitId: string | null): string[] {
  const parentId = rows.find((row) => row.id === unitId)?.parentId
  return parentId ? [...aboveOf(rows, parentId), parentId] : []
}

/** Units as a tree that unfolds as one goes: choose, find, make below, move by drag or by menu. */
export function UnitTree({
  chosen,
  onChoose,
  onAdd,
  isProvider,
}: {
  /** Null shows all. */
  chosen: string | null
  onChoose: (unitId: string | null) => void
  /** A new unit below another, or at the top. */
  onAdd: (parent: { id: string; name: string } | null) => void
  isProvider: boolean
}) {
  const say = useUnitWords()
  const [words, setWords] = useState('')
  const keyword = useDeferredValue(words.trim())
  const [open, setOpen] = useState<string[]>([])
  const [isShown, setShown] = useState(() => matchMedia('(min-width: 992px)').matches)
  const [moved, setMoved] = useState<TreeUnit | null>(null)
  const query = useCall(
    unitCalls.findUnitBaseTree,
    keyword ? { keyword } : { open: open.slice(-300), ...(chosen ? { unitId: chosen } : {}) },
    { keep: true },
  )
  const rows = query.data?.list ?? []
  const [isRevealed, setRevealed] = useState(false)
  // The way down to the unit that the address names is unfolded once, and a single top.
  if (!isRevealed && query.data && keyword === '') {
    const tops = rows.filter((row) => row.parentId === null)
    setRevealed(true)
    setOpen([...new Set([...(tops.length === 1 ? [tops[0]!.id] : []), ...aboveOf(rows, chosen)])])
  }
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? ''
  const drag = useAction(unitCalls.dragUnit, {
    onDone(_, { unitId, parentId }) {
      setMoved(null)
      if (parentId) setOpen((now) => [...now.filter((id) => id !== parentId), parentId])
      notify('success', say('moved', { name: nameOf(unitId) }))
    },
  })
  const move = (input: UnitMove | null) => input && drag.mutate(input)

  const menu = (row: TreeUnit) => [
    { key: 'add', label: say('add'), onClick: () => onAdd(row) },
    ...([-1, 1] as const).map((step) => ({
      key: step === -1 ? 'up' : 'down',
      label: say(step === -1 ? 'up' : 'down'),
      // What was found stands without its siblings.
      disabled: keyword !== '' || !stepOf(rows, row, step),
      onClick: () => move(stepOf(rows, row, step)),
    })),
    { key: 'move', label: say('moveTo'), onClick: () => setMoved(row) },
  ]
  const branch = (row: Branch<TreeUnit>): DataNode => ({
    key: row.id,
    // A search shows what it found and no more.
    isLeaf: row.children.length === 0 && (keyword !== '' || row.below === 0),
    className: row.status === 'disabled' ? 'unit-tree-disabled' : '',
    title: (
      <TreeNode name={say('actionsOf', { name: row.name })} items={isProvider && menu(row)}>
        <Found text={row.name} words={row.matches ? keyword : ''} />
      </TreeNode>
    ),
    children: row.children.map(branch),
  })
  const data = treeOf(rows)
  const parents = new Set(rows.map((row) => row.parentId))

  const hint = keyword
    ? say(query.data?.more ? 'treeFoundMore' : 'treeFound', {
        count: rows.filter((row) => row.matches).length,
      })
    : say(query.data?.more ? 'treeMore' : isProvider ? 'treeHint' : 'treeHintRead')

  return (
    <Card
      size="small"
      className="unit-tree"
      title={!isShown && chosen ? say('chosen', { name: nameOf(chosen) }) : say('tree')}
      extra={
        <>
          {isProvider && (
            <Button
              type="text"
              size="small"
              icon={<PlusOutlined />}
              aria-label={say('addTop')}
              onClick={() => onAdd(null)}
            />
          )}
          <Button
            type="link"
            size="small"
            className="unit-tree-toggle"
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            {say(isShown ? 'hide' : 'show')}
          </Button>
        </>
      }
      styles={{ body: isShown ? {} : { display: 'none' } }}
    >
      <Input.Search
        allowClear
        size="small"
        value={words}
        placeholder={say('treeSearch')}
        aria-label={say('treeSearch')}
        onChange={(event) => setWords(event.target.value)}
      />
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
            className="unit-tree-all"
            aria-current={chosen === null}
            onClick={() => onChoose(null)}
          >
            {say('all')}
          </button>
          <Tree
            blockNode
            virtual
            height={treeHeight}
            treeData={data.map(branch)}
            expandedKeys={
              keyword
                ? rows.filter((row) => parents.has(row.id)).map((row) => row.id)
                : rows.filter((row) => open.includes(row.id)).map((row) => row.id)
            }
            onExpand={(_, { node, expanded }) => {
              const id = String(node.key)
              setOpen((now) => (expanded ? [...now, id] : now.filter((one) => one !== id)))
            }}
            selectedKeys={chosen ? [chosen] : []}
            draggable={isProvider && keyword === '' ? { icon: false } : false}
            onDrop={(info) => move(dropOf(rows, dropPlace(info)))}
            onSelect={([key]) => onChoose(key === undefined ? null : String(key))}
          />
          <p className="unit-hint" role="status">
            {rows.length > 0 ? hint : keyword ? say('treeNotFound', { keyword }) : say('treeNone')}
          </p>
        </>
      )}
      {moved && (
        <MoveModal moved={moved} busy={drag.isPending} onMove={move} onClose={() => setMoved(null)} />
      )}
    </Card>
  )
}
