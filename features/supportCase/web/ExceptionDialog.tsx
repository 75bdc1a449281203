import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { useReason } from '../../../web/reason.ts'
import type { RowAction } from '../../../web/shell/control/RowActions.tsx'
import { useStateName } from '../../../web/words.ts'
import { correctionLifecycle } from '../../correction/rules.ts'
import { WorkDialog } from '../../workQueue/web/WorkDialog.tsx'
import { type ExceptionRow, supportCaseCalls } from '../contract.ts'
import { exceptionLifecycle, isWaiting } from '../rules.ts'
import { useSupportCaseWords } from './words.ts'

/** A registered problem with what is known of it, and the ways to settle it. */
export function ExceptionDialog({
  id,
  waiting,
  actionsOf,
  isAsking,
  onGo,
}: {
  id: string
  /** Open problems of the list, in its order. */
  waiting: readonly string[]
  actionsOf: (row: ExceptionRow) => readonly (RowAction | false)[]
  /** A dialog that settles it is open in its place. */
  isAsking: boolean
  /** Opens another one; null closes. */
  onGo: (id: string | null) => void
}) {
  const say = useSupportCaseWords()
  const query = useCall(supportCaseCalls.queryList, { id, page: 1, limit: 1 }, { staleTime: 0 })
  const row = query.data?.list[0]
  const actions = (row ? actionsOf(row) : [])
    .filter((action) => action !== false)
    .filter(({ key }) => key !== 'view')
  const kinds = { correct: 'main', resolve: 'main', dismiss: 'danger' } as const
  return (
    <WorkDialog
      code="exception.settle"
      id={id}
      waits={row !== undefined && isWaiting(row)}
      title={row ? say('opened', { type: say(row.kind), name: row.realName }) : say('registered')}
      ids={waiting}
      actions={actions.map(({ key, label, onClick, shortcut }, place) => {
        const kind = kinds[key as keyof typeof kinds]
        // One main button: what mends it, where a correction does.
        const shown = kind === 'main' && place > 0 ? undefined : kind
        return { key, label, onClick, ...(shown ? { kind: shown } : {}), ...(shortcut ? { shortcut } : {}) }
      })}
      isAsking={isAsking}
      onGo={onGo}
      onClose={() => onGo(null)}
    >
      <Loaded query={query} skeleton={<Skeleton lines={6} />}>
        {({ list: [found] }) => (found ? <Facts row={found} /> : say('gone'))}
      </Loaded>
    </WorkDialog>
  )
}

function Facts({ row }: { row: ExceptionRow }) {
  const say = useSupportCaseWords()
  const sayReason = useReason()
  const stateName = useStateName(exceptionLifecycle)
  const correctionState = useStateName(correctionLifecycle)
  return (
    <dl className="work-facts k-facts">
      <dt>{say('learner')}</dt>
      <dd>
        <Link to={`/student-manage/student-detail?accountId=${row.accountId}`}>{row.realName}</Link>{' '}
        {row.unitName}
      </dd>
      <dt>{say('status')}</dt>
      <dd>
        {stateName(row.status)}
        {row.correctionStatus && (
          <div className="crud-line">
            {say('correction', { status: correctionState(row.correctionStatus) })}
          </div>
        )}
      </dd>
      <dt>{say('note')}</dt>
      <dd>{sayReason(row.note)}</dd>
      {row.outcome && (
        <>
          <dt>{say('outcome')}</dt>
          <dd>{sayReason(row.outcome)}</dd>
        </>
      )}
      <dt>{say('handledBy')}</dt>
      <dd>
        {say('registeredBy', { name: row.registrarName })} · {dateTime(row.createdAt)}
      </dd>
    </dl>
  )
}
