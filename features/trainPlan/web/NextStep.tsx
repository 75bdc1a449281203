import { ButtonLink } from '../../../web/kit/Button.tsx'
import { useWaitingWords } from '../../order/web/waitingWords.ts'
import type { HourPassport } from '../../hours/contract.ts'
import { openTenths } from '../../hours/rules.ts'
import { useHoursWords } from '../../hours/web/words.ts'

/** Hours of classes that were chosen already, in tenths. */
interface Coming {
  pendingTenths: number
  waitingTenths: number
}

/** The way on with classes that were chosen already: to those that are studied, or else to the orders that wait. */
export function GoOn({ types, kind = 'plain' }: { types: readonly Coming[]; kind?: 'main' | 'plain' }) {
  const say = useHoursWords()
  const sayOrder = useWaitingWords()
  if (types.some(({ pendingTenths }) => pendingTenths > 0))
    return (
      <ButtonLink kind={kind} to="/classCenter">
        {say('continueStudying')}
      </ButtonLink>
    )
  if (types.some(({ waitingTenths }) => waitingTenths > 0))
    return (
      <ButtonLink kind={kind} to="/my?tab=orders">
        {sayOrder('viewOrder')}
      </ButtonLink>
    )
  return null
}

/** The button beside missing hours: to classes that fill them, or on with those that were chosen for all of them. */
export function NextStep({ passport, kind = 'plain' }: { passport: HourPassport; kind?: 'main' | 'plain' }) {
  const say = useHoursWords()
  if (openTenths(passport) === 0) return <GoOn types={passport.types} kind={kind} />
  return (
    <ButtonLink kind={kind} to={`/classSelectCenter?year=${passport.year}`}>
      {passport.fitting > 0 ? say('fitting', { count: passport.fitting }) : say('noneFitting')}
    </ButtonLink>
  )
}
