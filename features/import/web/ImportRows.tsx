import { useQueryClient } from '@tanstack/react-query'
import Radio from 'antd/es/radio'
import Table from 'antd/es/table'
import { useState } from 'react'
import { Pages } from '../../../web/shell/control/Pages.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { CallRefused, send, useCall } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { useBilingual } from '../../../web/words.ts'
import { importCalls, type ImportProgress, type ImportRow } from '../contract.ts'
import './Import.css'
import { ImportFaults } from './ImportFaults.tsx'
import { useShowEdited } from './useShowEdited.ts'
import { useImportWords } from './words.ts'

const limit = 20

/** The rows of an import: each problem with its row, column, reason, and what to do about it. */
export function ImportRows({ progress }: { progress: ImportProgress }) {
  const say = useImportWords()
  const either = useBilingual()
  const { importId, kind } = progress
  const isOver = progress.status !== 'checked'
  const bad = isOver ? progress.rejected : progress.bad
  const good = isOver
    ? progress.added + progress.updated + progress.unchanged
    : progress.fresh + progress.changed + progress.same
  const [only, setOnly] = useState<'bad' | 'good' | 'out' | 'remarked'>(bad > 0 ? 'bad' : 'good')
  const [page, setPage] = useState(1)
  const edits = progress.editable && only === 'bad'
  const query = useCall(
    importCalls.findRows,
    { importId, only, page, limit },
    { keep: true, enabled: !edits },
  )
  const cache = useQueryClient()
  const show = useShowEdited(importId)
  const [changing, setChanging] = useState<ReadonlySet<number>>(new Set())
  const template = useCall(importCalls.getTemplate, { kind })
  const columnOf = (key: string) => template.data?.columns.find((one) => one.key === key)
  const titleOf = (key: string) => {
    const column = columnOf(key)
    return column ? either(column.zh, column.en) : key
  }
  const optionsOf = (key: string) => (columnOf(key)?.options ?? []).map(({ zh, en }) => either(zh, en))
  const header = query.data?.header ?? []

  /** Leaves a row out, or takes one in again. */
  async function change({ row, version, state }: ImportRow) {
    setChanging((before) => new Set([...before, row]))
    try {
      show(await send(importCalls.editRow, { importId, row, version, cells: {}, leaveOut: state !== 'out' }))
      // Rows that share a number with it may be faulty now, or no longer.
      void cache.invalidateQueries({ queryKey: [importCalls.findFaults.path, { importId }] })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (error.respCode === 409) await query.refetch()
    } finally {
      setChanging((before) => new Set([...before].filter((each) => each !== row)))
    }
  }

  return (
    <>
      <Radio.Group
        className="import-only"
        optionType="button"
        aria-label={say('rows')}
        value={only}
        options={[
          { value: 'bad', label: say('showBad', { count: bad }) },
          { value: 'good', label: say('showGood', { count: good }) },
          ...(progress.leftOut > 0
            ? [{ value: 'out', label: say('showOut', { count: progress.leftOut }) } as const]
            : []),
          ...(progress.remarked > 0
            ? [{ value: 'remarked', label: say('showRemarked', { count: progress.remarked }) } as const]
            : []),
        ]}
        onChange={({ target }) => {
          setOnly(target.value)
          setPage(1)
        }}
      />
      {edits ? (
        <ImportFaults progress={progress} titleOf={titleOf} optionsOf={optionsOf} />
      ) : query.isError ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <Table<ImportRow>
            rowKey="row"
            size="small"
            loading={query.isPending}
            dataSource={query.data?.list ?? []}
            locale={{ emptyText: say('nothing') }}
            scroll={{ x: 'max-content' }}
            expandable={{
              expandedRowRender: (row) => cellsOf(row, header, say('empty')),
              expandRowByClick: false,
            }}
            columns={[
              { title: say('row'), align: 'right', dataIndex: 'row' },
              {
                title: say('content'),
                responsive: ['md'],
                render: (_, { label }) => <div className="import-label">{label}</div>,
              },
              {
                title: say('reason'),
                render: (_, one) => (
                  <>
                    <div className="import-label narrow">{one.label}</div>
                    {one.problems.length === 0 && (
                      <Tag color={one.outcome === 'new' ? 'green' : 'blue'}>
                        {say(one.state === 'accepted' && one.outcome === 'new' ? 'taken' : one.outcome)}
                      </Tag>
                    )}
                    {one.effect && <div className="crud-line">{either(one.effect.zh, one.effect.en)}</div>}
                    {progress.editable && (
                      <Button
                        type="link"
                        size="small"
                        loading={changing.has(one.row)}
                        onClick={() => void change(one)}
                      >
                        {say(one.state === 'out' ? 'takeIn' : 'leaveOut')}
                      </Button>
                    )}
                    <ul className="import-problems">
                      {one.problems.map((problem, i) => (
                        <li key={i}>
                          <Tag {...(one.state !== 'out' && { color: 'red' })}>
                            {problem.column ? titleOf(problem.column) : say('wholeRow')}
                          </Tag>
                          {either(problem.zh, problem.en)}
                          {problem.fix && <small>{either(problem.fix.zh, problem.fix.en)}</small>}
                        </li>
                      ))}
                      {one.remarks.map((remark, i) => (
                        <li key={`remark-${i}`}>
                          <Tag color="blue">{titleOf(remark.column!)}</Tag>
                          {either(remark.zh, remark.en)}
                        </li>
                      ))}
                    </ul>
                  </>
                ),
              },
            ]}
            pagination={false}
          />
          <Pages {...{ page, limit, total: query.data?.total ?? 0 }} onPage={setPage} hidesOne />
        </>
      )}
    </>
  )
}

/** The cells of a row, under the file's own titles. */
const cellsOf = (row: ImportRow, header: readonly string[], empty: string) => (
  <dl className="import-cells">
    {header.map((title, place) =>
      title === '' && !row.cells[place] ? null : (
        <div key={place} style={{ display: 'contents' }}>
          <dt>{title}</dt>
          <dd>{row.cells[place] ?? empty}</dd>
        </div>
      ),
    )}
  </dl>
)
