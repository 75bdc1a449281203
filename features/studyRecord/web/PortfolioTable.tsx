import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Progress from 'antd/es/progress'
import Tag from 'antd/es/tag'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { thisYear } from '../../../web/dayStart.ts'
import { clock, date, dateTime } from '../../../web/format.ts'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { CrudTable, type Filter } from '../../../web/shell/CrudTable.tsx'
import { useBatchReport } from '../../class/batch/web/BatchReport.tsx'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { useSettings } from '../../project/web/settings.ts'
import { useAccount } from '../../session/web/account.ts'
import { RowActions } from '../../../web/shell/RowActions.tsx'
import { useMay } from '../../../web/shell/may.ts'
import { enrolmentCalls, enrolmentStatuses, type PortfolioRow } from '../../enrolment/contract.ts'
import { useStateName } from '../../../web/words.ts'
import { enrolmentLifecycle } from '../../enrolment/rules.ts'
import { ClassPicker } from './ClassPicker.tsx'
import { ActionBar } from './ActionBar.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import { type Action, actions, actionsFor, permissionOf } from './enrolmentActions.ts'
import { EnrolmentStatusTag } from './EnrolmentStatusTag.tsx'
import './Portfolio.css'
import { UnitPicker } from '../../unit/web/UnitPicker.tsx'
import { useStudyRecordWords } from './words.ts'

const report = '/train-manage/study-report'
/** Where one enrolment is shown to the second. */
const studyDetailPath = (enrolmentId: string) => `${report}/study-detail?enrolmentId=${enrolmentId}`
/** Where one learner's year is shown. */
export const studentDetailPath = (accountId: string, year: number) =>
  `${report}/student-detail?accountId=${accountId}&year=${year}`

/** Who studies what and how far: all of the caller's scope, those of one class, or one learner's of a year. */
export function PortfolioTable({
  classId,
  learner,
}: {
  classId?: string
  learner?: { accountId: string; year?: number }
}) {
  const say = useStudyRecordWords()
  const nameOf = useClassTypeName()
  const stateName = useStateName(enrolmentLifecycle)
  const navigate = useNavigate()
  const { showClassType } = useSettings()
  const [{ approvalId }, change] = useUrlState()
  const may = useMay(report)
  const held = useAccount()?.menus
  const allowedActions = actions.filter((action) => held?.has(permissionOf[action]))
  const { showReport: tell, report: reported } = useBatchReport()
  const [doing, setDoing] = useState<{ action: Action; row: PortfolioRow } | null>(null)
  const currentYear = thisYear()

  const person: Filter[] = [
    { name: 'keyword', label: say('realName'), kind: 'text' },
    {
      name: 'card',
      label: say('idNumber'),
      kind: 'text',
      input: <Input allowClear placeholder={say('cardHint')} style={{ width: 200 }} />,
    },
  ]
  const status: Filter = {
    name: 'status',
    label: say('status'),
    kind: 'select',
    options: enrolmentStatuses.map((value) => ({ value, label: stateName(value) })),
  }
  const what: Filter[] = [
    { name: 'classId', label: say('class'), kind: 'select', input: <ClassPicker /> },
    {
      name: 'classType',
      label: say('classType'),
      kind: 'select',
      options: showClassType.map(({ key }) => ({ value: key, label: nameOf(key) })),
    },
    {
      name: 'year',
      label: say('year'),
      meant: Number,
      kind: 'select',
      options: Array.from({ length: 8 }, (_, i) => String(currentYear + 1 - i)).map((value) => ({
        value,
        label: value,
      })),
    },
  ]
  const rest: Filter[] = [
    {
      name: 'passedBy',
      label: say('passedBy'),
      kind: 'select',
      options: (['rule', 'manual'] as const).map((value) => ({ value, label: say(value) })),
    },
    { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker /> },
  ]
  const batch = (ids: string[], clear: () => void) => (
    <ActionBar
      ids={ids}
      onResult={(result) => {
        tell(result)
        clear()
      }}
      onProposed={clear}
    />
  )

  return (
    <>
      {approvalId && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 12 }}
          title={say('ofProposal')}
          action={
            <Button size="small" onClick={() => change({ approvalId: null, page: null })}>
              {say('showAll')}
            </Button>
          }
        />
      )}
      <CrudTable
        call={enrolmentCalls.findPortfolioPage}
        fixed={approvalId ? { approvalId } : classId ? { classId } : (learner ?? {})}
        filters={learner ? [] : [...person, status, ...(classId ? [] : what), ...rest]}
        {...(allowedActions.length > 0 ? { batch } : {})}
        columns={[
          ...(learner
            ? []
            : [
                {
                  title: say('learner'),
                  render: (_: unknown, row: PortfolioRow) => (
                    <div>
                      {row.realName}
                      <div className="portfolio-line">{row.cardMask ?? row.mobileMask}</div>
                    </div>
                  ),
                },
                { title: say('unit'), dataIndex: 'unitName' },
              ]),
          ...(classId
            ? []
            : [
                {
                  title: say('class'),
                  render: (_: unknown, row: PortfolioRow) => (
                    <div className="portfolio-class">
                      {row.className}
                      <div className="portfolio-line">
                        {nameOf(row.classType)} · {row.year}
                      </div>
                    </div>
                  ),
                },
              ]),
          {
            title: say('status'),
            render: (_, row) => (
              <>
                <EnrolmentStatusTag status={row.status} />
                {row.passedBy === 'manual' && <Tag title={row.passReason ?? ''}>{say('manual')}</Tag>}
                {row.hold && (
                  <div className="portfolio-line">{say(row.hold, { reason: row.barReason ?? '' })}</div>
                )}
              </>
            ),
          },
          {
            title: say('progress'),
            width: 160,
            render: (_, row) => {
              const percent = Math.floor(row.progress / 100)
              return (
                <Progress
                  percent={percent}
                  size="small"
                  status={percent === 100 ? 'success' : 'normal'}
                  aria-label={say('progressOf', { name: row.realName, percent })}
                />
              )
            },
          },
          { title: say('watched'), align: 'right', render: (_, row) => clock(row.watchedSeconds) },
          { title: say('examScore'), align: 'right', render: (_, row) => row.examScore },
          { title: say('passedAt'), render: (_, row) => (row.passedAt ? dateTime(row.passedAt) : '') },
          {
            title: say('studyUntil'),
            render: (_, row) => (row.expiresAt ? date(row.expiresAt) : say('noLimit')),
          },
          { title: say('source'), render: (_, row) => say(row.source) },
          { title: say('joined'), render: (_, row) => dateTime(row.createdAt) },
          ...(may
            ? [
                {
                  title: say('actions'),
                  fixed: 'right' as const,
                  render: (_: unknown, row: PortfolioRow) => (
                    <RowActions
                      actions={[
                        {
                          key: 'detail',
                          label: say('detail'),
                          onClick: () => void navigate(studyDetailPath(row.id)),
                        },
                        !learner && {
                          key: 'yearReport',
                          label: say('yearReport'),
                          onClick: () => void navigate(studentDetailPath(row.accountId, row.year)),
                        },
                        ...actionsFor(row)
                          .filter((action) => allowedActions.includes(action))
                          .map((action) => ({
                            key: action,
                            label: say(action),
                            danger: action === 'remove',
                            onClick: () => setDoing({ action, row }),
                          })),
                      ]}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {doing && (
        <ActionDialog
          action={doing.action}
          ids={[doing.row.id]}
          name={`${doing.row.realName} · ${doing.row.className}`}
          onClose={() => setDoing(null)}
          onResult={tell}
        />
      )}
      {reported}
    </>
  )
}
