import { use } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Empty, Failure, isComing, Skeleton } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { Column } from '../../../web/shell/list/columns.ts'
import { ExportPart } from '../../../web/shell/list/ExportPart.tsx'
import type { Filter } from '../../../web/shell/list/filter.ts'
import { Filters } from '../../../web/shell/list/Filters.tsx'
import { RowList } from '../../../web/shell/list/RowList.tsx'
import { Permissions } from '../../../web/shell/view/may.ts'
import { useNarrow } from '../../../web/shell/view/narrow.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useBilingual } from '../../../web/words.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { useSettings } from '../../project/web/settings.ts'
import { UnitPicker, useChosenUnit } from '../../unit/web/UnitPicker.tsx'
import { type BoardType, type BoardUnit, dashboardCalls, dashboardExports, type Totals } from '../contract.ts'
import {
  type BoardKind,
  boardKinds,
  boards,
  daysOf,
  listAddress,
  longestActive,
  type Step,
  stepRange,
  typeWords,
} from '../rules.ts'
import { BoardFigures } from './BoardFigures.tsx'
import { ClearCaches } from './ClearCaches.tsx'
import { Chart } from './Chart.tsx'
import type { ChartData } from './chartData.ts'
import './Board.css'
import { isNothing, useAmountOf, useAmountsOf, useBoardName } from './amounts.ts'
import { useDashboardWords } from './words.ts'

/** Filters of a board, as the address has them. */
interface Asked {
  from?: string
  to?: string
  unitId?: string
  classType?: string
}

/** Options of what a board asks for: it asks again by itself while it is seen, and shows the last answer until then. */
const renewed = { keep: true, refetchInterval: 30_000 } as const

