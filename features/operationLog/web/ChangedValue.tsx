import { permissionName } from '../../../contract/menu.ts'
import { yuan } from '../../../contract/money.ts'
import { type Language, type RefusalValue, sayFilled } from '../../../contract/refusal.ts'
import { dateTime } from '../../../web/format.ts'
import { useBilingual } from '../../../web/words.ts'
import type { LoggedField } from '../contract.ts'
import { useLogWords } from './words.ts'

const keyOf = (value: unknown) => JSON.stringify(value)

/** A stored refusal: its code, and what its sentence is filled with. */
const isRefusal = (item: object): item is { code: string; values?: Record<string, RefusalValue> } =>
  'code' in item && typeof item.code === 'string'

/** One side of a change, in the words its field declares; of a list, what the other side has not is marked as gone or new. */
export function ChangedValue({
  value,
  other,
  field,
  isNew = false,
}: {
  value: unknown
  other: unknown
  field?: LoggedField | undefined
  isNew?: boolean
}) {
  const say = useLogWords()
  const pick = useBilingual()
  const wordOf = (code: string) => field?.values?.find((value) => value.code === code)
  function textOf(item: unknown): string {
    if (item === null || item === '') return say('empty')
    if (typeof item === 'object') {
      const sentence = isRefusal(item) && wordOf(item.code)
      if (sentence) return sayFilled(sentence, item.values ?? {}, pick('zh', 'en') as Language)
      return Object.values(item).filter(Boolean).map(textOf).join(' · ')
    }
    const word = wordOf(String(item))
    if (word) return pick(word.zh, word.en)
    if (typeof item === 'boolean') return say(item ? 'yes' : 'no')
    if (field?.as === 'moment') return dateTime(String(item))
    if (typeof item === 'number') {
      if (field?.as === 'fen') return `¥${yuan(item)}`
      if (field?.as === 'tenths') return String(item / 10)
      if (field?.as === 'percent') return `${item / 100}%`
    }
    const name = permissionName(String(item))
    return name ? pick(...name) : String(item)
  }
  if (!Array.isArray(value)) return <span className="k-prose">{textOf(value)}</span>
  const known = new Set(Array.isArray(other) ? other.map(keyOf) : [])
  const changed = value.filter((item) => !known.has(keyOf(item)))
  const saved = value.length - changed.length
  return (
    <div className="k-prose">
      {value.length === 0 && say('empty')}
      {changed.map((item) => (
        <div key={keyOf(item)} className={isNew ? 'log-new' : 'log-gone'}>
          {textOf(item)}
        </div>
      ))}
      {saved > 0 && <div className="log-line">{say('kept', { count: saved })}</div>}
    </div>
  )
}
