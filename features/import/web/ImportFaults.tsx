import Table from 'antd/es/table'
import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { Pages } from '../../../web/shell/control/Pages.tsx'
import { importCalls, type ImportProgress, type EditableRow } from '../contract.ts'
import './Import.css'
import { EditRow } from './EditRow.tsx'
import { useShowEdited } from './useShowEdited.ts'
import { useImportWords } from './words.ts'

const limit = 20

/** The faulty rows of one's own import, to be edited in place; what was edited stays in sight until the page is left. */
export function ImportFaults({
  progress,
  titleOf,
  optionsOf,
}: {
  progress: ImportProgress
  titleOf: (column: string) => string
  optionsOf: (column: string) => readonly string[]
}) {
  const say = useImportWords()
  const [page, setPage] = useState(1)
  const { importId } = progress
  const show = useShowEdited(importId)
  const input = { importId, page, limit }
  const query = useCall(importCalls.findFaults, input, { keep: true, staleTime: Number.POSITIVE_INFINITY })
  const keys = query.data?.keys ?? []

  const edit = (row: EditableRow, columns?: readonly string[]) => (
    <EditRow
      importId={importId}
      row={row}
      keys={keys}
      {...(columns && { columns })}
      titleOf={titleOf}
      optionsOf={optionsOf}
      onEdited={show}
      onStale={() => query.refetch()}
    />
  )
  if (query.isError && !query.data) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <>
      <p className="import-hint">{say('editHint')}</p>
      <Table<EditableRow>
        className="import-faults"
        rowKey="row"
        size="small"
        loading={query.isPending}
        dataSource={query.data?.list ?? []}
        locale={{ emptyText: say('nothing') }}
        expandable={{
          expandedRowRender: (row) =>
            edit(
              row,
              keys.filter((key) => key !== '' && key !== 'mark'),
            ),
          expandRowByClick: false,
        }}
        columns={[
          { title: say('row'), align: 'right', dataIndex: 'row', width: 64 },
          {
            title: say('content'),
            responsive: ['md'],
            render: (_, { label }) => <div className="import-label">{label}</div>,
          },
          {
            title: say('edit'),
            render: (_, row) => (
              <>
                <div className="import-label narrow">{row.label}</div>
                {edit(row)}
              </>
            ),
          },
        ]}
        pagination={false}
      />
      <Pages {...{ page, limit, total: query.data?.total ?? 0 }} onPage={setPage} hidesOne />
    </>
  )
}
