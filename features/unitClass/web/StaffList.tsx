import { useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Pages } from '../../../web/shell/control/Pages.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { usePaused } from '../../../web/shell/view/usePaused.ts'
import { useBilingual } from '../../../web/words.ts'
import { type PersonProblem, unitClassCalls } from '../contract.ts'
import { AddedPeople } from './AddedPeople.tsx'
import { FindLearner } from './FindLearner.tsx'
import './UnitClass.css'
import { useUnitClassWords } from './words.ts'

type Staff = OutputOf<typeof unitClassCalls.findStaff>['list'][number]

const limit = 20

/** Reason against a person of a name, and what to do about it. */
export function ProblemText({ problem, name }: { problem: PersonProblem; name: string }) {
  const either = useBilingual()
  return (
    <>
      <span className="k-warn">{either(problem.zh, problem.en)}</span>
      <div className="k-caption">
        {either(problem.fix.zh, problem.fix.en)} {problem.code === 'otherUnit' && <FindLearner name={name} />}
      </div>
    </>
  )
}

/** People of the unit, of whom some are ticked and join the roster; who cannot join says why. */
export function StaffList({ unitClassId }: { unitClassId: string }) {
  const say = useUnitClassWords()
  const [text, setText] = useState('')
  const [isFree, setFree] = useState(true)
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const keyword = usePaused(text).trim()
  const query = useCall(
    unitClassCalls.findStaff,
    { unitClassId, page, limit, ...(keyword ? { keyword } : {}), ...(isFree ? { free: true } : {}) },
    { keep: true, staleTime: 0 },
  )
  const add = useAction(unitClassCalls.addPeople, { onDone: () => setChosen(new Set()) })
  const tick = (ids: readonly string[], isTicked: boolean) =>
    setChosen((all) => {
      const next = new Set(all)
      for (const id of ids) {
        if (isTicked) next.add(id)
        else next.delete(id)
      }
      return next
    })
  const mayTick = ({ listed, problem }: Staff) => !listed && problem === null

  return (
    <div className="k-stack">
      <p className="k-muted">{say('staffHint')}</p>
      <div className="k-cluster">
        <Chips
          label={say('learners')}
          value={isFree ? 'free' : 'all'}
          onChange={(value) => {
            setFree(value === 'free')
            setPage(1)
          }}
          options={[
            { value: 'free', label: say('freeOnly') },
            { value: 'all', label: say('everyone') },
          ]}
        />
        <input
          className="office-input unit-class-search"
          type="search"
          aria-label={say('realName')}
          placeholder={say('realName')}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setPage(1)
          }}
        />
      </div>
      <Loaded query={query}>
        {({ list, total }) => {
          const able = list.filter(mayTick).map(({ accountId }) => accountId)
          return list.length === 0 ? (
            <Empty />
          ) : (
            <>
              <div className="unit-class-wide">
                <table className="unit-class-grid">
                  <thead>
                    <tr>
                      <th scope="col">
                        <input
                          type="checkbox"
                          aria-label={say('everyone')}
                          disabled={able.length === 0}
                          checked={able.length > 0 && able.every((id) => chosen.has(id))}
                          onChange={({ target }) => tick(able, target.checked)}
                        />
                      </th>
                      <th scope="col">{say('learner')}</th>
                      <th scope="col">{say('unit')}</th>
                      <th scope="col">{say('state')}</th>
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
                            checked={chosen.has(person.accountId)}
                            onChange={({ target }) => tick([person.accountId], target.checked)}
                          />
                        </td>
                        <td>
                          {person.realName}{' '}
                          <span className="k-caption">{person.cardMask ?? person.mobileMask}</span>
                        </td>
                        <td>{person.unitName}</td>
                        <td>
                          {person.listed ? (
                            <Tag color="blue">{say('listed')}</Tag>
                          ) : person.problem ? (
                            <ProblemText problem={person.problem} name={person.realName} />
                          ) : (
                            <Tag color="green">{say('canAdd')}</Tag>
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Pages {...{ page, limit, total }} hidesOne onPage={setPage} />
            </>
          )
        }}
      </Loaded>
      <div>
        <Button
          type="primary"
          disabled={chosen.size === 0}
          loading={add.isPending}
          onClick={() => add.mutate({ unitClassId, accountIds: [...chosen] })}
        >
          {say('chosen', { count: chosen.size })}
        </Button>
      </div>
      {add.data && <AddedPeople answer={add.data} />}
    </div>
  )
}
