import { useState } from 'react'
import { thisYear } from '../../../web/dayStart.ts'
import { duration } from '../../../web/howLong.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import type { Batch } from '../../../web/shell/list/BatchBar.tsx'
import { only } from '../../../web/shell/control/chosen.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import type { FilterOf } from '../../../web/shell/list/filter.ts'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { useSettings } from '../../project/web/settings.ts'
import { useAccount } from '../../session/web/account.ts'
import { Note } from '../../../web/shell/control/Note.tsx'
import { Progress } from '../../../web/shell/control/Progress.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { When } from '../../../web/shell/control/When.tsx'
import {
  enrolmentCalls,
  enrolmentExports,
  enrolmentStatuses,
  type PortfolioRow,
} from '../../enrolment/contract.ts'
import { useStateName } from '../../../web/words.ts'
import { enrolmentLifecycle } from '../../enrolment/rules.ts'
import { ClassPicker, useChosenClass } from './ClassPicker.tsx'
import { ActionBar } from './ActionBar.tsx'
import { EnrolmentAction } from './EnrolmentAction.tsx'
import { type Action, actions, actionsFor, permissionOf } from './enrolmentActions.ts'
import { EnrolmentStatusTag } from './EnrolmentStatusTag.tsx'
import { UnitPicker, useChosenUnit } from '../../unit/web/UnitPicker.tsx'
import { transferCalls } from '../../transfer/contract.ts'
import { TransferTools } from '../../transfer/web/TransferTools.tsx'
import { useStudyRecordWords } from './words.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'

type Field = FilterOf<typeof enrolmentCalls.findPortfolioPage>

const report = '/train-manage/study-report'
/** Path of one enrolment's record, to the second. */
const studyDetailPath = (enrolmentId: string) => `${report}/study-detail?enrolmentId=${enrolmentId}`
/** Path of one learner's year. */
export const studentDetailPath = (accountId: string, year: number) =>
  `${report}/student-detail?accountId=${accountId}&year=${year}`

/** Name of an enrolment in a question: its learner, and its class. */
const titleOf = (row: PortfolioRow) => `${row.realName} · ${row.className}`

