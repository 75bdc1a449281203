import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'

/** Rows in an order that is made here: by dragging, or with the arrows before each of them. */
export function OrderedRows<Row extends { key: string }>({
  className,
  rows,
  onChange,
  labelOf,
  isOff,
  isBusy = false,
  children,
}: {
  className: string
  rows: readonly Row[]
  onChange: (rows: Row[], moved: Row) => void
  /** Name of the arrow of a row. */
  labelOf: (row: Row, way: 'up' | 'down') => string
  /** True if a row is there and takes no part. */
  isOff: (row: Row) => boolean
  /** A move is still being saved: the rows are not yet in the order that the next one starts from. */
  isBusy?: boolean
  children: (row: Row, index: number) => ReactNode
}) {
  const [dragged, setDragged] = useState<number | null>(null)
  function move(from: number, to: number) {
    if (isBusy) return
    const moved = rows[from]!
    const next = rows.filter((row) => row !== moved)
    next.splice(to, 0, moved)
    onChange(next, moved)
  }
  return (
    <ol className={className}>
      {rows.map((row, i) => (
        <li key={row.key}>
          <div
            draggable={!isBusy}
            data-off={isOff(row) || undefined}
            data-over={dragged === i || undefined}
            onDragStart={() => setDragged(i)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null && dragged !== i) move(dragged, i)
              setDragged(null)
            }}
          >
            <span className="shell-row">
              <Button
                size="small"
                aria-label={labelOf(row, 'up')}
                disabled={i === 0}
                // Disabled altogether it would lose the focus.
                aria-disabled={isBusy || undefined}
                onClick={() => move(i, i - 1)}
              >
                ↑
              </Button>
              <Button
                size="small"
                aria-label={labelOf(row, 'down')}
                disabled={i === rows.length - 1}
                aria-disabled={isBusy || undefined}
                onClick={() => move(i, i + 1)}
              >
                ↓
              </Button>
            </span>
            {children(row, i)}
          </div>
        </li>
      ))}
    </ol>
  )
}
