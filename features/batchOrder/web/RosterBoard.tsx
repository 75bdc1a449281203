import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { useAction, useCall } from '../../../web/client.ts'
import { date } from '../../../web/format.ts'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Pages } from '../../../web/shell/control/Pages.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { Tag, type TagColor } from '../../../web/shell/control/Tag.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useBilingual } from '../../../web/words.ts'
import { type RosterRow, unitClassCalls } from '../../unitClass/contract.ts'
import { orderableStates, type RosterState, rosterStateNames, rosterStates } from '../../unitClass/rules.ts'
import { AgainList } from '../../unitClass/web/AgainList.tsx'
import { unitClassPaths } from '../../unitClass/web/paths.ts'
import { ProblemText } from '../../unitClass/web/StaffList.tsx'
import { batchOrderCalls } from '../contract.ts'
import './BatchOrder.css'
import { useBatchOrderWords } from './words.ts'

const ReplacePerson = dialogPart(() => import('./ReplacePerson.tsx'))

const limit = 20

const colors: Readonly<Record<RosterState, TagColor>> = {
  listed: 'default',
  unpaid: 'orange',
  opening: 'blue',
  failedToOpen: 'red',
  idle: 'orange',
  studying: 'blue',
  passed: 'green',
  failed: 'red',
  expired: 'red',
  transferred: 'default',
  ended: 'default',
}

const isRemovable = ({ state }: RosterRow) => orderableStates.some((one) => one === state)

/** State of a person, with its reason: the obstacle, or how far they have come. */
function StateCell({ row }: { row: RosterRow }) {
  const say = useBatchOrderWords()
  const either = useBilingual()
  const { state, problem, progress, passedAt, orderId, orderNo } = row
  const name = rosterStateNames[state]
  const reason =
    state === 'idle'
      ? say('idleReason')
      : state === 'passed' && passedAt
        ? say('passedReason', { day: date(passedAt) })
        : ['studying', 'failed', 'expired'].includes(state)
          ? say('studyingReason', { percent: Math.floor(progress / 100) })
          : null
  return (
    <>
      <Tag color={colors[state]}>{either(name.zh, name.en)}</Tag>{' '}
      {reason && <span className="k-small">{reason}</span>}
      {problem && <ProblemText problem={problem} name={row.realName} />}
      {orderId && ['unpaid', 'opening', 'failedToOpen'].includes(state) && (
        <div className="k-caption">
          <Link to={unitClassPaths.pay(orderId)}>{orderNo}</Link>
        </div>
      )}
    </>
  )
}

/** Prints the certificates of the people of a unit class. */
export type RosterCertificates = ComponentType<{ unitClassId: string }>

