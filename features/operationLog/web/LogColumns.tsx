import type { ColumnType } from 'antd/es/table'
import { Button } from '../../../web/shell/Button.tsx'
import { dateTime } from '../../../web/format.ts'
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
    time: { title: say('time'), render: (_, row) => dateTime(row.createdAt) },
    actor: {
      title: say('actor'),
      render: (_, row) =>
        row.actorId === null ? (
          <span title={say('systemHint')}>{say('system')}</span>
        ) : (
          <>
            {row.actorName}
            <div className="log-line">{row.actorLogin}</div>
          </>
        ),
    },
    action: { title: say('action'), render: (_, row) => names.actionName(row.action) },
    subject: {
      title: say('subject'),
      render: (_, { subjectName, subjectId, subjectKind }) => (
        <>
          {subjectName ?? subjectId}
          <div className="log-line">{names.subjectName(subjectKind)}</div>
        </>
      ),
    },
    reason: {
      title: say('reason'),
      render: (_, { reason }) => (
        <div className="log-reason" title={reason === null ? undefined : sayReason(reason)}>
          {sayReason(reason)}
        </div>
      ),
    },
    ip: { title: say('ip'), dataIndex: 'ip' },
    detail: {
      title: '',
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
  } satisfies Record<string, ColumnType<Operation>>
}
