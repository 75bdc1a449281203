import { useBilingual } from '../../../web/words.ts'
import { permissionName } from '../../../contract/menu.ts'
import { useLogWords } from './words.ts'

const keyOf = (value: unknown) => JSON.stringify(value)

/** One side of a change; of a list, what the other side has not is marked as gone or new. */
export function ChangedValue({
  value,
  other,
  isNew = false,
}: {
  value: unknown
  other: unknown
  isNew?: boolean
}) {
  const say = useLogWords()
  const pick = useBilingual()
  function textOf(item: unknown): string {
    if (item === null || item === '') return say('empty')
    if (typeof item === 'boolean') return say(item ? 'yes' : 'no')
    if (typeof item === 'string') {
      const name = permissionName(item)
      return name ? pick(...name) : item
    }
    if (typeof item === 'object') return Object.values(item).filter(Boolean).map(textOf).join(' · ')
    return String(item)
  }
  if (!Array.isArray(value)) return <span className="log-value">{textOf(value)}</span>
  const known = new Set(Array.isArray(other) ? other.map(keyOf) : [])
  const changed = value.filter((item) => !known.has(keyOf(item)))
  const saved = value.length - changed.length
  return (
    <div className="log-value">
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
