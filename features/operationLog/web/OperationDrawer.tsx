import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { FactTable } from '../../../web/shell/control/FactTable.tsx'
import { OfficeDrawer } from '../../../web/shell/control/OfficeDrawer.tsx'
import { CopyText } from '../../../web/shell/control/CopyText.tsx'
import { RowList } from '../../../web/shell/list/RowList.tsx'
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
  const names = useAuditNames()
  const query = useCall(operationLogCalls.find, { id })
  const title = query.data ? names.actionName(query.data.action) : say('details')
  return (
    <OfficeDrawer open onClose={onClose} size={dialogWidths.wide} title={title}>
      <Loaded query={query}>{(action) => <Action action={action} />}</Loaded>
    </OfficeDrawer>
  )
}

function Action({ action }: { action: OperationDetail }) {
  const say = useLogWords()
  const pick = useBilingual()
  const sayReason = useReason()
  const names = useAuditNames()
  /** The declared field of a difference; undefined for one within a field. */
  const declared = ({ path }: Difference) =>
    path.length === 1 ? action.fields.find(({ field }) => field === path[0]) : undefined
  const fieldName = (key: string) => (fieldWords[key] ? pick(...fieldWords[key]) : key)
  const who = action.actorId
    ? [action.actorName, action.actorLogin ?? action.actorId].filter(Boolean).join(' · ')
    : say('system')
  const rows = differencesOf(action.before, action.after)
  return (
    <>
      <FactTable
        facts={[
          [say('action'), names.actionName(action.action)],
          [say('time'), dateTime(action.createdAt)],
          [say('actor'), who],
          [say('subject'), `${names.subjectName(action.subjectKind)} ${action.subjectName ?? ''}`],
          [say('subjectId'), <CopyText key="subject" text={action.subjectId} name={say('subjectId')} />],
          [say('reason'), action.reason && sayReason(action.reason)],
          [say('ip'), action.ip],
          [
            say('requestId'),
            action.requestId && <CopyText text={action.requestId} name={say('requestId')} />,
          ],
          [
            say('chain'),
            <span key="chain" className="k-prose log-line">
              {say('chainHint', { lane: action.lane, serial: action.serial, hash: action.hash })}
            </span>,
          ],
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
