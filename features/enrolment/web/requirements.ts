import { hours } from '../../../web/format.ts'
import type { Requirements } from '../contract.ts'
import { missingParts, type PassFacts } from '../rules.ts'
import { useRequirementWords } from './words.ts'

type Facts = Requirements & Pick<PassFacts, 'studyDone' | 'examRequired' | 'examPassed'>

/**
 * Sentences on what a class asks for: how far it is met, and what is still missing of a pass (empty when nothing is).
 */
export function useRequirements(): {
  met: (facts: Requirements) => string
  missing: (facts: Facts) => string
} {
  const say = useRequirementWords()
  return {
    met({ requiredDone, requiredItems, electiveTenths, electiveMinTenths, offeredTenths }) {
      const done = hours(electiveTenths)
      return [
        say('required', { done: requiredDone, all: requiredItems }),
        ...(electiveMinTenths > 0
          ? [say('electives', { done, all: hours(electiveMinTenths) })]
          : offeredTenths > 0
            ? [say('electivesFree', { done })]
            : []),
      ].join(say('join'))
    },
    missing(facts) {
      const parts = missingParts(facts).map((part) => {
        if (part === 'exam') return say('missingExam')
        if (part === 'required') {
          return say('missingRequired', { count: facts.requiredItems - facts.requiredDone })
        }
        return say('missingElectives', { hours: hours(facts.electiveMinTenths - facts.electiveTenths) })
      })
      return parts.length > 0 ? say('missing', { parts: parts.join(say('comma')) }) : ''
    },
  }
}
