import Descriptions from 'antd/es/descriptions'
import Drawer from 'antd/es/drawer'
import type { ReactNode } from 'react'
import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { CopyText } from '../../../web/shell/CopyText.tsx'
import { RowList } from '../../../web/shell/RowList.tsx'
import { useReason } from '../../../web/reason.ts'
import { useBilingual } from '../../../web/words.ts'
import { type OperationDetail, operationLogCalls } from '../contract.ts'
import { type Difference, differencesOf } from '../rules.ts'
import { useAuditNames } from './auditNames.ts'
import { ChangedValue } from './ChangedValue.tsx'
import './Log.css'
import { fieldWords, useLogWords } from './words.ts'

/** One operation: who, from where, in which request, and what it changed, line by line. */
export default function OperationDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useLogWords()
  const query = useCall(operationLogCalls.find, { id })
  return (
    <Drawer open onClose={onClose} size="min(720px, 100vw)" title={say('details')}>
      <Loaded query={query}>{(action) => <Action action={action} />}</Loaded>
    </Drawer>
  )
}

function Action({ action }: { action: OperationDetail }) {
  const say = useLogWords()
  const pick = useBilingual()
  const sayReason = useReason()
  const names = useAuditNames()
  /** What a feature declares of a part of its changes; of what is within it nothing. */
  const declared = ({ path }: Difference) =>
    path.length === 1 ? action.fields.find(({ field }) => field === path[0]) : undefined
  const fieldName = (key: string) => (fieldWords[key] ? pick(...fieldWords[key]) : key)
  const who = action.actorId
    ? `${action.actorName ?? ''}（${action.actorLogin ?? action.actorId}）`
    : say('system')
  const rows = differencesOf(action.before, action.after)
  const line = (key: string, label: string, children: ReactNode) => ({ key, label, children })
  return (
    <>
      <Descriptions
        bordered
        size="small"
        column={1}
        styles={{ label: { whiteSpace: 'nowrap' } }}
        items={[
          line('action', say('action'), names.actionName(action.action)),
          line('time', say('time'), dateTime(action.createdAt)),
          line('actor', say('actor'), who),
          line(
            'subject',
            say('subject'),
            `${names.subjectName(action.subjectKind)} ${action.subjectName ?? ''}`,
          ),
          line('subjectId', say('subjectId'), <CopyText text={action.subjectId} name={say('subjectId')} />),
          ...(action.reason ? [line('reason', say('reason'), sayReason(action.reason))] : []),
          ...(action.ip ? [line('ip', say('ip'), action.ip)] : []),
          ...(action.requestId
            ? [
                line(
                  'request',
                  say('requestId'),
                  <CopyText text={action.requestId} name={say('requestId')} />,
                ),
              ]
            : []),
          line(
            'chain',
            say('chain'),
            <span className="log-value log-line">
              {say('chainHint', { lane: action.lane, serial: action.serial, hash: action.hash })}
            </span>,
          ),
        ]}
      />
      <h3 className="log-heading">{say('changes')}</h3>
      <RowList<Difference>
        name={say('changes')}
        rows={rows}
        keyOf={({ path }) => path.join('.')}
        empty={<Empty title={say('noChanges')} />}
        columns={[
          {
            key: 'field',
            title: say('field'),
            render(_, row) {
              const field = declared(row)
              return field ? pick(field.zh, field.en) : row.path.map(fieldName).join(' · ')
            },
          },
          {
            key: 'before',
            title: say('before'),
            render: (_, row) => <ChangedValue value={row.before} other={row.after} field={declared(row)} />,
          },
          {
            key: 'after',
            title: say('after'),
            render: (_, row) => (
              <ChangedValue value={row.after} other={row.before} field={declared(row)} isNew />
            ),
          },
        ]}
      />
    </>
  )
}
