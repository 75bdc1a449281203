import { useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useBilingual } from '../../../web/words.ts'
import { errorStatuses, exceptionLogCalls, exceptionLogExports, failureSources } from '../contract.ts'
import { errorStatusWords, sourceWords } from '../rules.ts'
import './Exception.css'
import { useExceptionLogWords } from './words.ts'

const colours = { open: 'red', resolved: 'green', returned: 'orange' } as const

const ExceptionDrawer = dialogPart(() => import('./ExceptionDrawer.tsx'))

/** /exception-manage/list: what went wrong on the server and in browsers, by its causes, what was last seen first. */
export default function ExceptionLogPage() {
  const say = useExceptionLogWords()
  const pick = useBilingual()
  const [opened, setOpened] = useState<string | null>(null)
  const sourceName = (source: (typeof failureSources)[number]) =>
    pick(sourceWords[source].zh, sourceWords[source].en)
  const statusName = (status: (typeof errorStatuses)[number]) =>
    pick(errorStatusWords[status].zh, errorStatusWords[status].en)
  const resolve = useAction(exceptionLogCalls.resolve, {
    onDone: () => notify('success', say('resolved')),
  })
  return (
    <>
      <CrudTable
        call={exceptionLogCalls.findPageList}
        exportCall={exceptionLogExports.exportExceptionLog}
        empty={say('empty')}
        filters={[
          { name: 'keyword', label: say('keyword'), kind: 'text', hint: say('keywordHint') },
          { kind: 'days', from: 'from', to: 'to', label: say('lastAt') },
          {
            name: 'status',
            label: say('status'),
            kind: 'many',
            options: errorStatuses.map((value) => ({ value, label: statusName(value) })),
          },
          {
            name: 'source',
            label: say('source'),
            kind: 'select',
            options: failureSources.map((value) => ({ value, label: sourceName(value) })),
          },
          { name: 'kind', label: say('kind'), kind: 'text' },
        ]}
        columns={[
          {
            key: 'lastAt',
            title: say('lastAt'),
            card: 'line',
            render: (_, row) => (
              <>
                <When at={row.lastAt} />
                <div className="crud-line">
                  {say('firstAt')} <When at={row.firstAt} />
                </div>
              </>
            ),
          },
          {
            key: 'place',
            title: say('place'),
            width: 240,
            card: 'title',
            render: (_, row) => (
              <>
                {row.place}
                <div className="crud-line">{sourceName(row.source)}</div>
                {row.page && row.page !== row.place && (
                  <div className="crud-line">
                    {say('page')} {row.page}
                  </div>
                )}
              </>
            ),
          },
          {
            key: 'message',
            title: say('message'),
            width: 240,
            card: 'line',
            render: (_, row) => (
              <>
                {row.message}
                <div className="crud-line">{row.kind}</div>
              </>
            ),
          },
          {
            key: 'times',
            title: say('times'),
            align: 'right',
            card: 'line',
            render: (_, row) => row.times,
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => <Tag color={colours[row.status]}>{statusName(row.status)}</Tag>,
          },
          { key: 'release', title: say('release'), card: 'line', render: (_, row) => row.release },
          {
            key: 'traceId',
            title: say('traceId'),
            width: 190,
            card: 'line',
            render: (_, row) => (
              <span className="exception-trace">
                <CopyText text={row.traceId} name={say('traceId')} />
              </span>
            ),
          },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, { id, place, status }) => (
              <>
                <Button
                  type="link"
                  size="small"
                  aria-label={say('detailsOf', { what: place })}
                  onClick={() => setOpened(id)}
                >
                  {say('details')}
                </Button>
                {status !== 'resolved' && (
                  <Button
                    type="link"
                    size="small"
                    aria-label={say('resolveOf', { what: place })}
                    disabled={resolve.isPending}
                    onClick={() => resolve.mutate({ id })}
                  >
                    {say('resolve')}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {opened && <ExceptionDrawer id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}
