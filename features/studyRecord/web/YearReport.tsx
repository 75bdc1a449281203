import { Empty } from '../../../web/kit/Loaded.tsx'
import Card from 'antd/es/card'
import Table from 'antd/es/table'
import { date, hours } from '../../../web/format.ts'
import { Progress } from '../../../web/shell/control/Progress.tsx'
import { useBilingual } from '../../../web/words.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { hourSourceNames } from '../../hours/rules.ts'
import type { StudyReport } from '../contract.ts'
import { useDetailWords } from './detailWords.ts'
import './StudyDetail.css'

/** Hours of one year against the requirement: in total, and of each class type. */
export function YearMeters({
  report,
}: {
  report: Pick<StudyReport, 'requiredTenths' | 'earnedTenths' | 'missingTenths' | 'types'>
}) {
  const say = useDetailWords()
  const nameOf = useClassTypeName()
  const meters = [
    { key: 'total', name: say('total'), ...report },
    ...report.types.map((type) => ({ key: type.classType, name: nameOf(type.classType), ...type })),
  ]
  return (
    <div className="study-year-types">
      {meters.map(({ key, ...meter }) => (
        <Meter key={key} {...meter} />
      ))}
    </div>
  )
}

function Meter({
  name,
  requiredTenths,
  earnedTenths,
  missingTenths,
}: {
  name: string
  requiredTenths: number
  earnedTenths: number
  missingTenths: number
}) {
  const say = useDetailWords()
  // As the learner sees it: a surplus of one type fills no other.
  const isShortByType = missingTenths > requiredTenths - earnedTenths
  const countedTenths = isShortByType ? requiredTenths - missingTenths : earnedTenths
  const text =
    requiredTenths > 0
      ? say('ofHours', { earned: hours(countedTenths), required: hours(requiredTenths) })
      : say('onlyHours', { earned: hours(earnedTenths) })
  return (
    <div>
      <b>{name}</b> {text}
      {requiredTenths > 0 && (
        <>
          <Progress
            percent={Math.min(100, Math.floor((countedTenths / requiredTenths) * 100))}
            label={`${name} ${text}`}
          />
          <span className="k-caption k-numbers">
            {missingTenths === 0
              ? say('reached')
              : say(isShortByType ? 'missingByType' : 'hoursShort', {
                  hours: hours(missingTenths),
                })}
          </span>
        </>
      )}
    </div>
  )
}

/** The ledger lines of one year's hours. */
export function YearLedger({ report }: { report: StudyReport }) {
  const say = useDetailWords()
  const pick = useBilingual()
  const nameOf = useClassTypeName()
  return (
    <Card size="small">
      <Table
        rowKey="id"
        size="small"
        dataSource={report.entries}
        pagination={report.entries.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        locale={{ emptyText: <Empty title={say('ledgerNone')} /> }}
        columns={[
          {
            title: say('time'),
            render: (_, entry) => <span className="k-nowrap">{date(entry.createdAt)}</span>,
          },
          {
            title: say('title'),
            render: (_, entry) => (entry.courseName ? `${entry.title} · ${entry.courseName}` : entry.title),
          },
          {
            title: say('attribute'),
            responsive: ['md'],
            render: (_, entry) => `${nameOf(entry.classType)} · ${say(entry.attribute)}`,
          },
          { title: say('hours'), align: 'right', render: (_, entry) => hours(entry.hoursTenths) },
          {
            title: say('source'),
            responsive: ['md'],
            render: (_, { source }) => pick(hourSourceNames[source].zh, hourSourceNames[source].en),
          },
          { title: say('reason'), responsive: ['md'], dataIndex: 'reason' },
          { title: say('certificate'), responsive: ['md'], dataIndex: 'certificateNumber' },
        ]}
      />
    </Card>
  )
}
