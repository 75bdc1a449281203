import { createContext, useContext } from 'react'
import { date, dateTime, shortDate, shortTime } from '../../format.ts'

/** True if a row has one line, on which a moment is short. */
export const Dense = createContext(false)

/** A moment in a row of a list, or its day only; nothing for none. The whole of it is in its tooltip. */
export function When({ at, day = false }: { at: string | null | undefined; day?: boolean }) {
  const dense = useContext(Dense)
  if (!at) return null
  const whole = day ? date(at) : dateTime(at)
  const short = day ? shortDate(at) : shortTime(at)
  return (
    <time dateTime={at} title={whole}>
      {dense ? short : whole}
    </time>
  )
}
