import { hours } from '../../../web/format.ts'
import { useCodeLists } from '../../dictionary/web/codeLists.ts'
import { usePersonnelName } from '../../classType/web/personnel.ts'
import { ClassStatusTag } from '../../class/web/ClassStatusTag.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import type { Plan } from '../contract.ts'
import { useTrainPlanWords } from './words.ts'

/** Contents of a plan: whom it is for, and its classes. */
export function PlanFacts({ plan }: { plan: Plan }) {
  const say = useTrainPlanWords()
  const personnelName = usePersonnelName()
  const { choices } = useCodeLists(['region'])
  const regionName = (code: string) => choices('region').find(({ value }) => value === code)?.label ?? code
  const audience = [
    ...plan.personnelCategories.map(personnelName),
    ...plan.regions.map(regionName),
    ...plan.units.map(({ name }) => name),
  ]
  const listed = (required: boolean) => plan.classes.filter((one) => one.required === required)
  return (
    <div className="k-stack">
      <dl className="k-facts">
        <dt>{say('audience')}</dt>
        <dd>{audience.join(say('comma')) || say('everyone')}</dd>
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