/** /dashboard/index: the figures of a range beside those of the one before, with their course, units and class types. */
export default function BoardPage() {
  const say = useDashboardWords()
  const nameOf = useClassTypeName()
  const { showClassType } = useSettings()
  const [state, change] = useUrlState()
  const { from, to, unitId, classType, kind: named } = state
  const kind = boardKinds.find((one) => one === named) ?? 'registrations'
  const asked: Asked = {
    ...(from && { from }),
    ...(to && { to }),
    ...(unitId && { unitId }),
    ...(classType && { classType }),
  }
  const unit = useChosenUnit(unitId)
  const totals = useCall(dashboardCalls.getDashboardDataTotal, asked, renewed)
  const last = useCall(dashboardCalls.getDashboardDataLastDate, unitId ? { unitId } : {}, renewed)
  const filters: Filter[] = [
    { kind: 'days', from: 'from', to: 'to', label: say('period') },
    { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
    {
      name: 'classType',
      label: say('classType'),
      kind: 'select',
      options: showClassType.map(({ key }) => ({ value: key, label: nameOf(key) })),
    },
  ]
  return (
    <div className="k-stack board">
      <Filters
        key={JSON.stringify(asked)}
        filters={filters}
        given={{ from, to, unitId, classType }}
        folded={useNarrow()}
        onSearch={(values) => change(values, 'push')}
      />
      {totals.error && !totals.data && <Failure error={totals.error} onRetry={() => void totals.refetch()} />}
      {isComing(totals) && <Skeleton lines={6} height={48} />}
      {totals.data && (
        <>
          <div className="k-cluster k-split">
            <p className="k-muted">
              {say('ranges', {
                from: totals.data.range.from,
                to: totals.data.range.to,
                beforeFrom: totals.data.rangeBefore.from,
                beforeTo: totals.data.rangeBefore.to,
              })}
              {last.data && ` · ${say('asOf', { time: dateTime(last.data.asOf) })}`}
            </p>
            {unitId && (
              <Button size="small" onClick={() => change({ unitId: null }, 'push')}>
                {say('allUnits')}
              </Button>
            )}
          </div>
          {isEmpty(totals.data, last.data?.days) ? (
            <Empty title={say('emptyBoard')} hint={say('emptyBoardHint')} />
          ) : (
            <>
              <BoardFigures
                totals={totals.data}
                narrowed={asked}
                kind={kind}
                lastDays={last.data?.days ?? []}
                onChoose={(chosen) => change({ kind: chosen })}
              />
              <Parts
                asked={asked}
                covers={[
                  `${totals.data.range.from} – ${totals.data.range.to}`,
                  ...unit.map(({ label }) => label),
                  ...(classType ? [nameOf(classType)] : []),
                ].join(' · ')}
                kind={kind}
                totals={totals.data}
                onUnit={(id) => change({ unitId: id }, 'push')}
              />
            </>
          )}
          <p className="k-cluster">
            <ClearCaches />
          </p>
        </>
      )}
    </div>
  )
}

/** True where nothing was counted, neither in these ranges nor on any day of the year. */
const isEmpty = ({ figures }: Totals, lastDays: readonly { day: string | null }[] | undefined) =>
  lastDays !== undefined && lastDays.every(({ day }) => day === null) && isNothing(figures)

/** The course of the chosen kind, its units and its class types. */
function Parts({
  asked,
  covers,
  kind,
  totals: { range },
  onUnit,
}: {
  asked: Asked
  covers: string
  kind: BoardKind
  totals: Totals
  onUnit: (unitId: string) => void
}) {
  const say = useDashboardWords()
  // Being active is not counted by class type.
  const isOfTypes = kind !== 'active'
  const isOfUnits = isOfTypes || daysOf(range) <= longestActive
  const isChosenType = asked.classType !== undefined
  if (isChosenType && !isOfTypes) return <p className="k-muted">{say('activeOfNoType')}</p>
  return (
    <>
      <Course asked={asked} covers={covers} kind={kind} range={range} />
      {isOfUnits ? (
        <Units asked={asked} covers={covers} kind={kind} range={range} onUnit={onUnit} />
      ) : (
        <p className="k-muted">{say('activeOfUnits', { days: longestActive })}</p>
      )}
      {isOfTypes && !isChosenType && <Types asked={asked} covers={covers} kind={kind} range={range} />}
    </>
  )
}

/** An amount of a range and of the one before. */
interface Amounts {
  value: number
  before: number
}

/** The name of a row, and the list that has what its amount counts. */
interface Listing<R> {
  nameOf: (row: R) => string
  addressOf: (row: R) => string | null
}

/** Returns the chart of rows with two amounts each, and the columns of the table beside it. */
function useCompared(kind: BoardKind) {
  const say = useDashboardWords()
  const { amount, plain, axis, unit } = useAmountsOf(kind)
  const headOf = (head: string) => (unit ? say('headIn', { head, unit }) : head)
  return {
    dataOf: (shape: ChartData['kind'], rows: readonly Amounts[], labels: readonly string[]): ChartData => ({
      kind: shape,
      labels,
      names: [say('now'), say('before')],
      series: [rows.map(({ value }) => plain(value)), rows.map(({ before }) => plain(before))],
      format: axis,
      unit,
    }),
    columnsOf: <R extends Amounts>({ nameOf, addressOf }: Listing<R>): Column<R>[] => [
      {
        key: 'value',
        title: headOf(say('now')),
        align: 'right',
        whole: true,
        render: (_, row) => <Listed kind={kind} value={row.value} name={nameOf(row)} to={addressOf(row)} />,
      },
      {
        key: 'before',
        title: headOf(say('before')),
        align: 'right',
        whole: true,
        render: (_, row) => amount(row.before),
      },
    ],
  }
}

/** An amount, with the way to the list that has its rows for who may open that. */
function Listed({
  kind,
  value,
  name,
  to,
}: {
  kind: BoardKind
  value: number
  name: string
  to: string | null
}) {
  const say = useDashboardWords()
  const boardName = useBoardName()
  const held = use(Permissions)
  const amountOf = useAmountOf()
  const { amount } = useAmountsOf(kind)
  const text = amount(value)
  const { list } = boards[kind]
  if (!to || !list || !held.has(list.page)) return text
  return (
    <Link to={to} aria-label={say('listOf', { what: `${name} ${boardName(kind)} ${amountOf(kind, value)}` })}>
      {text}
    </Link>
  )
}

interface PartProps {
  asked: Asked
  /** Days, unit and class type by which a saved picture is understood. */
  covers: string
  kind: BoardKind
  range: Totals['range']
}

function Course({ asked, covers, kind, range }: PartProps) {
  const say = useDashboardWords()
  const boardName = useBoardName()
  const { dataOf, columnsOf } = useCompared(kind)
  const step: Step = daysOf(range) > longestActive ? 'month' : 'day'
  const course = useCall(dashboardCalls.getDashboardDataTotalGroup, { ...asked, kind, step }, renewed)
  if (!course.data)
    return course.error ? <Failure error={course.error} /> : <Skeleton height={300} lines={1} />
  const { points, before } = course.data
  const labelOf = (start: string) => (step === 'day' ? start.slice(5) : start.slice(0, 7))
  const nameOf = ({ start }: { start: string }) => (step === 'day' ? start : start.slice(0, 7))
  const rows = points.map(({ start, value }, index) => ({ start, value, before: before[index]?.value ?? 0 }))
  const title = say('courseOf', { what: boardName(kind) })
  return (
    <Chart
      title={title}
      covers={covers}
      isFolded
      data={dataOf(
        'lines',
        rows,
        rows.map(({ start }) => labelOf(start)),
      )}
      tools={<ExportPart call={dashboardExports.exportDays} filter={{ ...asked }} total={daysOf(range)} />}
      table={
        <RowList
          name={title}
          empty={say('nothing')}
          rows={[...rows].reverse()}
          keyOf={({ start }) => start}
          columns={[
            {
              key: 'start',
              title: say('day'),
              whole: true,
              render: (_, row) => <span className="k-nowrap">{nameOf(row)}</span>,
            },
            ...columnsOf<(typeof rows)[number]>({
              nameOf,
              addressOf: ({ start }) => listAddress(kind, stepRange(start, step, range), asked),
            }),
          ]}
        />
      }
    />
  )
}

/** Units or types shown at once; all of them are in the sheet. */
const shown = 20

function Units({ asked, covers, kind, range, onUnit }: PartProps & { onUnit: (unitId: string) => void }) {
  const say = useDashboardWords()
  const boardName = useBoardName()
  const { dataOf, columnsOf } = useCompared(kind)
  const units = useCall(dashboardCalls.getDashboardDataTop, { ...asked, kind, limit: shown }, renewed)
  if (!units.data) return units.error ? <Failure error={units.error} /> : <Skeleton height={200} lines={1} />
  const { list, total } = units.data
  const title = say('unitsOf', { what: boardName(kind) })
  const nameOf = (row: BoardUnit) => row.unitName ?? say('rest')
  const addressOf = ({ unitId }: BoardUnit) => unitId && listAddress(kind, range, { ...asked, unitId })
  return (
    <Chart
      title={title}
      covers={covers}
      data={dataOf('bars', list, list.map(nameOf))}
      tools={<ExportPart call={dashboardExports.exportUnits} filter={{ ...asked, kind }} total={total} />}
      table={
        <>
          <RowList
            name={title}
            empty={say('nothing')}
            rows={list}
            keyOf={({ unitId }) => unitId ?? ''}
            columns={[
              {
                key: 'unit',
                title: say('unit'),
                wide: true,
                render: (_, row) =>
                  row.unitId && row.hasUnits ? (
                    <Button type="link" size="small" onClick={() => onUnit(row.unitId!)}>
                      {nameOf(row)}
                    </Button>
                  ) : (
                    nameOf(row)
                  ),
              },
              ...columnsOf<BoardUnit>({ nameOf, addressOf }),
            ]}
          />
          {total > list.length && <p className="k-muted">{say('firstOf', { shown: list.length, total })}</p>}
        </>
      }
    />
  )
}

function Types({ asked, covers, kind, range }: PartProps) {
  const say = useDashboardWords()
  const boardName = useBoardName()
  const typeName = useClassTypeName()
  const pick = useBilingual()
  const { dataOf, columnsOf } = useCompared(kind)
  const types = useCall(dashboardCalls.getDashboardDataByType, { ...asked, kind, limit: shown }, renewed)
  if (!types.data) return types.error ? <Failure error={types.error} /> : <Skeleton height={200} lines={1} />
  const { list, total } = types.data
  const title = say('typesOf', { what: boardName(kind) })
  const nameOf = ({ classType }: BoardType) => {
    const words = typeWords[classType]
    return words ? pick(words.zh, words.en) : typeName(classType)
  }
  const addressOf = ({ classType }: BoardType) =>
    listAddress(kind, range, { unitId: asked.unitId, classType })
  return (
    <Chart
      title={title}
      covers={covers}
      data={dataOf('bars', list, list.map(nameOf))}
      tools={<ExportPart call={dashboardExports.exportTypes} filter={{ ...asked, kind }} total={total} />}
      table={
        <RowList
          name={title}
          empty={say('nothing')}
          rows={list}
          keyOf={({ classType }) => classType}
          columns={[
            { key: 'classType', title: say('classType'), wide: true, render: (_, row) => nameOf(row) },
            ...columnsOf<BoardType>({ nameOf, addressOf }),
          ]}
        />
      }
    />
  )
}
