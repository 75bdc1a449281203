import { invoiceKinds } from '../../../../contract/invoicing.ts'
import { Link } from 'react-router'
import type { OutputOf } from '../../../../contract/call.ts'
import { money } from '../../../../web/format.ts'
import { useCall } from '../../../../web/client.ts'
import { dayStart } from '../../../../web/dayStart.ts'
import { Chips } from '../../../../web/kit/Chips.tsx'
import { Empty, Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { DaysInput } from '../../../../web/shell/control/RangeInput.tsx'
import { RefreshFailed } from '../../../../web/shell/control/RefreshFailed.tsx'
import { RowList } from '../../../../web/shell/list/RowList.tsx'
import type { Column } from '../../../../web/shell/list/columns.ts'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { UnitPicker } from '../../../unit/web/UnitPicker.tsx'
import { issueCalls, statisticsBy } from '../../issue/contract.ts'
import { invoicePaths } from './paths.ts'
import './Invoice.css'
import { useFigureWords } from './figureWords.ts'
import { useOfficeWords } from './officeWords.ts'
import { useInvoiceWords } from './words.ts'

type Statistics = OutputOf<typeof issueCalls.statistics>
type Row = Statistics['rows'][number]

/** Filters of the statistics, which the list of what a row sums has as well. */
type Period = Readonly<Partial<Record<'from' | 'to' | 'unitId' | 'kind', string | undefined>>>

/** Key of the row of the sums, which no other row has. */
const sumKey = ' '

/** First and last day of a month (YYYY-MM), as far as they are in a period. */
function daysOf(month: string, { from, to }: Period): Period {
  const [year, number] = month.split('-').map(Number)
  const first = `${month}-01`
  const last = new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
  return { from: from && from > first ? from : first, to: to && to < last ? to : last }
}

/** Issued invoices summed by one of five ways, of a period, with the sums of all as the last row. */
export function InvoiceStatistics() {
  const say = useFigureWords()
  const ofOffice = useOfficeWords()
  const ofInvoice = useInvoiceWords()
  const [{ by: given, from, to, unitId, kind: chosen }, change] = useUrlState()
  const by = statisticsBy.find((known) => known === given) ?? 'month'
  const kind = invoiceKinds.find((known) => known === chosen)
  const query = useCall(
    issueCalls.statistics,
    {
      by,
      ...(from && { from: dayStart(from) }),
      ...(to && { to: dayStart(to, 1) }),
      ...(unitId && { unitId }),
      ...(kind && { kind }),
    },
    { keep: true, staleTime: 0 },
  )
  return (
    <div className="crud">
      <div className="shell-card crud-search invoice-by">
        <Chips
          label={say('by')}
          value={by}
          options={statisticsBy.map((value) => ({ value, label: say(`by_${value}`) }))}
          onChange={(next) => change({ by: next })}
        />
        <div className="crud-field">
          <label htmlFor="invoice-period">{say('period')}</label>
          <DaysInput
            id="invoice-period"
            label={say('period')}
            from={from}
            to={to}
            onChange={(nextFrom, nextTo) => change({ from: nextFrom, to: nextTo })}
          />
        </div>
        <div className="crud-field">
          <label htmlFor="invoice-unit">{ofOffice('unitBelow')}</label>
          <UnitPicker
            id="invoice-unit"
            {...(unitId ? { value: unitId } : {})}
            onChange={(id) => change({ unitId: id })}
          />
        </div>
        <div className="crud-field">
          <label htmlFor="invoice-kind">{ofOffice('kindShort')}</label>
          <select
            id="invoice-kind"
            className="office-input"
            value={kind ?? ''}
            onChange={({ target }) => change({ kind: target.value })}
          >
            <option value="">{say('all')}</option>
            {invoiceKinds.map((value) => (
              <option key={value} value={value}>
                {ofInvoice(value)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="shell-card crud-list">
        <RefreshFailed query={query} />
        <Loaded query={query} skeleton={<Skeleton lines={8} />}>
          {(data) => <Table data={data} by={by} period={{ from, to, unitId, kind }} />}
        </Loaded>
      </div>
    </div>
  )
}

function Table({
  data: { rows, total },
  by,
  period,
}: {
  data: Statistics
  by: (typeof statisticsBy)[number]
  period: Period
}) {
  const say = useFigureWords()
  const ofOffice = useOfficeWords()
  /** Address of the invoices that a row sums; null where the list has no filter for them. */
  function listOf({ key }: Row): string | null {
    if (!['unit', 'month', 'kind'].includes(by) || key === '' || key === sumKey) return null
    const own: Period = by === 'month' ? daysOf(key, period) : by === 'unit' ? { unitId: key } : { kind: key }
    const { from, to, unitId, kind } = { ...period, ...own }
    const query = Object.entries({ issuedFrom: from, issuedTo: to, unitId, kind }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    return `${invoicePaths.office}?${new URLSearchParams(query)}`
  }
  const sum = (key: 'blue' | 'red' | 'net' | 'tax', title: string): Column<Row> => ({
    key,
    title,
    align: 'right',
    card: 'line',
    render: (_, row) => money(row[key]),
  })
  const count = (key: 'blueCount' | 'redCount'): Column<Row> => ({
    key,
    title: say(key),
    align: 'right',
    card: 'line',
    dataIndex: key,
  })
  return (
    <RowList<Row>
      name={ofOffice('part_statistics')}
      rows={rows.length === 0 ? [] : [...rows, { key: sumKey, name: say('total'), ...total }]}
      keyOf={({ key }) => key}
      empty={<Empty title={say('noStatistics')} />}
      columns={[
        {
          key: 'name',
          title: say(`by_${by}`),
          card: 'title',
          wide: true,
          render: (_, row) => {
            const to = listOf(row)
            if (row.key === sumKey) return <strong>{row.name}</strong>
            return to ? <Link to={to}>{row.name}</Link> : row.name
          },
        },
        count('blueCount'),
        sum('blue', say('blueSum')),
        count('redCount'),
        sum('red', say('redSum')),
        sum('net', say('net')),
        sum('tax', say('tax')),
      ]}
    />
  )
}
