import { type ReactNode, useContext } from 'react'
import type { Call } from '../../../contract/call.ts'
import { countedRows } from '../../../contract/paging.ts'
import { atOnce } from '../../../contract/selection.ts'
import { Button } from '../control/Button.tsx'
import { type Chosen, ChosenNames, type Named, type Selected } from '../control/chosen.tsx'
import { type Count, ExactCount } from './exactCount.ts'
import { useShellWords } from '../words.ts'

/** Actions on many rows of a list at once. */
export interface Batch<R> {
  /** Name of a row in a question. */
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
 * Bar with the number of chosen rows, and actions on them; questions asked from here name them. Once a whole
 * page is ticked, all that match are offered.
 */
export function BatchBar<R>({ batch, chosen, list }: { batch: Batch<R>; chosen: Chosen<R>; list: Listed }) {
  const say = useShellWords()
  const exactCount = useContext(ExactCount)
  const { keys, rows, isEvery, except, clear } = chosen
  const { call, total, filter, filters } = list
  const isCapped = total === countedRows
  const clearing = (
    <Button type="link" onClick={clear}>
      {say('clear')}
    </Button>
  )

  function draw(count: number, named: Named, said = String(count), trouble?: ReactNode) {
    if (count <= 0) return null
    const selection = isEvery
      ? { filter, ...(except.length > 0 ? { except: except.map(String) } : {}) }
      : { ids: keys.map(String) }
    return (
      <div className="shell-row crud-chosen">
        <span role="status">{say(isEvery ? 'selectedEvery' : 'selected', { count: said })}</span>
        {!isEvery && chosen.isPageTicked && total > count && (
          <Button type="link" onClick={chosen.chooseEvery}>
            {say(isCapped ? 'chooseEveryMore' : 'chooseEvery', { count: total })}
          </Button>
        )}
        {trouble}
        {clearing}
        <ChosenNames {...named}>
          {batch.render({ selection, count, said, isLong: isEvery || count > atOnce }, clear, rows)}
        </ChosenNames>
      </div>
    )
  }
  const some = chosen.here.map(batch.nameOf)
  const drawEvery = (matching: number) => {
    const count = matching - except.length
    return draw(count, { count: String(count), filters, some })
  }
  /** Rows that could not be counted are selected all the same: the job counts them, which takes its time for it. */
  function drawCounted({ data, error, errorUpdateCount, isFetching, refetch }: Count) {
    if (data) return drawEvery(data.total)
    if (errorUpdateCount === 0) {
      return (
        <div className="shell-row crud-chosen">
          <span role="status">{say('counting')}</span>
          {clearing}
        </div>
      )
    }
    const count = countedRows - except.length
    const said = `${count}+`
    return draw(
      count,
      { count: said, filters, some },
      said,
      <>
        <span role="alert" key={errorUpdateCount}>
          {error ? say('notCounted', { why: error.message }) : say('counting')}
        </span>
        <Button type="link" loading={isFetching} onClick={() => void refetch()}>
          {say('retry')}
        </Button>
      </>,
    )
  }

  if (!isEvery) return draw(keys.length, { names: rows.map(batch.nameOf) })
  return isCapped ? exactCount({ call, filter, draw: drawCounted }) : drawEvery(total)
}
