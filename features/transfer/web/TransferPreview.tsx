import Table from 'antd/es/table'
import { useCall } from '../../../web/client.ts'
import { duration } from '../../../web/howLong.ts'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { Note } from '../../../web/shell/control/Note.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBilingual } from '../../../web/words.ts'
import { type PreviewRow, transferCalls } from '../contract.ts'
import { difference, percent } from '../rules.ts'
import './Transfer.css'
import { useTransferWords } from './words.ts'

/** Rows of a preview; the others are decided when their turn comes. */
const previewRows = 200

/** Preview of a transfer: what of each learner goes along into a class, and the obstacle if there is one. */
export function TransferPreview({ ids, classId }: { ids: readonly string[]; classId: string }) {
  const say = useTransferWords()
  const either = useBilingual()
  const query = useCall(
    transferCalls.previewTransferClass,
    { enrolmentIds: ids.slice(0, previewRows), classId },
    { staleTime: 0 },
  )
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  const { rows = [], placesLeft = null } = query.data ?? {}
  const bad = rows.filter(({ problem }) => problem !== null).length
  return (
    <>
      {query.data && (
        <Note
          type={bad > 0 ? 'warning' : 'success'}
          title={
            bad > 0 ? say('able', { count: rows.length - bad, bad }) : say('allAble', { count: rows.length })
          }
          description={
            <>
              {say('priceHint')}
              {placesLeft !== null && <div>{say('places', { count: placesLeft })}</div>}
              {ids.length > previewRows && <div>{say('first', { count: previewRows })}</div>}
            </>
          }
        />
      )}
      <Table<PreviewRow>
        className="transfer-preview"
        rowKey="enrolmentId"
        size="small"
        loading={query.isPending}
        dataSource={[...rows].sort((a, b) => Number(a.problem === null) - Number(b.problem === null))}
        pagination={rows.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        scroll={{ x: 'max-content' }}
        columns={[
          {
            key: 'learner',
            title: say('learner'),
            render: (_, row) => (
              <>
                {row.realName}
                <div className="crud-line">{row.cardMask}</div>
                <div className="crud-line transfer-from">{row.className}</div>
              </>
            ),
          },
          {
            key: 'state',
            title: say('state'),
            render: (_, { problem, leavesScore }) => (
              <div className="transfer-state">
                {problem ? (
                  either(problem.zh, problem.en)
                ) : (
                  <>
                    <Tag color="green">{say('ready')}</Tag>
                    {leavesScore && <div className="crud-line">{say('score')}</div>}
                  </>
                )}
              </div>
            ),
          },
          {
            key: 'carried',
            title: say('carried'),
            render: (_, row) =>
              row.carriedVideos > 0
                ? say('carriedOf', { videos: row.carriedVideos, time: duration(row.carriedSeconds) })
                : say('carriedNone'),
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
        ]}
      />
    </>
  )
}
