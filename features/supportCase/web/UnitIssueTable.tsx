import { useState } from 'react'
import { Link } from 'react-router'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { supportCaseCalls, supportCaseExports } from '../contract.ts'
import { unitIssueKinds } from '../rules.ts'
import type { ToMove } from './CorrectUnitDialog.tsx'
import { useSupportCaseWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const CorrectUnitDialog = dialogPart(() => import('./CorrectUnitDialog.tsx'))

const colours = { none: 'orange', closed: 'red', differs: 'gold' } as const

/** Learners whose unit is missing or in doubt, each one click from the right one. */
export function UnitIssueTable() {
  const say = useSupportCaseWords()
  const mayUnit = useMay(supportCaseCalls.saveAccountUnitId)
  const [moving, setMoving] = useState<ToMove | null>(null)
  return (
    <>
      <CrudTable
        call={supportCaseCalls.queryUnitIssues}
        exportCall={supportCaseExports.exportUnitIssues}
        filters={[
          {
            name: 'issue',
            label: say('doubt'),
            kind: 'select',
            options: unitIssueKinds.map((value) => ({ value, label: say(value) })),
          },
        ]}
        columns={[
          {
            key: 'learner',
            title: say('learner'),
            render: (_, row) => (
              <Link to={`/student-manage/student-detail?accountId=${row.id}`}>{row.realName}</Link>
            ),
          },
          {
            key: 'numbers',
            title: say('numbers'),
            render: (_, row) => (
              <>
                {row.cardMask}
                <div className="crud-line">{row.mobileMask}</div>
              </>
            ),
          },
          {
            key: 'doubt',
            title: say('doubt'),
            render: (_, row) => <Tag color={colours[row.issue]}>{say(row.issue)}</Tag>,
          },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
          { key: 'workPlace', title: say('workPlace'), dataIndex: 'workPlace' },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
          ...(mayUnit
            ? [
                {
                  key: 'actions',
                  title: say('actions'),
                  fixed: 'right' as const,
                  render: (_: unknown, row: { id: string; realName: string }) => (
                    <RowActions
                      actions={[
                        {
                          key: 'move',
                          label: say('move'),
                          onClick: () => setMoving({ accountId: row.id, name: row.realName }),
                        },
                      ]}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {moving && <CorrectUnitDialog learner={moving} onClose={() => setMoving(null)} />}
    </>
  )
}
