import { useAction, useCall } from '../../../web/client.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { type UnitClass, unitClassCalls } from '../contract.ts'
import { AddedPeople } from './AddedPeople.tsx'
import { unitClassPaths } from './paths.ts'
import './UnitClass.css'
import { useUnitClassWords } from './words.ts'

/**
 * Other unit classes of the unit, by which those who failed or let their time expire are ordered again: `into` one they
 * join its roster, `from` one they join that of another. Of the same class nobody is: their places are still theirs.
 */
export function AgainList({
  unitClass,
  way,
  mayOrder,
}: {
  unitClass: Pick<UnitClass, 'id' | 'unitId' | 'classId'>
  way: 'into' | 'from'
  mayOrder: boolean
}) {
  const say = useUnitClassWords()
  const navigate = useViewNavigate()
  const { id, unitId, classId } = unitClass
  const query = useCall(unitClassCalls.queryPageList, {
    unitId,
    limit: 50,
    ...(way === 'from' && { open: true }),
  })
  const add = useAction(unitClassCalls.addPeople)
  const pairOf = (otherId: string) =>
    way === 'into' ? { unitClassId: id, failedOf: otherId } : { unitClassId: otherId, failedOf: id }
  const isAdding = (otherId: string) =>
    add.isPending &&
    add.variables.unitClassId === pairOf(otherId).unitClassId &&
    add.variables.failedOf === pairOf(otherId).failedOf
  return (
    <div className="k-stack">
      <p className="k-muted">{say(way === 'into' ? 'againHint' : 'againFromHint')}</p>
      <Loaded query={query}>
        {({ list }) => {
          const others = list.filter((other) => other.id !== id && other.classId !== classId)
          return others.length === 0 ? (
            <Empty
              title={say('againNone')}
              action={<Button onClick={() => navigate(unitClassPaths.create)}>{say('create')}</Button>}
            />
          ) : (
            <ul className="k-list k-stack" aria-label={say(way === 'into' ? 'againFrom' : 'againInto')}>
              {others.map(({ id: otherId, name, year, opened, passed }) => (
                <li key={otherId} className="k-box k-cluster k-split unit-class-line">
                  <span>
                    {name} <span className="k-caption">{year}</span>
                    <div className="k-caption">
                      {say('opened')} {opened} · {say('passed')} {passed}
                    </div>
                  </span>
                  <Button loading={isAdding(otherId)} onClick={() => add.mutate(pairOf(otherId))}>
                    {say(way === 'into' ? 'addFailed' : 'addHere')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      {add.data && (
        <AddedPeople answer={add.data}>
          {mayOrder && (
            <Button type="primary" onClick={() => navigate(unitClassPaths.order(add.variables!.unitClassId))}>
              {say('toOrder')}
            </Button>
          )}
        </AddedPeople>
      )}
    </div>
  )
}
