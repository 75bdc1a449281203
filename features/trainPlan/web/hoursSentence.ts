import { hours } from '../../../web/format.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { useTrainPlanWords } from './words.ts'

/** Returns hours by class type in one line. */
export function useHoursSentence(): (asked: readonly { classType: string; hoursTenths: number }[]) => string {
  const say = useTrainPlanWords()
  const nameOf = useClassTypeName()
  return (asked) =>
    asked
      .map((one) => say('hoursOf', { type: nameOf(one.classType), hours: hours(one.hoursTenths) }))
      .join(say('comma'))
}
