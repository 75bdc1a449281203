import { type ReactNode, useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { SideTree } from '../../../web/shell/list/SideTree.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { type TreeUnit, unitCalls } from '../contract.ts'
import { Found } from './Found.tsx'
import { UnitPicker } from './UnitPicker.tsx'
import { useUnitWords } from './words.ts'

/** Within how many pixels the rows are drawn; the tree scrolls there. */
const treeHeight = 560

/** The ids above a unit, as far as they are among the rows. */
function aboveOf(rows: readonly TreeUnit[], unitId: string | null): string[] {
  const parentId = rows.find((row) => row.id === unitId)?.parentId
  return parentId ? [...aboveOf(rows, parentId), parentId] : []
}

/** A page with the units at its side, as a tree that unfolds as one goes. */
export function UnitTree({
  chosen,
  onChoose,
  onAdd,
  isProvider,
  children,
}: {
  /** Null shows all. */
  chosen: string | null
  onChoose: (unitId: string | null) => void
  /** A new unit below another, or at the top. */
  onAdd: (parent: { id: string; name: string } | null) => void
  isProvider: boolean
  children: ReactNode
}) {
  const say = useUnitWords()
  const [words, setWords] = useState('')
  const keyword = usePaused(words.trim())
  const isSearch = keyword !== ''
  const [open, setOpen] = useState<string[]>([])
  const query = useCall(
    unitCalls.findUnitBaseTree,
    isSearch ? { keyword } : { open: open.slice(-300), ...(chosen ? { unitId: chosen } : {}) },
    { keep: true },
  )
  const rows = query.data?.list ?? []
  const parents = new Set(rows.map((row) => row.parentId))
  const [isRevealed, setRevealed] = useState(false)
  // The way down to the unit that the address names is unfolded once, and a single top.
  if (!isRevealed && query.data && !isSearch) {
    const tops = rows.filter((row) => row.parentId === null)
    setRevealed(true)
    setOpen([...new Set([...(tops.length === 1 ? [tops[0]!.id] : []), ...aboveOf(rows, chosen)])])
  }
  const fold = (id: string, isOpen: boolean) =>
    setOpen((now) => [...now.filter((one) => one !== id), ...(isOpen ? [id] : [])])
  const drag = useAction(unitCalls.dragUnit, {
    quiet: true,
    onDone(_, { parentId }) {
      if (parentId) fold(parentId, true)
    },
  })

  const hint = isSearch
    ? say(query.data?.more ? 'treeFoundMore' : 'treeFound', {
        count: rows.filter((row) => row.matches).length,
      })
    : say(query.data?.more ? 'treeMore' : isProvider ? 'treeHint' : 'treeHintRead')

  return (
    <SideTree
      wide
      height={treeHeight}
      title={say('units')}
      all={say('all')}
      query={query}
      // A search shows what it found and no more.
      rows={rows.map((row) => ({ ...row, isLeaf: !parents.has(row.id) && (isSearch || row.below === 0) }))}
      chosen={chosen}
      onChoose={onChoose}
      renderName={({ name, status, matches }) => (
        <span className={status === 'disabled' ? 'unit-tree-disabled' : ''}>
          <Found text={name} words={matches ? keyword : ''} />
        </span>
      )}
      isOpen={({ id }) => (isSearch ? parents.has(id) : open.includes(id))}
      onFold={fold}
      add={isProvider && { label: say('addTop'), labelBelow: say('add'), onAdd }}
      move={
        isProvider && {
          onMove: ({ id, ...place }) => drag.mutateAsync({ unitId: id, ...place }),
          picker: <UnitPicker wide top={say('moveTop')} />,
          hint: say('moveHint'),
          // Search results come without their siblings.
          unordered: isSearch,
        }
      }
      search={
        <input
          type="search"
          className="office-input"
          value={words}
          placeholder={say('treeSearch')}
          aria-label={say('treeSearch')}
          onChange={(event) => setWords(event.target.value)}
        />
      }
      footer={
        <p className="side-hint k-caption" role="status">
          {rows.length > 0 ? hint : isSearch ? say('treeNotFound', { keyword }) : say('treeNone')}
        </p>
      }
    >
      {children}
    </SideTree>
  )
}