/** The people of a unit class by state, each with the reason; those who have not begun are reminded, or replaced. */
export function RosterBoard({
  unitClassId,
  Certificates,
}: {
  unitClassId: string
  Certificates?: RosterCertificates
}) {
  const say = useBatchOrderWords()
  const either = useBilingual()
  const [{ state: shown, page: at = '1' }, change] = useUrlState('board-')
  const [text, setText] = useState('')
  const [replacing, setReplacing] = useState<RosterRow | null>(null)
  const [isAgain, setAgain] = useState(false)
  const keyword = usePaused(text).trim()
  const state = rosterStates.find((one) => one === shown)
  const page = Math.max(1, Number(at) || 1)
  const mayWrite = useMay(unitClassCalls.remind)
  const mayReplace = useMay(batchOrderCalls.replacePerson)
  const mayOrder = useMay(batchOrderCalls.place)
  const query = useCall(
    unitClassCalls.getUnitClassDetailAndList,
    {
      id: unitClassId,
      page,
      limit,
      ...(state ? { state: [state] } : {}),
      ...(keyword ? { keyword } : {}),
    },
    { keep: true, staleTime: 0 },
  )
  const remind = useAction(unitClassCalls.remind, {
    onDone: ({ reminded, skipped }) =>
      notify(
        'success',
        skipped > 0
          ? say('remindedSome', { count: reminded, skipped })
          : say('reminded', { count: reminded }),
      ),
  })
  const remove = useAction(unitClassCalls.removePeople, {
    onDone: () => notify('success', say('removedFrom')),
  })
  return (
    <Loaded query={query}>
      {({ detail, counts, list, total }) => {
        const all = rosterStates.reduce((sum, one) => sum + counts[one], 0)
        const unfinished = counts.failed + counts.expired
        const options = rosterStates.filter((one) => counts[one] > 0 || one === state)
        return (
          <div className="k-stack shell-card batch-board">
            <Chips<RosterState | 'all'>
              label={say('boardOf')}
              value={state ?? 'all'}
              onChange={(next) => change({ state: next === 'all' ? null : next, page: null }, 'push')}
              options={[
                { value: 'all' as const, label: `${say('all')} ${all}` },
                ...options.map((value) => ({
                  value,
                  label: `${either(rosterStateNames[value].zh, rosterStateNames[value].en)} ${counts[value]}`,
                })),
              ]}
            />
            <div className="k-cluster">
              <input
                className="office-input"
                type="search"
                aria-label={say('learner')}
                placeholder={say('learner')}
                value={text}
                onChange={({ target }) => {
                  setText(target.value)
                  change({ page: null })
                }}
              />
              {mayWrite && counts.idle > 0 && (
                <Button
                  loading={remind.isPending && remind.variables.accountIds === undefined}
                  onClick={() => remind.mutate({ unitClassId })}
                >
                  {say('remindAll', { count: counts.idle })}
                </Button>
              )}
              {mayWrite && unfinished > 0 && (
                <Button aria-expanded={isAgain} onClick={() => setAgain(!isAgain)}>
                  {say('orderAgain', { count: unfinished })}
                </Button>
              )}
              {Certificates && counts.passed > 0 && <Certificates unitClassId={unitClassId} />}
            </div>
            {isAgain && <AgainList unitClass={detail} way="from" mayOrder={mayOrder} />}
            {list.length === 0 ? (
              <Empty {...(all === 0 ? { title: say('rosterEmpty') } : {})} />
            ) : (
              <table className="batch-people">
                <thead>
                  <tr>
                    <th scope="col">{say('learner')}</th>
                    <th scope="col">{say('status')}</th>
                    <th scope="col">{say('studiedAt')}</th>
                    <th scope="col">{say('expiresAt')}</th>
                    <th scope="col">{say('remindedAt')}</th>
                    {mayWrite && <th scope="col">{say('actions')}</th>}
                  </tr>
                </thead>
                <tbody>
                  {list.map((row) => (
                    <tr key={row.accountId}>
                      <td>
                        <strong>{row.realName}</strong>{' '}
                        <span className="k-caption">{row.cardMask ?? row.mobileMask}</span>
                        <div className="k-caption">{row.unitName}</div>
                      </td>
                      <td>
                        <StateCell row={row} />
                      </td>
                      <td data-label={say('studiedAt')}>{row.studiedAt && <When at={row.studiedAt} />}</td>
                      <td data-label={say('expiresAt')}>
                        {row.expiresAt && <When day at={row.expiresAt} />}
                      </td>
                      <td data-label={say('remindedAt')}>{row.remindedAt && <When at={row.remindedAt} />}</td>
                      {mayWrite && (
                        <td>
                          <RowActions
                            actions={[
                              row.state === 'idle' && {
                                key: 'remind',
                                label: say('remind'),
                                loading:
                                  remind.isPending && remind.variables.accountIds?.[0] === row.accountId,
                                onClick: () => remind.mutate({ unitClassId, accountIds: [row.accountId] }),
                              },
                              mayReplace &&
                                row.replaceable && {
                                  key: 'replace',
                                  label: say('replace'),
                                  onClick: () => setReplacing(row),
                                },
                              isRemovable(row) && {
                                key: 'remove',
                                label: say('removeFrom'),
                                danger: true,
                                confirm: { title: say('removeTitle', { name: row.realName }) },
                                onClick: () => remove.mutate({ unitClassId, accountIds: [row.accountId] }),
                              },
                            ]}
                          />
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            <Pages {...{ page, limit, total }} hidesOne onPage={(next) => change({ page: next }, 'push')} />
            {replacing && (
              <ReplacePerson
                unitClassId={unitClassId}
                itemId={replacing.itemId!}
                name={replacing.realName}
                onClose={() => setReplacing(null)}
              />
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
