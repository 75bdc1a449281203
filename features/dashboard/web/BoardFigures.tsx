import { use } from 'react'
import { Link } from 'react-router'
import { number } from '../../../web/format.ts'
import { Permissions } from '../../../web/shell/view/may.ts'
import type { Totals } from '../contract.ts'
import { type BoardKind, boards, listAddress } from '../rules.ts'
import { useAmountOf, useBoardName } from './amounts.ts'
import { useDashboardWords } from './words.ts'

/** The figures of a range with how they changed; one is chosen to be drawn, and leads to the list that has its rows. */
export function BoardFigures({
  totals: { figures, range },
  narrowed,
  kind: chosen,
  lastDays,
  onChoose,
}: {
  totals: Totals
  narrowed: { unitId?: string; classType?: string }
  kind: BoardKind
  lastDays: readonly { kind: BoardKind; day: string | null }[]
  onChoose: (kind: BoardKind) => void
}) {
  const say = useDashboardWords()
  const nameOf = useBoardName()
  const amountOf = useAmountOf()
  const held = use(Permissions)
  return (
    <ul className="k-grid k-list board-figures" aria-label={say('figures')}>
      {figures.map(({ kind, value, before }) => {
        const { list } = boards[kind]
        const to = list && held.has(list.page) ? listAddress(kind, range, narrowed) : null
        const last = lastDays.find((one) => one.kind === kind)?.day
        return (
          <li key={kind} className="shell-card board-figure" data-chosen={kind === chosen}>
            <button
              type="button"
              className="k-bare"
              aria-pressed={kind === chosen}
              onClick={() => onChoose(kind)}
            >
              <span>{nameOf(kind)}</span>
              <strong>{amountOf(kind, value)}</strong>
              <small>
                {say('beforeOf', { amount: amountOf(kind, before) })} <Change value={value} before={before} />
              </small>
            </button>
            <small className="k-cluster k-split k-muted">
              {last ? say('lastDay', { day: last }) : say('notThisYear')}
              {to && (
                <Link to={to} aria-label={say('listOf', { what: nameOf(kind) })}>
                  {say('list')}
                </Link>
              )}
            </small>
          </li>
        )
      })}
    </ul>
  )
}

/** The change in percent, with its sign; nothing where there was nothing before. */
function Change({ value, before }: { value: number; before: number }) {
  if (before === 0) return null
  const percent = Math.round(((value - before) / Math.abs(before)) * 100)
  return (
    <span className="k-nowrap">
      {percent > 0 ? '▲ +' : percent < 0 ? '▼ −' : ''}
      {number(Math.abs(percent))}%
    </span>
  )
}