/** Table of enrolments and their progress: all in scope, those of one class, or a learner's of a year. */
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
  const navigate = useViewNavigate()
  const { showClassType } = useSettings()
  const [{ approvalId, unitId, classId: chosenId }, change] = useUrlState()
  const unit = useChosenUnit(unitId)
  const chosenClass = useChosenClass(chosenId)
  const may = useMay(report)
  const held = useAccount()?.menus
  const mayTransfer = useMay(transferCalls.transferClass)
  const allowedActions = actions.filter((action) => held?.has(permissionOf[action]))
  const { showReport, report: reported } = useBatchReport()
  const [doing, setDoing] = useState<{ action: Action; row: PortfolioRow } | null>(null)
  const currentYear = thisYear()

  const person: Field[] = [
    { name: 'keyword', label: say('realName'), kind: 'text' },
    {
      name: 'card',
      label: say('idNumber'),
      kind: 'text',
      hint: say('cardHint'),
    },
  ]
  const status: Field = {
    name: 'status',
    label: say('status'),
    kind: 'select',
    options: enrolmentStatuses.map((value) => ({ value, label: stateName(value) })),
  }
  const what: Field[] = [
    { name: 'classId', label: say('class'), kind: 'select', input: <ClassPicker />, options: chosenClass },
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
  const rest: Field[] = [
    { kind: 'days', from: 'passedFrom', to: 'passedTo', label: say('passedAt') },
    { kind: 'days', from: 'createdFrom', to: 'createdTo', label: say('joined') },
    {
      name: 'passedBy',
      label: say('passedBy'),
      kind: 'select',
      options: (['rule', 'manual'] as const).map((value) => ({ value, label: say(value) })),
    },
    { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
  ]
  const batch: Batch<PortfolioRow> = {
    nameOf: titleOf,
    render: (selected, clear) => (
      <ActionBar
        selected={selected}
        onResult={(result) => {
          showReport(result)
          clear()
        }}
        onProposed={clear}
      />
    ),
  }

  return (
    <>
      {approvalId && (
        <Note
          type="info"
          title={say('ofProposal')}
          action={
            <Button size="small" onClick={() => change({ approvalId: null, page: null }, 'push')}>
              {say('showAll')}
            </Button>
          }
        />
      )}
      <CrudTable
        call={enrolmentCalls.findPortfolioPage}
        exportCall={classId ? enrolmentExports.exportClassTrainExcel : enrolmentExports.exportPortfolioExcel}
        fixed={approvalId ? { approvalId } : classId ? { classId } : (learner ?? {})}
        part={Boolean(approvalId ?? classId ?? learner)}
        toolbar={!learner && mayTransfer && <TransferTools />}
        filters={learner ? [] : [...person, status, ...(classId ? [] : what), ...rest]}
        batch={allowedActions.length > 0 && batch}
        columns={[
          ...(learner
            ? []
            : [
                {
                  key: 'learner',
                  title: say('learner'),
                  render: (_: unknown, row: PortfolioRow) => (
                    <div>
                      {row.realName}
                      <div className="crud-line">{row.cardMask ?? row.mobileMask}</div>
                    </div>
                  ),
                },
                { key: 'unitName', title: say('unit'), dataIndex: 'unitName' as const },
              ]),
          ...(classId
            ? []
            : [
                {
                  key: 'class',
                  title: say('class'),
                  wide: true,
                  render: (_: unknown, row: PortfolioRow) => (
                    <>
                      {row.className}
                      <div className="crud-line">
                        {nameOf(row.classType)} · {row.year}
                      </div>
                    </>
                  ),
                },
              ]),
          {
            key: 'status',
            title: say('status'),
            width: 110,
            card: 'tag',
            render: (_, row) => (
              <>
                <EnrolmentStatusTag status={row.status} />
                {row.passedBy === 'manual' && <Tag title={row.passReason ?? ''}>{say('manual')}</Tag>}
                {row.hold && (
                  <div className="crud-line">{say(row.hold, { reason: row.barReason ?? '' })}</div>
                )}
              </>
            ),
          },
          {
            key: 'progress',
            title: say('progress'),
            width: 120,
            render: (_, row) => {
              const percent = Math.floor(row.progress / 100)
              return <Progress percent={percent} label={say('progressOf', { name: row.realName, percent })} />
            },
          },
          {
            key: 'watched',
            title: say('watched'),
            align: 'right',
            render: (_, row) => duration(row.watchedSeconds),
          },
          { key: 'examScore', title: say('examScore'), align: 'right', render: (_, row) => row.examScore },
          {
            key: 'passedAt',
            title: say('passedAt'),
            render: (_, row) => <When at={row.passedAt} />,
          },
          {
            key: 'studyUntil',
            title: say('studyUntil'),
            render: (_, row) => (row.expiresAt ? <When day at={row.expiresAt} /> : say('noLimit')),
          },
          { key: 'source', title: say('source'), render: (_, row) => say(row.source) },
          { key: 'createdAt', title: say('joined'), render: (_, row) => <When at={row.createdAt} /> },
          ...(may
            ? [
                {
                  key: 'actions',
                  title: say('actions'),
                  fixed: 'right' as const,
                  render: (_: unknown, row: PortfolioRow) => (
                    <RowActions
                      actions={[
                        {
                          key: 'detail',
                          opens: true,
                          label: say('detail'),
                          onClick: () => navigate(studyDetailPath(row.id)),
                        },
                        !learner && {
                          key: 'yearReport',
                          label: say('year'),
                          onClick: () => navigate(studentDetailPath(row.accountId, row.year)),
                        },
                        ...actionsFor(row)
                          .filter((action) => allowedActions.includes(action))
                          .map((action) => ({
                            key: action,
                            label: say(action),
                            danger: action === 'remove' || action === 'refund',
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
        <EnrolmentAction
          action={doing.action}
          selected={only(doing.row.id)}
          name={titleOf(doing.row)}
          onClose={() => setDoing(null)}
          onResult={showReport}
        />
      )}
      {reported}
    </>
  )
}
