import Button from 'antd/es/button'
import type { ReactNode } from 'react'
import { type Chosen, ChosenNames } from './chosen.tsx'
import { useShellWords } from './words.ts'

/** What can be done with many rows of a list at once. */
export interface Batch<R> {
  /** What a question calls a row. */
  nameOf: (row: R) => string
  render: (ids: string[], clear: () => void, rows: R[]) => ReactNode
}

/** How many rows are chosen, and what can be done with them; questions asked from here name them. */
export function BatchBar<R>({ batch, chosen }: { batch: Batch<R>; chosen: Chosen<R> }) {
  const say = useShellWords()
  const { keys, rows, clear } = chosen
  if (keys.length === 0) return null
  return (
    <div className="shell-row crud-chosen">
      <span role="status">{say('selected', { count: keys.length })}</span>
      <Button type="link" onClick={clear}>
        {say('clear')}
      </Button>
      <ChosenNames names={rows.map(batch.nameOf)}>{batch.render(keys.map(String), clear, rows)}</ChosenNames>
    </div>
  )
}
