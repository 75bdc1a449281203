import type { Key } from 'react'
import { useShellWords } from '../words.ts'

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
  isLabelled = false,
}: {
  ticks: Ticks<R>
  rows: readonly R[]
  /** Absent: it is for all that are shown. */
  name?: string
  /** Says beside the box what it chooses. */
  isLabelled?: boolean
}) {
  const say = useShellWords()
  const here = rows.map(ticks.keyOf)
  const chosen = here.filter((key) => ticks.keys.includes(key))
  const label = name === undefined ? say('chooseAll') : say('chooseRow', { name })
  return (
    <label className="crud-tick-box">
      <input
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && chosen.length < here.length
        }}
        type="checkbox"
        aria-label={label}
        disabled={here.length === 0}
        checked={here.length > 0 && chosen.length === here.length}
        onChange={({ target }) => {
          const others = ticks.keys.filter((key) => !here.includes(key))
          ticks.onChange(target.checked ? [...others, ...here] : others)
        }}
      />
      {isLabelled && <span aria-hidden>{label}</span>}
    </label>
  )
}
