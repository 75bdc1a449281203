import { createContext, useContext } from 'react'
import { date, dateTime, endTime, instantOf, shortDate, shortTime, timeOfDay } from '../../format.ts'

/** True if a row has one line, on which a moment is short. */
export const Dense = createContext(false)

/**
 * A moment in a row of a list, or its day only, or the end of what lasts until then; nothing for none. The whole of it
 * is in its tooltip.
 */
export function When({
  at,
  day = false,
  end = false,
}: {
  at: string | null | undefined
  day?: boolean
  end?: boolean
}) {
  const dense = useContext(Dense)
  if (!at) return null
  const whole = end ? endTime(at) : day ? date(at) : dateTime(at)
  // What ends at midnight lasts through the day before.
  const isWholeDay = end && timeOfDay(at) === '00:00:00'
  const short = isWholeDay ? shortDate(instantOf(at) - 1) : day ? shortDate(at) : shortTime(at)
  return (
    <time dateTime={at} title={whole}>
      {dense ? short : whole}
    </time>
  )
}
