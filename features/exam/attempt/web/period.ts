import { dateTime, endTime, showsChinaTime } from '../../../../web/format.ts'
import type { MyExam } from '../contract.ts'
import { usePeriodWords } from './periodWords.ts'

/** The opening period of an exam; marked as China time where the reader's time zone differs. */
export function usePeriod() {
  const say = usePeriodWords()
  const zoned = (text: string, moment: string) =>
    showsChinaTime(moment) ? text : say('chinaTime', { time: text })
  return {
    start: (moment: string) => zoned(dateTime(moment), moment),
    end: (moment: string) => zoned(endTime(moment), moment),
    of({ openFrom, openTo }: Pick<MyExam, 'openFrom' | 'openTo'>): string {
      const values = { from: openFrom ? dateTime(openFrom) : '', to: openTo ? endTime(openTo) : '' }
      const period = openFrom && openTo ? 'fromUntil' : openFrom ? 'from' : openTo ? 'until' : 'always'
      const moment = openTo ?? openFrom
      return moment ? zoned(say(period, values), moment) : say('always')
    },
  }
}
