import { hours } from '../../../web/format.ts'
import { newTenths } from '../rules.ts'
import { useHoursWords } from './words.ts'

/**
 * Shows before joining how many of a class's hours one holds already and would not earn again; empty where none are.
 */
export function useHeldSentence(): (item: { hoursTenths: number; heldTenths: number }) => string {
  const say = useHoursWords()
  return (item) => {
    const { hoursTenths, heldTenths } = item
    if (heldTenths === 0) return ''
    if (newTenths(item) === 0) return say('heldAll', { hours: hours(hoursTenths) })
    return say('held', { held: hours(heldTenths), hours: hours(hoursTenths) })
  }
}

/** The hours of a class in few words, with those that are new where some are held already. */
export function useHoursLine(): (item: { hoursTenths: number; heldTenths: number }) => string {
  const say = useHoursWords()
  return (item) => {
    const all = hours(item.hoursTenths)
    return item.heldTenths === 0
      ? say('hoursOf', { hours: all })
      : say('ofWhichNew', { hours: all, fresh: hours(newTenths(item)) })
  }
}
