import { Link } from 'react-router'
import { hours, number } from '../../../web/format.ts'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useCall } from '../../../web/client.ts'
import { useBilingual } from '../../../web/words.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { hourSourceNames, hourSources } from '../../hours/rules.ts'
import { useSettings } from '../../project/web/settings.ts'
import { UnitPicker, useChosenUnit } from '../../unit/web/UnitPicker.tsx'
import { studyRecordCalls, studyRecordExports } from '../contract.ts'
import { useDetailWords } from './detailWords.ts'
import { studentDetailPath } from './PortfolioTable.tsx'
import { useStudyRecordWords } from './words.ts'

/** Lines of the ledger of hours of all in scope, with their sum: the rows behind the hours of a board. */
export function HoursTable() {
  const say = useStudyRecordWords()
  const detail = useDetailWords()
  const pick = useBilingual()
  const typeName = useClassTypeName()
  const { showClassType } = useSettings()
  const [{ unitId }] = useUrlState()
  const unit = useChosenUnit(unitId)
  return (
    <CrudTable
      call={studyRecordCalls.findHours}
      exportCall={studyRecordExports.exportHours}
      renderToolbar={({ filter }) => <Sum filter={filter} />}
      filters={[
        { name: 'keyword', label: say('realName'), kind: 'text' },
        { kind: 'days', from: 'earnedFrom', to: 'earnedTo', label: say('credited') },
        { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
        {
          name: 'classType',
          label: say('classType'),
          kind: 'select',
          options: showClassType.map(({ key }) => ({ value: key, label: typeName(key) })),
        },
        {
          name: 'source',
          label: say('source'),
          kind: 'select',
          options: hourSources.map((value) => ({
            value,
            label: pick(hourSourceNames[value].zh, hourSourceNames[value].en),
          })),
        },
      ]}
      columns={[
        {
          key: 'learner',
          title: say('learner'),
          render: (_, row) => (
            <>
              <Link to={studentDetailPath(row.accountId, row.year)}>{row.realName}</Link>
              <div className="crud-line">{row.unitName}</div>
            </>
          ),
        },
        {
          key: 'title',
          title: say('entryTitle'),
          card: 'line',
          wide: true,
          render: (_, row) => (
            <>
              {row.title}
              {row.courseName && <div className="crud-line">{row.courseName}</div>}
            </>
          ),
        },
        {
          key: 'classType',
          title: say('classType'),
          card: 'line',
          render: (_, row) => (
            <>
              {typeName(row.classType)}
              <div className="crud-line">{detail(row.attribute)}</div>
            </>
          ),
        },
        { key: 'year', title: say('year'), dataIndex: 'year', align: 'right' },
        {
          key: 'hoursTenths',
          title: say('hours'),
          card: 'line',
          align: 'right',
          render: (_, row) => hours(row.hoursTenths),
        },
        {
          key: 'source',
          title: say('source'),
          card: 'line',
          render: (_, row) => (
            <>
              {pick(hourSourceNames[row.source].zh, hourSourceNames[row.source].en)}
              {row.reason && <div className="crud-line">{row.reason}</div>}
            </>
          ),
        },
        {
          key: 'createdAt',
          title: say('credited'),
          card: 'line',
          render: (_, row) => <When at={row.createdAt} />,
        },
      ]}
    />
  )
}

/** The hours of all lines of the list together, as a board shows them. */
function Sum({ filter }: { filter: Record<string, unknown> }) {
  const say = useStudyRecordWords()
  const sum = useCall(studyRecordCalls.sumHours, filter, { keep: true })
  return sum.data && <span>{say('sumOf', { hours: number(sum.data.hoursTenths / 10) })}</span>
}
