import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../../web/client.ts'
import { dateTime } from '../../../web/format.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { type RowAction, RowActions } from '../../../web/shell/control/RowActions.tsx'
import type { ForLearner } from '../../correction/web/ChangeInputs.tsx'
import { type ExceptionRow, supportCaseCalls, supportCaseExports } from '../contract.ts'
import {
  correctionFor,
  exceptionKinds,
  exceptionLifecycle,
  exceptionStatuses,
  isUnsettled,
  isWaiting,
} from '../rules.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useStateName } from '../../../web/words.ts'
import { useClaims } from '../../workQueue/web/useClaim.ts'
import { ClaimLine, nextOf } from '../../workQueue/web/WorkDialog.tsx'
import { ExceptionDialog } from './ExceptionDialog.tsx'
import { correctionLifecycle } from '../../correction/rules.ts'
import { useReason } from '../../../web/reason.ts'
import type { ToMove } from './CorrectUnitDialog.tsx'
import type { Event } from './SettleDialog.tsx'
import { useSupportCaseWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const SettleDialog = dialogPart(() => import('./SettleDialog.tsx'))
const CorrectUnitDialog = dialogPart(() => import('./CorrectUnitDialog.tsx'))
const CorrectionDrawer = dialogPart(() => import('../../correction/web/CorrectionDrawer.tsx'))

const keys = { resolve: 'A', dismiss: 'R' } as const
const colours = { open: 'orange', correcting: 'gold', resolved: 'green', dismissed: 'default' } as const

/** Registered problems, each with a way to its correction: all in scope, or one learner's. */
export function ExceptionTable({ accountId, toolbar }: { accountId?: string; toolbar?: ReactNode }) {
  const say = useSupportCaseWords()
  const sayReason = useReason()
  const stateName = useStateName(exceptionLifecycle)
  const correctionState = useStateName(correctionLifecycle)
  const mayCorrect = useMay(supportCaseCalls.correct)
  const mayUnit = useMay(supportCaseCalls.saveAccountUnitId)
  const [settling, setSettling] = useState<{ row: ExceptionRow; event: Event } | null>(null)
  const [{ exception: opened }, change] = useUrlState()
  const open = (exception: string | null) => change({ exception })
  const claims = useClaims('exception.settle', useMay(supportCaseCalls.settle))
  const [correcting, setCorrecting] = useState<{ row: ExceptionRow; learner: ForLearner } | null>(null)
  const [moving, setMoving] = useState<ToMove | null>(null)
  const correct = useAction(supportCaseCalls.correct, { quiet: true })

  /** The correction that mends what was registered; false where none does, or it is settled. */
  function correctionOf(row: ExceptionRow): RowAction | false {
    const kind = correctionFor(row.kind)
    const learner = { accountId: row.accountId, name: row.realName }
    if (kind === null || !isUnsettled(row.status) || !(kind === 'unit' ? mayUnit : mayCorrect)) return false
    return {
      key: 'correct',
      label: say(`${kind}Correct`),
      shortcut: keys.resolve,
      onClick: () =>
        kind === 'unit'
          ? setMoving({ ...learner, exceptionId: row.id })
          : setCorrecting({ row, learner: { ...learner, kind } }),
    }
  }

  function actionsOf(row: ExceptionRow): (RowAction | false)[] {
    const correction = correctionOf(row)
    const can = (event: Event) => exceptionLifecycle.can(row.status, event)
    return [
      correction,
      ...(['resolve', 'dismiss', 'reopen'] as const).map(
        (event) =>
          can(event) && {
            key: event,
            label: say(event),
            onClick: () => setSettling({ row, event }),
            // A key presses one thing: what mends it, where a correction does.
            ...(event in keys && !(correction && event === 'resolve')
              ? { shortcut: keys[event as keyof typeof keys] }
              : {}),
          },
      ),
      { key: 'view', opens: true, label: say('view'), onClick: () => open(row.id) },
    ]
  }

  return (
    <>
      <CrudTable
        call={supportCaseCalls.queryList}
        exportCall={supportCaseExports.exportIssueList}
        fixed={accountId ? { accountId } : {}}
        part={accountId !== undefined}
        // A learner's page has the corrections above.
        prefix={accountId ? 'exceptions.' : ''}
        toolbar={toolbar}
        filters={
          accountId
            ? []
            : [
                {
                  name: 'status',
                  label: say('status'),
                  kind: 'select',
                  options: exceptionStatuses.map((value) => ({ value, label: stateName(value) })),
                },
                {
                  name: 'kind',
                  label: say('type'),
                  kind: 'select',
                  options: exceptionKinds.map((value) => ({ value, label: say(value) })),
                },
                {
                  name: 'keyword',
                  label: say('learner'),
                  kind: 'text',
                  hint: say('learnerHint'),
                },
                {
                  name: 'waiting',
                  label: say('toDo'),
                  kind: 'select',
                  meant: (value) => value === 'yes',
                  options: [{ value: 'yes', label: say('waitingOnes') }],
                },
              ]
        }
        columns={[
          ...(accountId
            ? []
            : [
                {
                  key: 'learner',
                  title: say('learner'),
                  render: (_: unknown, row: ExceptionRow) => (
                    <>
                      <Link to={`/student-manage/student-detail?accountId=${row.accountId}`}>
                        {row.realName}
                      </Link>
                      <div className="crud-line">{row.unitName}</div>
                    </>
                  ),
                },
              ]),
          { key: 'type', title: say('type'), render: (_, row) => say(row.kind) },
          {
            key: 'note',
            title: say('note'),
            render: (_, row) => <div className="correction-reason">{sayReason(row.note)}</div>,
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <>
                <Tag color={colours[row.status]}>{stateName(row.status)}</Tag>
                {row.correctionStatus && (
                  <div className="crud-line">
                    {say('correction', { status: correctionState(row.correctionStatus) })}
                  </div>
                )}
                <ClaimLine claim={claims.get(row.id)} />
              </>
            ),
          },
          {
            key: 'outcome',
            title: say('outcome'),
            render: (_, row) => (
              <div className="correction-reason">{row.outcome && sayReason(row.outcome)}</div>
            ),
          },
          {
            key: 'handledBy',
            title: say('handledBy'),
            render: (_, row) => (
              <div className="crud-line">
                {say('registeredBy', { name: row.registrarName })} · {dateTime(row.createdAt)}
                {row.settlerName && row.settledAt && (
                  <div>
                    {say('settledBy', { name: row.settlerName })} · {dateTime(row.settledAt)}
                  </div>
                )}
              </div>
            ),
          },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actionsOf(row)} />,
          },
        ]}
      >
        {(rows) => {
          const waiting = rows.filter(isWaiting).map(({ id }) => id)
          return (
            <>
              {opened && (
                <ExceptionDialog
                  key={opened}
                  id={opened}
                  waiting={waiting}
                  actionsOf={actionsOf}
                  isAsking={settling !== null || correcting !== null || moving !== null}
                  onGo={open}
                />
              )}
              {settling && (
                <SettleDialog
                  {...settling}
                  correction={correctionOf(settling.row)}
                  onDone={() =>
                    opened && open(nextOf(waiting, opened) === opened ? null : nextOf(waiting, opened))
                  }
                  onClose={() => setSettling(null)}
                />
              )}
            </>
          )
        }}
      </CrudTable>
      {correcting && (
        <CorrectionDrawer
          learner={correcting.learner}
          propose={(proposal) => correct.mutateAsync({ id: correcting.row.id, ...proposal })}
          onClose={() => setCorrecting(null)}
          onProposed={(correctionId, isAlone) => {
            if (!isAlone) return
            const toTable = accountId
              ? {}
              : { part: 'corrections', status: null, kind: null, keyword: null, waiting: null }
            change({ ...toTable, exception: null, correction: correctionId }, 'push')
          }}
        />
      )}
      {moving && <CorrectUnitDialog learner={moving} onClose={() => setMoving(null)} />}
    </>
  )
}
