import { useCall } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { Ring } from '../../../web/kit/Ring.tsx'
import { useAccount } from '../../session/web/account.ts'
import { classTypeColor } from '../../classType/web/classType.ts'
import { hoursCalls } from '../contract.ts'
import './Hours.css'
import { useMissing } from './missing.ts'
import { useHoursWords } from './words.ts'

/** The hours of a signed-in learner in a year; asks nothing for others. */
export function useHoursMeterQuery(year: number) {
  const isLearner = useAccount()?.roleSystem === 3
  return useCall(hoursCalls.getMyClassHour, { year }, { enabled: isLearner, keep: true })
}

/** A signed-in learner's hours in one class type of a year; nothing for others. */
export function HoursMeter({ year, classType }: { year: number; classType: string }) {
  const say = useHoursWords()
  const { missingLine, untilLine } = useMissing()
  const { data } = useHoursMeterQuery(year)
  const type = data?.types.find((candidate) => candidate.classType === classType)
  if (!data || !type || type.requiredTenths === 0) return null
  const { requiredTenths, missingTenths } = type
  // What goes beyond the requirement fills nothing here.
  const [counted, pending] = [requiredTenths - missingTenths, Math.min(type.pendingTenths, missingTenths)]
  const [earned, required] = [hours(counted), hours(requiredTenths)]
  const color = classTypeColor(classType)
  return (
    <div className="k-card hours-meter k-row k-gap-4">
      <Ring
        size={52}
        width={7}
        label={say('earnedOf', { earned, required })}
        parts={[
          { value: counted / requiredTenths, color },
          { value: pending / requiredTenths, color, pending: true },
        ]}
      />
      <div>
        <div>
          <b>{earned}</b> {say('ofHours', { required })}
        </div>
        <div className="k-small k-muted">
          {missingTenths === 0
            ? say('enough')
            : [missingLine(type), ...(data.studyUntil ? [untilLine(data.studyUntil)] : [])].join(' · ')}
        </div>
      </div>
    </div>
  )
}
