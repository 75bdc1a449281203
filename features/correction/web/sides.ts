import { type EnrolmentStatus, enrolmentStatuses } from '../../enrolment/contract.ts'
import { hours } from '../../../web/format.ts'
import type { Say } from '../../../web/words.ts'
import type { Correction } from '../contract.ts'

type Words = 'noUnit' | 'hoursTo' | 'points' | 'required' | 'elective' | 'passed' | 'failed'

const signed = (tenths: number) => (tenths > 0 ? `+${hours(tenths)}` : hours(tenths))

/** One line of what a correction is about, and both sides of it, in the reader's words. */
interface SideBySide {
  about: string
  before: string
  after: string
}

/** Returns old and new values as text for a person. */
export function sidesOf(
  { kind, title, before, after }: Pick<Correction, 'kind' | 'title' | 'before' | 'after'>,
  say: Say<Words>,
  typeName: (key: string) => string,
  stateName: (status: EnrolmentStatus) => string,
): SideBySide {
  const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
  switch (kind) {
    case 'identity': {
      const side = (one: Correction['before']) => `${text(one.realName)} ${text(one.cardNumber)}`
      return { about: '', before: side(before), after: side(after) }
    }
    case 'unit': {
      const side = (one: Correction['before']) => text(one.unitName) || say('noUnit')
      return { about: '', before: side(before), after: side(after) }
    }
    case 'hours': {
      const attribute = after.attribute === 'elective' ? 'elective' : 'required'
      return {
        about: `${title} · ${text(after.year)} · ${typeName(text(after.classType))} · ${say(attribute)}`,
        before: hours(Number(before.hoursTenths)),
        after: say('hoursTo', {
          hours: hours(Number(after.hoursTenths)),
          change: signed(Number(after.change)),
        }),
      }
    }
    case 'score': {
      const side = (one: Correction['before']) => {
        const points = say('points', { score: text(one.score) })
        return `${points} · ${say(one.passed ? 'passed' : 'failed')}`
      }
      return { about: title, before: side(before), after: side(after) }
    }
    case 'pass': {
      const side = ({ status }: Correction['before']) =>
        stateName(enrolmentStatuses.find((one) => one === status) ?? 'active')
      return { about: title, before: side(before), after: side(after) }
    }
  }
}
