import Button from 'antd/es/button'
import Descriptions from 'antd/es/descriptions'
import Drawer from 'antd/es/drawer'
import Empty from 'antd/es/empty'
import Result from 'antd/es/result'
import Skeleton from 'antd/es/skeleton'
import Table from 'antd/es/table'
import type { ReactNode } from 'react'
import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { CopyText } from '../../../web/shell/CopyText.tsx'
import { useBilingual } from '../../../web/words.ts'
import { type OperationDetail, operationLogCalls } from '../contract.ts'
import { actionWords, type Difference, differencesOf, subjectWords } from '../rules.ts'
import { ChangedValue } from './ChangedValue.tsx'
import './Log.css'
import { fieldWords, useLogWords } from './words.ts'

/** One deed: who, from where, in which request, and what it changed, line by line. */
export function OperationDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const say = useLogWords()
  const query = useCall(operationLogCalls.find, { id: id ?? '' }, { enabled: id !== null })
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size="min(720px, 100vw)"
      title={say('detail')}
      destroyOnHidden
    >
      {query.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {query.isError && (
        <Result
          status="error"
          title={say('failed')}
          subTitle={query.error.message}
          extra={<Button onClick={() => void query.refetch()}>{say('retry')}</Button>}
        />
      )}
      {query.data && <Deed deed={query.data} />}
    </Drawer>
  )
}

function Deed({ deed }: { deed: OperationDetail }) {
  const say = useLogWords()
  const pick = useBilingual()
  const wordOf = (words: Readonly<Record<string, readonly [string, string]>>, key: string) =>
    words[key] ? pick(...words[key]) : key
  const who = deed.actorId ? `${deed.actorName ?? ''}（${deed.actorLogin ?? deed.actorId}）` : say('system')
  const rows = differencesOf(deed.before, deed.after)
  const line = (key: string, label: string, children: ReactNode) => ({ key, label, children })
  return (
    <>
      <Descriptions
        bordered
        size="small"
        column={1}
        styles={{ label: { whiteSpace: 'nowrap' } }}
        items={[
          line('action', say('action'), wordOf(actionWords, deed.action)),
          line('time', say('time'), dateTime(deed.createdAt)),
          line('actor', say('actor'), who),
          line(
            'subject',
            say('subject'),
            `${wordOf(subjectWords, deed.subjectKind)} ${deed.subjectName ?? ''}`,
          ),
          line('subjectId', say('subjectId'), <CopyText text={deed.subjectId} name={say('subjectId')} />),
          ...(deed.reason ? [line('reason', say('reason'), deed.reason)] : []),
          ...(deed.ip ? [line('ip', say('ip'), deed.ip)] : []),
          ...(deed.requestId
            ? [line('request', say('requestId'), <CopyText text={deed.requestId} name={say('requestId')} />)]
            : []),
          line(
            'chain',
            say('chain'),
            <span className="log-value log-line">
              {say('chainHint', { lane: deed.lane, serial: deed.serial, hash: deed.hash })}
            </span>,
          ),
        ]}
      />
      <h3 className="log-heading">{say('changes')}</h3>
      {rows.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say('noChanges')} />
      ) : (
        <Table<Difference>
          rowKey={(row) => row.path.join('.')}
          size="small"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={rows}
          columns={[
            {
              title: say('field'),
              render: (_, row) => row.path.map((part) => wordOf(fieldWords, part)).join(' · '),
            },
            {
              title: say('before'),
              render: (_, row) => <ChangedValue value={row.before} other={row.after} />,
            },
            {
              title: say('after'),
              render: (_, row) => <ChangedValue value={row.after} other={row.before} isNew />,
            },
          ]}
        />
      )}
    </>
  )
}
