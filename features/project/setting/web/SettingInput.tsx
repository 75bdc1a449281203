import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import Radio from 'antd/es/radio'
import Switch from 'antd/es/switch'
import { useBilingual } from '../../../../web/words.ts'
import { usePrintWarning } from '../../../print/web/printable.ts'
import { settingBounds, type SettingKey, type Settings, bankLengths, titleLengths } from '../../contract.ts'
import { useChoices } from './showValue.ts'
import { useSettingPageWords } from './words.ts'

/** The field of one setting, of the kind its value is. */
export function SettingInput<K extends SettingKey>({
  name,
  id,
  draft,
  onChange,
  describedBy,
}: {
  name: K
  id: string
  draft: Settings
  onChange: (value: Settings[K]) => void
  describedBy: string
}) {
  const say = useSettingPageWords()
  const pick = useBilingual()
  const choices = useChoices()(name)
  const value = draft[name]
  const change = (next: unknown) => onChange(next as Settings[K])
  const printWarning = usePrintWarning(name === 'title' ? (value as string) : '')
  const common = { id, 'aria-describedby': describedBy }

  if (choices) {
    return (
      <Radio.Group
        {...common}
        options={choices}
        value={value}
        onChange={(event) => change(event.target.value)}
      />
    )
  }
  if (name === 'requiredHoursTenths') {
    const all = value as Settings['requiredHoursTenths']
    return (
      <div className="setting-hours k-cluster">
        {draft.showClassType.map((shown, i) => (
          <label key={shown.key}>
            <span>{pick(shown.name, shown.nameEn)}</span>
            <InputNumber
              {...(i === 0 ? common : {})}
              min={0}
              max={1000}
              step={1}
              precision={1}
              suffix={say('hoursUnit')}
              value={(all[shown.key] ?? 0) / 10}
              onChange={(next) => {
                const { [shown.key]: _old, ...others } = all
                change(next ? { ...others, [shown.key]: Math.round(next * 10) } : others)
              }}
            />
          </label>
        ))}
      </div>
    )
  }
  if (name === 'totalHoursTenths') {
    return (
      <InputNumber
        {...common}
        min={0}
        max={1000}
        precision={1}
        suffix={say('hoursUnit')}
        value={(value as number) / 10}
        onChange={(next) => change(Math.round((next ?? 0) * 10))}
      />
    )
  }
  if (name === 'hourTolerance') {
    return (
      <InputNumber<number>
        {...common}
        min={settingBounds.hourTolerance.minimum}
        max={settingBounds.hourTolerance.maximum}
        precision={0}
        placeholder={say('notSet')}
        value={value as number | null}
        onChange={change}
      />
    )
  }
  if (name === 'themeColor') {
    return (
      <input
        {...common}
        type="color"
        className="setting-color"
        value={value as string}
        onChange={(event) => change(event.target.value)}
      />
    )
  }
  if (typeof value === 'boolean') {
    return <Switch {...common} checked={value} onChange={change} />
  }
  if (typeof value === 'number') {
    const { minimum, maximum } = settingBounds[name as keyof typeof settingBounds]
    return (
      <InputNumber<number>
        {...common}
        min={minimum}
        max={maximum}
        precision={0}
        value={value as number}
        onChange={(next) => next !== null && change(next)}
      />
    )
  }
  if (name === 'bankAccountName' || name === 'bankName' || name === 'bankAccount') {
    return (
      <Input
        {...common}
        maxLength={bankLengths[name as keyof typeof bankLengths]}
        placeholder={say('notSet')}
        style={{ maxWidth: 360 }}
        value={(value as string | null) ?? ''}
        onChange={(event) => change(event.target.value === '' ? null : event.target.value)}
      />
    )
  }
  return (
    <>
      <Input
        {...common}
        maxLength={titleLengths[name as keyof typeof titleLengths]}
        showCount
        style={{ maxWidth: 360 }}
        value={value as string}
        onChange={(event) => change(event.target.value)}
      />
      <small role="status">{printWarning}</small>
    </>
  )
}
