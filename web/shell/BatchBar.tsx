import { type ReactNode, useContext } from 'react'
import type { Call } from '../../contract/call.ts'
import { countedRows } from '../../contract/paging.ts'
import { atOnce } from '../../contract/selection.ts'
import { Button } from './Button.tsx'
import { type Chosen, ChosenNames, type Named, type Selected } from './chosen.tsx'
import { ExactCount } from './exactCount.ts'
import { useShellWords } from './words.ts'

/** What can be done with many rows of a list at once. */
export interface Batch<R> {
  /** What a question calls a row. */
  nameOf: (row: R) => string
  /** `rows` are those that were ticked; none where all that match are selected. */
  render: (selected: Selected, clear: () => void, rows: R[]) => ReactNode
}

/** The list that rows are chosen of. */
interface Listed {
  call: Call
  /** Rows in all, up to where they are counted. */
  total: number
  filter: Readonly<Record<string, unknown>>
  /** The filters in words. */
  filters: string
}

/**
 * How many rows are chosen, and what can be done with them; questions asked from here name them. Once a whole page is
 * ticked, all that match are offered.
 */
export function BatchBar<R>({ batch, chosen, list }: { batch: Batch<R>; chosen: Chosen<R>; list: Listed }) {
  const say = useShellWords()
  const exactCount = useContext(ExactCount)
  const { keys, rows, isEvery, except, clear } = chosen
  const { call, total, filter, filters } = list
  const isCapped = total === countedRows

  function draw(count: number, named: Named) {
    if (count <= 0) return null
    const selection = isEvery
      ? { filter, ...(except.length > 0 ? { except: except.map(String) } : {}) }
      : { ids: keys.map(String) }
    return (
      <div className="shell-row crud-chosen">
        <span role="status">{say(isEvery ? 'selectedEvery' : 'selected', { count })}</span>
        {!isEvery && chosen.isPageTicked && total > count && (
          <Button type="link" onClick={chosen.chooseEvery}>
            {say(isCapped ? 'chooseEveryMore' : 'chooseEvery', { count: total })}
          </Button>
        )}
        <Button type="link" onClick={clear}>
          {say('clear')}
        </Button>
        <ChosenNames {...named}>
          {batch.render({ selection, count, isLong: isEvery || count > atOnce }, clear, rows)}
        </ChosenNames>
      </div>
    )
  }
  const drawEvery = (matching: number | undefined) => {
    if (matching === undefined) return <p role="status">{say('counting')}</p>
    const count = matching - except.length
    return draw(count, { count, filters })
  }

  if (!isEvery) return draw(keys.length, { names: rows.map(batch.nameOf) })
  return isCapped ? exactCount({ call, filter, draw: drawEvery }) : drawEvery(total)
}
