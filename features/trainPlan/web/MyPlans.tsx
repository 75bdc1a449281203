import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { Failure, Skeleton } from '../../../web/kit/Loaded.tsx'
import { OrderTogether } from '../../cart/web/OrderTogether.tsx'
import { classTypeColor, useClassTypeName } from '../../classType/web/classType.ts'
import { GoOn } from './NextStep.tsx'
import { useMissing } from '../../hours/web/missing.ts'
import { type MyPlan, planCalls } from '../contract.ts'
import { useHoursSentence } from './hoursSentence.ts'
import './TrainPlan.css'
import { useTrainPlanWords } from './words.ts'

/** Question for the published plans of a year for the signed-in learner. */
export const useMyPlans = (year: number, isLearner = true) =>
  useCall(planCalls.findMine, { year }, { keep: true, enabled: isLearner })

/** The published plans of a year for the signed-in learner, each with what is missing; nothing where there are none. */
export function MyPlans({ year }: { year: number }) {
  const query = useMyPlans(year)
  if (query.data === undefined)
    return query.error ? (
      <Failure error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton lines={3} />
    )
  return query.data.map((plan) => (
    <PlanCard key={plan.id} plan={plan} onRefused={() => void query.refetch()} />
  ))
}

function PlanCard({ plan, onRefused }: { plan: MyPlan; onRefused: () => void }) {
  const say = useTrainPlanWords()
  const sentence = useHoursSentence()
  const { untilLine } = useMissing()
  return (
    <section className="k-card padded k-stack k-gap-4" aria-label={plan.name}>
      <div className="k-cluster k-split">
        <h2>{plan.name}</h2>
        {plan.fulfilled && <span className="k-tag good">{say('mineDone')}</span>}
      </div>
      {plan.dueOn && !plan.fulfilled && <p className="k-muted k-small">{untilLine(plan.dueOn)}</p>}
      {plan.introduction && (
        <details>
          <summary className="my-plans-fold">{say('introduction')}</summary>
          {/* Cleaned by the server. */}
          <div className="k-stack k-break" dangerouslySetInnerHTML={{ __html: plan.introduction }} />
        </details>
      )}
      <ul className="plan-types k-list k-grid k-gap-4">
        {plan.types.map((type) => (
          <TypeLine key={type.classType} type={type} />
        ))}
      </ul>
      <RequiredClasses classes={plan.classes} />
      {plan.unfilled.length > 0 && (
        <p className="k-note">{say('unfilled', { hours: sentence(plan.unfilled) })}</p>
      )}
      {plan.toOrder.length > 0 ? (
        <OrderMissing plan={plan} onRefused={onRefused} />
      ) : (
        !plan.fulfilled && <GoOn types={plan.types} />
      )}
    </section>
  )
}

function TypeLine({ type }: { type: MyPlan['types'][number] }) {
  const say = useTrainPlanWords()
  const nameOf = useClassTypeName()
  const { missingLine } = useMissing()
  const { classType, askedTenths, earnedTenths } = type
  const percent = (tenths: number) => `${Math.min(100, (tenths / askedTenths) * 100)}%`
  const color = classTypeColor(classType)
  const rest = missingLine(type)
  return (
    <li className="k-stack k-gap-1">
      <span>
        {say('earnedOf', {
          type: nameOf(classType),
          earned: hours(earnedTenths),
          asked: hours(askedTenths),
        })}
      </span>
      <span className="plan-bar" aria-hidden="true">
        <i style={{ width: percent(earnedTenths), background: color }} />
      </span>
      {rest && <span className="k-muted k-small">{rest}</span>}
    </li>
  )
}

function RequiredClasses({ classes }: { classes: MyPlan['classes'] }) {
  const say = useTrainPlanWords()
  if (classes.length === 0) return null
  return (
    <div className="k-stack k-gap-2">
      <h3>{say('requiredClasses')}</h3>
      <ul className="k-list k-stack k-gap-2">
        {classes.map(({ classId, name, state, obstacle }) => (
          <li key={classId} className="k-cluster k-split">
            <span>{name}</span>
            <span className="k-muted k-small">
              {obstacle === null ? say(state === 'booked' ? 'bookedState' : state) : say('cannotOrder')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The classes that fulfil what is missing, and the button that puts them into one order. */
function OrderMissing({ plan: { toOrder }, onRefused }: { plan: MyPlan; onRefused: () => void }) {
  const say = useTrainPlanWords()
  const nameOf = useClassTypeName()
  const classIds = toOrder.map(({ classId }) => classId)
  const amount = toOrder.reduce((sum, { payable }) => sum + payable, 0)
  return (
    <div className="k-stack k-gap-2">
      <h3>{say('toOrder')}</h3>
      <ul className="k-list k-stack k-gap-2">
        {toOrder.map((one) => (
          <li key={one.classId} className="k-row k-split">
            <span>
              {one.name}{' '}
              <span className="k-muted k-small">
                {say('hoursOf', { type: nameOf(one.classType), hours: hours(one.hoursTenths) })}
              </span>
            </span>
            <span className="k-numbers">
              {one.payable === 0 ? say('free') : say('price', { amount: yuan(one.payable) })}
            </span>
          </li>
        ))}
      </ul>
      <OrderTogether key={[amount, ...classIds].join()} {...{ classIds, amount, onRefused }}>
        {say('orderMissing', { count: toOrder.length, amount: yuan(amount) })}
      </OrderTogether>
    </div>
  )
}
