import { hours } from '../../../web/format.ts'
import { ClassStatusTag } from '../../class/web/ClassStatusTag.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import type { Plan } from '../contract.ts'
import { useAudienceSentence } from './audience.ts'
import { useTrainPlanWords } from './words.ts'

/** Contents of a plan: whom it is for, and its classes. */
export function PlanFacts({ plan }: { plan: Plan }) {
  const say = useTrainPlanWords()
  const audience = useAudienceSentence()
  const listed = (required: boolean) => plan.classes.filter((one) => one.required === required)
  return (
    <div className="k-stack">
      <dl className="k-facts">
        <dt>{say('audience')}</dt>
        <dd>{audience(plan)}</dd>
        <dt>{say('required')}</dt>
        <dd>
          <Classes classes={listed(true)} />
        </dd>
        <dt>{say('choices')}</dt>
        <dd>{listed(false).length > 0 ? <Classes classes={listed(false)} /> : say('anyClass')}</dd>
      </dl>
      {/* Cleaned by the server. */}
      {plan.introduction && <div dangerouslySetInnerHTML={{ __html: plan.introduction }} />}
    </div>
  )
}

function Classes({ classes }: { classes: Plan['classes'] }) {
  return (
    <ul className="k-list">
      {classes.map(({ id, name, hoursTenths, status }) => (
        <li key={id}>
          {name} <Tag>{hours(hoursTenths)}</Tag>
          <ClassStatusTag status={status} />
        </li>
      ))}
    </ul>
  )
}
