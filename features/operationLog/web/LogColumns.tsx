import { isId } from '../../../contract/call.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { Column } from '../../../web/shell/list/columns.ts'
import { When } from '../../../web/shell/control/When.tsx'
import { useReason } from '../../../web/reason.ts'
import type { Operation } from '../contract.ts'
import { useAuditNames } from './auditNames.ts'
import { useLogWords } from './words.ts'

/** The columns of the log, each by its name: a list takes those it needs, in its order. */
export function useLogColumns(onOpen: (id: string) => void) {
  const say = useLogWords()
  const sayReason = useReason()
  const names = useAuditNames()
  return {
    time: {
      key: 'createdAt',
      title: say('time'),
      card: 'line',
      render: (_, row) => <When at={row.createdAt} />,
    },
    actor: {
      key: 'actor',
      card: 'line',
      title: say('actor'),
      render: (_, row) =>
        row.actorId === null ? (
          <span title={say('systemHint')}>{say('system')}</span>
        ) : (
          <>
            {row.actorName}
            <div className="crud-line">{row.actorLogin}</div>
          </>
        ),
    },
    action: {
      key: 'action',
      title: say('action'),
      card: 'title',
      render: (_, row) => names.actionName(row.action),
    },
    subject: {
      key: 'subject',
      card: 'line',
      title: say('subject'),
      render: (_, { subjectName, subjectId, subjectKind }) => {
        // A record without a name has only its key, which tells a reader nothing.
        const name = subjectName ?? (isId(subjectId) ? null : subjectId)
        const kind = names.subjectName(subjectKind)
        if (name === null) return kind
        return (
          <>
            {name}
            <div className="crud-line">{kind}</div>
          </>
        )
      },
    },
    reason: {
      key: 'reason',
      card: 'line',
      width: 220,
      title: say('reason'),
      render: (_, row) => sayReason(row.reason),
    },
    ip: { key: 'ip', title: say('ip'), dataIndex: 'ip' },
    detail: {
      key: 'actions',
      title: say('actions'),
      fixed: 'right',
      render: (_, { id, action }) => (
        <Button
          type="link"
          size="small"
          aria-label={say('detailOf', { what: names.actionName(action) })}
          onClick={() => onOpen(id)}
        >
          {say('details')}
        </Button>
      ),
    },
  } satisfies Record<string, Column<Operation>>
}
