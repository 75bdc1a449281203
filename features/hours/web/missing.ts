import { date, hours } from '../../../web/format.ts'
import { useHoursWords } from './words.ts'

/** Returns a text that begins a line. */
export const capitalized = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase())

/** Hours of a requirement, in tenths: missing, and of those the part that is studied and the part that waits. */
interface Missing {
  missingTenths: number
  pendingTenths: number
  waitingTenths: number
}

/** Returns functions that say, in the same words on every page, what is missing of a requirement and by when. */
export function useMissing(): {
  comingLine: (missing: Missing) => string
  missingLine: (missing: Missing) => string
  untilLine: (day: string) => string
} {
  const say = useHoursWords()
  const coming = ({ pendingTenths, waitingTenths }: Missing) => [
    ...(pendingTenths > 0 ? [say('inProgress', { hours: hours(pendingTenths) })] : []),
    ...(waitingTenths > 0 ? [say('waiting', { hours: hours(waitingTenths) })] : []),
  ]
  return {
    comingLine: (missing) => coming(missing).join(' · '),
    missingLine: (missing) =>
      [
        ...(missing.missingTenths > 0 ? [say('hoursShort', { hours: hours(missing.missingTenths) })] : []),
        ...coming(missing),
      ].join(' · '),
    untilLine: (day) => capitalized(say('studyUntil', { date: date(day) })),
  }
}
