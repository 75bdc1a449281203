import { interactive, type RowsProps } from './RowTable.tsx'
import './RowCards.css'
import { cellOf, type Column } from './columns.ts'
import { Tick } from '../control/Tick.tsx'

/** Number of columns a card has below its title, unless they are declared. */
const lines = 4

/** The parts of a card: its title, its tags, its lines and its actions. */
export function cardOf<R>(columns: readonly Column<R>[]) {
  const actions = columns.filter((column) => column.fixed)
  const plain = columns.filter((column) => !column.fixed && column.card !== false)
  const title = plain.find((column) => column.card === 'title') ?? plain[0]
  const tags = plain.filter((column) => column !== title && column.card === 'tag')
  const rest = plain.filter((column) => column !== title && column.card !== 'tag')
  const declared = rest.filter((column) => column.card === 'line')
  return { title, tags, lines: declared.length > 0 ? declared : rest.slice(0, lines), actions }
}

/** The rows of a list on a phone, each a card with its actions. */
export function RowCards<R>({ name, columns, rows, keyOf, ticks, empty }: RowsProps<R>) {
  const card = cardOf(columns)
  if (rows.length === 0) return empty
  const cards = (
    <ul className="crud-cards k-stack k-gap-2 k-list" aria-label={name}>
      {rows.map((row, i) => (
        <li
          key={keyOf(row)}
          data-row-key={keyOf(row)}
          data-chosen={ticks?.keys.includes(keyOf(row)) || undefined}
          tabIndex={-1}
        >
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a larger target of the box in it */}
          <div
            className="crud-card-head k-cluster"
            onClick={({ target, currentTarget }) => {
              if (!(target as HTMLElement).closest(interactive))
                currentTarget.querySelector<HTMLElement>('.crud-tick-box input')?.click()
            }}
          >
            {ticks && <Tick ticks={ticks} rows={[row]} name={ticks.nameOf(row)} />}
            <div className="crud-card-title">{card.title && cellOf(card.title, row, i)}</div>
            {card.tags.map((column) => (
              <div key={column.key}>{cellOf(column, row, i)}</div>
            ))}
          </div>
          <dl>
            {card.lines.map((column) => (
              <div key={column.key}>
                <dt className="k-muted">{column.title}</dt>
                <dd>{cellOf(column, row, i)}</dd>
              </div>
            ))}
          </dl>
          {card.actions.map((column) => (
            <div key={column.key} className="crud-card-actions">
              {cellOf(column, row, i)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
  if (!ticks) return cards
  return (
    <>
      <Tick ticks={ticks} rows={rows} isLabelled />
      {cards}
    </>
  )
}
