import type { Key } from 'react'
import { useShellWords } from './words.ts'

/** The rows chosen of a list, and what chooses others. */
export interface Ticks<R> {
  keys: readonly Key[]
  keyOf: (row: R) => Key
  nameOf: (row: R) => string
  onChange: (keys: Key[]) => void
}

/** Chooses rows: one by its name, or all that are shown. */
export function Tick<R>({
  ticks,
  rows,
  name,
}: {
  ticks: Ticks<R>
  rows: readonly R[]
  /** Absent: it is for all that are shown. */
  name?: string
}) {
  const say = useShellWords()
  const here = rows.map(ticks.keyOf)
  const chosen = here.filter((key) => ticks.keys.includes(key))
  return (
    <label className="crud-tick-box">
      <input
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && chosen.length < here.length
        }}
        type="checkbox"
        aria-label={name === undefined ? say('chooseAll') : say('chooseRow', { name })}
        disabled={here.length === 0}
        checked={here.length > 0 && chosen.length === here.length}
        onChange={({ target }) => {
          const others = ticks.keys.filter((key) => !here.includes(key))
          ticks.onChange(target.checked ? [...others, ...here] : others)
        }}
      />
    </label>
  )
}
