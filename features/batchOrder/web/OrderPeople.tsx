import { useMemo, useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { useCall } from '../../../web/client.ts'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Pages } from '../../../web/shell/control/Pages.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBilingual } from '../../../web/words.ts'
import { rosterStateNames } from '../../unitClass/rules.ts'
import { ProblemText } from '../../unitClass/web/StaffList.tsx'
import { batchOrderCalls } from '../contract.ts'
import './BatchOrder.css'
import { useBatchOrderWords } from './words.ts'

type Person = OutputOf<typeof batchOrderCalls.preview>['list'][number]

/** People of a roster that an order is for, where they are not all who had no place yet. */
interface Choice {
  without?: string[]
  again?: string[]
}

const limit = 20

/** Ticks of an order: those who had no place yet are in until they are unticked, those who had one once they are ticked. */
export function useTicks() {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const choice = useMemo((): Choice => {
    const idsOf = (isTicked: boolean) => [...changed].flatMap(([id, is]) => (is === isTicked ? [id] : []))
    const [without, again] = [idsOf(false), idsOf(true)]
    return { ...(without.length > 0 && { without }), ...(again.length > 0 && { again }) }
  }, [changed])
  const tick = (people: readonly Person[], isTicked: boolean) =>
    setChanged((all) => {
      const next = new Map(all)
      for (const { accountId, state } of people) {
        if ((state === 'listed') === isTicked) next.delete(accountId)
        else next.set(accountId, isTicked)
      }
      return next
    })
  const isTicked = ({ accountId, state }: Person) => changed.get(accountId) ?? state === 'listed'
  return { choice, tick, isTicked }
}

/** Nobody is ticked who cannot be ordered; for want of places somebody else may be unticked. */
const mayTick = ({ problem }: Person) => problem === null || problem.code === 'noSeat'

/** Those who can be ordered, each with a tick, or those left out with the reason of each. */
export function OrderPeople({
  unitClassId,
  able,
  leftOut,
  ticks: { choice, tick, isTicked },
}: {
  unitClassId: string
  able: number
  leftOut: number
  ticks: ReturnType<typeof useTicks>
}) {
  const say = useBatchOrderWords()
  const either = useBilingual()
  const [only, setOnly] = useState<'in' | 'out'>(leftOut > 0 ? 'out' : 'in')
  const [page, setPage] = useState(1)
  const query = useCall(
    batchOrderCalls.preview,
    { unitClassId, ...choice, only, page, limit },
    { keep: true, staleTime: 0 },
  )
  return (
    <section className="shell-card">
      <Chips
        label={say('who')}
        value={only}
        onChange={(next) => {
          setOnly(next)
          setPage(1)
        }}
        options={[
          { value: 'out', label: say('outOf', { count: leftOut }) },
          { value: 'in', label: say('inIt', { count: able }) },
        ]}
      />
      <Loaded query={query}>
        {({ list, total }) => {
          const tickable = list.filter(mayTick)
          return list.length === 0 ? (
            <Empty />
          ) : (
            <>
              <table className="batch-people">
                <thead>
                  <tr>
                    <th scope="col">
                      <input
                        type="checkbox"
                        aria-label={say('wholePage')}
                        disabled={tickable.length === 0}
                        checked={tickable.length > 0 && tickable.every(isTicked)}
                        onChange={({ target }) => tick(tickable, target.checked)}
                      />
                    </th>
                    <th scope="col">{say('learner')}</th>
                    <th scope="col">{say('unit')}</th>
                    {only === 'out' && <th scope="col">{say('reason')}</th>}
                  </tr>
                </thead>
                <tbody>
                  {list.map((person) => (
                    <tr key={person.accountId}>
                      <td>
                        <input
                          type="checkbox"
                          aria-label={person.realName}
                          disabled={!mayTick(person)}
                          checked={mayTick(person) && isTicked(person)}
                          onChange={({ target }) => tick([person], target.checked)}
                        />
                      </td>
                      <td>
                        <strong>{person.realName}</strong>{' '}
                        <span className="k-caption">{person.cardMask ?? person.mobileMask}</span>{' '}
                        {person.state !== 'listed' && (
                          <Tag>
                            {either(rosterStateNames[person.state].zh, rosterStateNames[person.state].en)}
                          </Tag>
                        )}
                      </td>
                      <td>{person.unitName}</td>
                      {only === 'out' && (
                        <td>
                          {person.problem && <ProblemText problem={person.problem} name={person.realName} />}
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
              <Pages {...{ page, limit, total }} hidesOne onPage={setPage} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
