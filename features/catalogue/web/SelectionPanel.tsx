import { yuan } from '../../../contract/money.ts'
import { useAction } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { Empty } from '../../../web/kit/Loaded.tsx'
import { cartCalls } from '../../cart/contract.ts'
import type { HourPassport } from '../../hours/contract.ts'
import { useHeldSentence } from '../../hours/web/held.ts'
import { missingHours } from '../../hours/rules.ts'
import { classTypeColor, useClassTypeName } from '../../classType/web/classType.ts'
import { useCart } from './JoinButton.tsx'
import { useSelectWords } from './selectWords.ts'

/** The width of a part of a bar, no wider than the room there is for it. */
const shareOf = (tenths: number, room: number, whole = room) =>
  `${(Math.max(0, Math.min(tenths, room)) / whole) * 100}%`

/** The selected classes, their price, and the hours that would still be missing after them. */
export function SelectionPanel({ passport }: { passport: HourPassport }) {
  const say = useSelectWords()
  const nameOf = useClassTypeName()
  const held = useHeldSentence()
  const cart = useCart()
  const remove = useAction(cartCalls.delete)
  const list = cart?.list ?? []
  const ofYear = list.filter((item) => item.year === passport.year && !item.obstacle)
  const chosen = (classType: string) =>
    ofYear
      .filter((item) => item.classType === classType)
      .reduce((sum, item) => sum + item.hoursTenths - item.heldTenths, 0)
  const types = [
    ...new Set([...passport.types.map((type) => type.classType), ...ofYear.map((i) => i.classType)]),
  ].map((classType) => {
    const type = passport.types.find((known) => known.classType === classType)
    const sum =
      (type?.earnedTenths ?? 0) + (type?.pendingTenths ?? 0) + (type?.waitingTenths ?? 0) + chosen(classType)
    return { classType, required: type?.requiredTenths ?? 0, earned: type?.earnedTenths ?? 0, sum }
  })
  const { total } = missingHours(
    {
      requiredHoursTenths: Object.fromEntries(types.map((type) => [type.classType, type.required])),
      totalHoursTenths: passport.requiredTenths,
    },
    Object.fromEntries(types.map((type) => [type.classType, type.sum])),
  )
  return (
    <aside className="k-card select-panel k-stack" aria-label={say('chosen')}>
      <h2>{say('chosen')}</h2>
      {list.length === 0 ? (
        <Empty title={say('nothingChosen')} hint={say('nothingChosenHint')} />
      ) : (
        <ul className="k-list">
          {list.map((item) => (
            <li key={item.classId}>
              <div>
                {item.name}
                <span className="k-muted k-small">
                  {` ${nameOf(item.classType)} · ${hours(item.hoursTenths)} · ¥${yuan(item.payable)}`}
                </span>
                {item.heldTenths > 0 && <p className="k-muted k-small">{held(item)}</p>}
                {item.obstacle && <span className="k-tag warn">{say('unavailable')}</span>}
              </div>
              <Button
                kind="quiet"
                aria-label={say('removeOf', { name: item.name })}
                busy={remove.isPending}
                onClick={() => remove.mutate({ classIds: [item.classId] })}
              >
                ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="select-after k-stack k-gap-2" aria-live="polite">
        <p className="k-muted k-small">{say('afterwards')}</p>
        <strong>{total > 0 ? say('hoursShort', { hours: hours(total) }) : say('allEarned')}</strong>
        {types
          .filter((type) => type.required > 0)
          .map((type) => (
            <div className="k-stack k-gap-1" key={type.classType}>
              <span className="k-small">
                {say('typeLine', {
                  type: nameOf(type.classType),
                  sum: hours(type.sum),
                  required: hours(type.required),
                })}
              </span>
              <span className="hours-bar" aria-hidden="true">
                <i
                  style={{
                    width: shareOf(type.earned, type.required),
                    background: classTypeColor(type.classType),
                  }}
                />
                <i
                  className="pending"
                  style={{
                    width: shareOf(type.sum - type.earned, type.required - type.earned, type.required),
                    color: classTypeColor(type.classType),
                  }}
                />
              </span>
            </div>
          ))}
      </div>
      {list.length > 0 && (
        <div className="select-pay k-row k-split">
          <span>
            {say('total')} <b>¥{yuan(cart?.amount ?? 0)}</b>
          </span>
          <ButtonLink kind="main" to="/student/cart">
            {say('checkOut')}
          </ButtonLink>
        </div>
      )}
    </aside>
  )
}
