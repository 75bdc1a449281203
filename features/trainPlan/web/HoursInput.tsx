import InputNumber from 'antd/es/input-number'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { useSettings } from '../../project/web/settings.ts'

/** Hours by class type, as they are typed. */
export type HoursByType = Record<string, number | null>

/** Hours of each class type of the project. */
export function HoursInput({
  value = {},
  onChange,
  id,
}: {
  value?: HoursByType
  onChange?: (value: HoursByType) => void
  id?: string
}) {
  const nameOf = useClassTypeName()
  const { showClassType } = useSettings()
  return (
    <div className="plan-hours k-grid k-gap-4">
      {showClassType.map(({ key }, at) => (
        <label key={key} className="k-stack k-gap-1">
          {nameOf(key)}
          <InputNumber
            {...(at === 0 && id !== undefined ? { id } : {})}
            aria-label={nameOf(key)}
            min={0.1}
            max={1000}
            precision={1}
            value={value[key] ?? null}
            onChange={(given) => onChange?.({ ...value, [key]: given })}
          />
        </label>
      ))}
    </div>
  )
}
