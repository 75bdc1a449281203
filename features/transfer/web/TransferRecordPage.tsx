import { useState } from 'react'
import { duration } from '../../../web/howLong.ts'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { transferCalls, transferExports, type TransferRecord } from '../contract.ts'
import { difference, percent } from '../rules.ts'
import { TransferImportButton } from './TransferImportButton.tsx'
import { useTransferWords } from './words.ts'

const UndoTransfer = dialogPart(() => import('./UndoTransfer.tsx'))

/** Whole hours left until a moment, at least one. */
const hoursTo = (moment: string) => Math.max(1, Math.ceil((Date.parse(moment) - Date.now()) / 3_600_000))

/** /train-manage/study-report/transfer-record: who was moved from which class to which, and the undo of the last day. */
export default function TransferRecordPage() {
  const say = useTransferWords()
  const mayUndo = useMay(transferCalls.undoTransferClass)
  const [undoing, setUndoing] = useState<TransferRecord | null>(null)
  return (
    <>
      <CrudTable
        call={transferCalls.queryTransferClassRecord}
        exportCall={transferExports.exportRecords}
        toolbar={<TransferImportButton />}
        empty={say('empty')}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text' },
          {
            name: 'undone',
            label: say('status'),
            kind: 'select',
            meant: (text) => text === 'true',
            options: [
              { value: 'false', label: say('valid') },
              { value: 'true', label: say('undone') },
            ],
          },
          { kind: 'days', from: 'createdFrom', to: 'createdTo', label: say('at') },
        ]}
        columns={[
          {
            key: 'learner',
            title: say('learner'),
            render: (_, row) => (
              <>
                {row.realName}
                <div className="crud-line">{row.cardMask}</div>
              </>
            ),
          },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
          { key: 'fromName', title: say('from'), dataIndex: 'fromName', wide: true },
          { key: 'toName', title: say('to'), dataIndex: 'toName', wide: true },
          {
            key: 'carried',
            title: say('carriedTitle'),
            align: 'right',
            render: (_, row) => duration(row.carriedSeconds),
          },
          {
            key: 'progress',
            title: say('progress'),
            align: 'right',
            render: (_, row) =>
              say('progressOf', { before: percent(row.progressBefore), after: percent(row.progressAfter) }),
          },
          {
            key: 'price',
            title: say('price'),
            align: 'right',
            render: (_, row) => difference(row.priceDifference),
          },
          { key: 'reason', title: say('reason'), width: 180, render: (_, row) => row.reason },
          { key: 'operator', title: say('operator'), dataIndex: 'operatorName' },
          { key: 'createdAt', title: say('at'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) =>
              row.undoneAt ? (
                <Tag title={row.undoReason ?? ''}>{say('undone')}</Tag>
              ) : (
                <>
                  <Tag color="green">{say('valid')}</Tag>
                  {row.undoUntil && (
                    <div className="crud-line">{say('undoable', { hours: hoursTo(row.undoUntil) })}</div>
                  )}
                </>
              ),
          },
          ...(mayUndo
            ? [
                {
                  key: 'actions',
                  title: say('actions'),
                  fixed: 'right' as const,
                  render: (_: unknown, row: TransferRecord) => (
                    <RowActions
                      actions={[
                        row.undoUntil !== null && {
                          key: 'undo',
                          label: say('undo'),
                          danger: true,
                          onClick: () => setUndoing(row),
                        },
                      ]}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {undoing && <UndoTransfer record={undoing} onClose={() => setUndoing(null)} />}
    </>
  )
}
