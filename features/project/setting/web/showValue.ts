import { useBilingual } from '../../../../web/words.ts'
import { hours } from '../../../../web/format.ts'
import type { ClassType, SettingKey, Settings } from '../../contract.ts'
import { captureKindNames } from '../../rules.ts'
import { useSettings } from '../../web/settings.ts'
import { useSettingPageWords } from './words.ts'

const chosen = {
  studyModel: { free: 'free', sequence: 'sequence' },
  showClassTypeModel: { tabs: 'tabs', menu: 'menu' },
  secondWindow: { refuse: 'refuse', takeover: 'takeover' },
  mismatchRule: { confirm: 'mismatchConfirm', refuse: 'mismatchRefuse' },
  index2Open: { '0': 'open0', '1': 'open1' },
} as const
type ChoiceKey = keyof typeof chosen

/** Choices of a setting that is one of several words, or null. */
export function useChoices(): (key: SettingKey) => { value: string; label: string }[] | null {
  const say = useSettingPageWords()
  const pick = useBilingual()
  const captures = Object.entries(captureKindNames)
  return (key) =>
    key === 'captureKind'
      ? captures.map(([value, { zh, en }]) => ({ value, label: pick(zh, en) }))
      : key in chosen
        ? Object.entries(chosen[key as ChoiceKey]).map(([value, word]) => ({ value, label: say(word) }))
        : null
}

/** A setting's value in words a person reads. */
export function useShowValue(): (key: SettingKey, value: unknown) => string {
  const say = useSettingPageWords()
  const pick = useBilingual()
  const { showClassType } = useSettings()
  const choices = useChoices()
  return (key, value) => {
    if (value === null) return say('notSet')
    if (typeof value === 'boolean') return say(value ? 'on' : 'off')
    if (key === 'showClassType') {
      return (value as ClassType[]).map((type) => pick(type.name, type.nameEn)).join(' · ')
    }
    if (key === 'requiredHoursTenths') {
      const each = Object.entries(value as Settings['requiredHoursTenths'])
      return each
        .map(([typeKey, tenths]) => {
          const type = showClassType.find((shown) => shown.key === typeKey)
          return `${type ? pick(type.name, type.nameEn) : typeKey} ${hours(tenths)}`
        })
        .join(' · ')
    }
    if (key === 'totalHoursTenths') return hours(value as number)
    return choices(key)?.find((choice) => choice.value === value)?.label ?? String(value)
  }
}
