import { useAction, useCall } from '../../../web/client.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { type UnitClass, unitClassCalls } from '../contract.ts'
import { useUnitClassWords } from './words.ts'

/** Other unit classes of the unit, whose people who did not make it join this roster. */
export function AgainList({ unitClass }: { unitClass: UnitClass }) {
  const say = useUnitClassWords()
  const query = useCall(unitClassCalls.queryPageList, { unitId: unitClass.unitId, limit: 50 })
  const add = useAction(unitClassCalls.addPeople, {
    onDone: ({ added }) => notify('success', say('addedNow', { count: added })),
  })
  return (
    <div className="k-stack">
      <p className="k-muted">{say('againHint')}</p>
      <Loaded query={query}>
        {({ list }) => {
          const others = list.filter(({ id }) => id !== unitClass.id)
          return others.length === 0 ? (
            <Empty title={say('againNone')} />
          ) : (
            <ul className="k-list k-stack" aria-label={say('againFrom')}>
              {others.map(({ id, name, year, opened, passed }) => (
                <li key={id} className="k-box k-cluster k-split unit-class-line">
                  <span>
                    {name} <span className="k-caption">{year}</span>
                    <div className="k-caption">
                      {say('opened')} {opened} · {say('passed')} {passed}
                    </div>
                  </span>
                  <Button
                    loading={add.isPending && add.variables.failedOf === id}
                    onClick={() => add.mutate({ unitClassId: unitClass.id, failedOf: id })}
                  >
                    {say('addFailed')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </div>
  )
}
