import { useRef, useState } from 'react'
import { keyOf } from '../../composing.ts'
import { columnWidths, type ListColumn } from '../../../contract/listColumn.ts'
import { Button } from '../control/Button.tsx'
import { OrderedRows } from '../control/OrderedRows.tsx'
import { offerUndo } from '../view/undo.ts'
import { useShellWords } from '../words.ts'

/** A column on its way to be saved: what is not arranged of it is left out. */
type Arranged = Omit<ListColumn, 'width'> & { width?: number | undefined }

/** The width of a column in pixels, as the head’s edge sets it; empty: as wide as its content. */
function WidthField({
  name,
  width,
  onChange,
}: {
  name: string
  width: number | undefined
  onChange: (width: number | undefined) => void
}) {
  const say = useShellWords()
  const [text, setText] = useState(String(width ?? ''))
  const [seen, setSeen] = useState(width)
  if (seen !== width) {
    setSeen(width)
    setText(String(width ?? ''))
  }
  return (
    <input
      type="number"
      aria-label={name}
      placeholder={say('widthAuto')}
      min={columnWidths.least}
      max={columnWidths.most}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        // What is typed passes through numbers that are too small.
        if (target.validity.valid) onChange(target.value === '' ? undefined : Number(target.value))
      }}
      // What was not taken is not shown as if it were.
      onBlur={() => setText(String(width ?? ''))}
    />
  )
}

/** Editor of a table's columns: which are shown, their order and width, and which of them are pinned. */
export function ColumnSettings({
  columns,
  isArranged,
  onChange,
}: {
  /** Columns in the order they have now. */
  columns: readonly (ListColumn & { title: string })[]
  isArranged: boolean
  /** Null: as the list has them. */
  onChange: (columns: readonly ListColumn[] | null) => void
}) {
  const say = useShellWords()
  const place = useRef<HTMLDetailsElement>(null)
  const shut = () => place.current?.removeAttribute('open')
  const save = (next: readonly Arranged[]) =>
    onChange(
      next.map(({ key, hidden, pinned, width }) => ({
        key,
        ...(hidden ? { hidden } : {}),
        ...(pinned ? { pinned } : {}),
        ...(width ? { width } : {}),
      })),
    )
  const put = (changed: Arranged) => save(columns.map((each) => (each.key === changed.key ? changed : each)))
  // As many stay as before, so that a column can be moved past one that does.
  const pins = columns.filter(({ pinned }) => pinned).length
  function reorder(next: readonly Arranged[], { title }: { title: string }) {
    save(next.map((each, i) => ({ ...each, pinned: i < pins })))
    offerUndo(say('moved', { name: title }), async () => (isArranged ? save(columns) : onChange(null)))
  }
  const shown = columns.filter(({ hidden }) => !hidden)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- it closes when the focus leaves
    <details
      ref={place}
      className="crud-columns"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && shut()}
      onKeyDown={(event) => {
        if (keyOf(event) !== 'Escape') return
        shut()
        place.current?.querySelector('summary')?.focus()
      }}
    >
      <summary className="office-button">{say('columns')}</summary>
      <div className="shell-card" tabIndex={-1}>
        <OrderedRows
          className="crud-order k-list"
          rows={columns}
          onChange={reorder}
          labelOf={(column, way) => say(way === 'up' ? 'columnUp' : 'columnDown', { name: column.title })}
          isOff={({ hidden = false }) => hidden}
        >
          {(column) => (
            <>
              <label className="k-row">
                <input
                  type="checkbox"
                  checked={!column.hidden}
                  disabled={!column.hidden && shown.length === 1}
                  onChange={(event) => put({ ...column, hidden: !event.target.checked })}
                />
                {column.title}
              </label>
              <Button
                size="small"
                type={column.pinned ? 'primary' : 'default'}
                aria-pressed={column.pinned ?? false}
                aria-label={say('columnPin', { name: column.title })}
                onClick={() => put({ ...column, pinned: !column.pinned })}
              >
                {say('pin')}
              </Button>
              <WidthField
                name={say('columnWidth', { name: column.title })}
                width={column.width}
                onChange={(width) => put({ ...column, width })}
              />
            </>
          )}
        </OrderedRows>
        <Button type="link" size="small" disabled={!isArranged} onClick={() => onChange(null)}>
          {say('columnsReset')}
        </Button>
      </div>
    </details>
  )
}
