import Radio from 'antd/es/radio'
import Result from 'antd/es/result'
import Button from 'antd/es/button'
import Table from 'antd/es/table'
import Tag from 'antd/es/tag'
import { useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { currentLocale, useBilingual } from '../../../../web/words.ts'
import { titleOf } from '../../sheet/rules.ts'
import { importCalls, type ImportProgress, type ImportRow, type RowProblem } from '../contract.ts'
import './Import.css'
import { useImportWords } from './words.ts'

const limit = 20

const fixes = {
  type: 'fixType',
  stem: 'fixStem',
  answer: 'fixAnswer',
  analysis: 'fixAnalysis',
  difficulty: 'fixDifficulty',
  score: 'fixScore',
  category: 'fixCategory',
  partial: 'fixPartial',
  material: 'fixMaterial',
} as const

/** What to do about a reason against a row. */
function fixOf({ column, kind = 'same' }: RowProblem) {
  if (column === null) return ({ same: 'fixRow', rival: 'fixRival', group: 'fixGroup' } as const)[kind]
  return column.startsWith('option') ? 'fixOption' : (fixes[column as keyof typeof fixes] ?? 'fixRow')
}

/** The rows of an import: each problem with its row, column, reason, and what to do about it. */
export function ImportRows({ progress }: { progress: ImportProgress }) {
  const say = useImportWords()
  const either = useBilingual()
  const isOver = progress.status !== 'checked'
  const bad = isOver ? progress.rejected : progress.bad
  const good = isOver ? progress.accepted : progress.good
  const [only, setOnly] = useState<'bad' | 'good'>(bad > 0 ? 'bad' : 'good')
  const [page, setPage] = useState(1)
  const { importId } = progress
  const query = useCall(importCalls.findImportRows, { importId, only, page, limit }, { keep: true })
  const language = currentLocale() === 'en' ? 'en' : 'zh'

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
        ]}
        onChange={({ target }) => {
          setOnly(target.value)
          setPage(1)
        }}
      />
      {query.isError ? (
        <Result
          status="error"
          title={query.error.message}
          extra={<Button onClick={() => void query.refetch()}>{say('retry')}</Button>}
        />
      ) : (
        <Table<ImportRow>
          rowKey="row"
          size="small"
          loading={query.isPending}
          dataSource={query.data?.list ?? []}
          locale={{ emptyText: say('nothing') }}
          scroll={{ x: 'max-content' }}
          columns={[
            { title: say('row'), align: 'right', dataIndex: 'row' },
            {
              title: say('stem'),
              responsive: ['md'],
              render: (_, { stem }) => <div className="import-stem">{stem}</div>,
            },
            {
              title: say('reason'),
              render: (_, { problems, state, stem }) => (
                <>
                  <div className="import-stem narrow">{stem}</div>
                  {problems.length === 0 && (
                    <Tag color="green">{say(state === 'accepted' ? 'taken' : 'fine')}</Tag>
                  )}
                  <ul className="import-problems">
                    {problems.map((problem, i) => (
                      <li key={i}>
                        <Tag color="red">
                          {problem.column ? titleOf(problem.column, language) : say('wholeRow')}
                        </Tag>
                        {either(problem.zh, problem.en)}
                        <small>{say(fixOf(problem))}</small>
                      </li>
                    ))}
                  </ul>
                </>
              ),
            },
          ]}
          pagination={{
            current: page,
            pageSize: limit,
            total: query.data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setPage,
          }}
        />
      )}
    </>
  )
}
