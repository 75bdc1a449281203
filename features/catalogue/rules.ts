import type { UnitObstacle } from '../unit/trainType/contract.ts'
import type { CatalogueClass } from './contract.ts'

/** Actions or obstacles of a class for a reader at this moment; decides the button on card and detail. */
export type Joining =
  | 'continue'
  | 'lookBack'
  | 'waiting'
  | 'pay'
  | 'payOrder'
  | 'closed'
  | 'notForYou'
  | 'notYet'
  | 'over'
  | 'full'
  | 'held'
  | 'signIn'
  | 'none'
  | 'apply'
  | 'join'
  | 'checkOut'
  | 'addToCart'
  | UnitObstacle

type Facts = Pick<
  CatalogueClass,
  | 'joined'
  | 'signUpFrom'
  | 'signUpTo'
  | 'studyTo'
  | 'placesLeft'
  | 'placesHeld'
  | 'price'
  | 'needReview'
  | 'unitObstacle'
  | 'mismatch'
>

/** The one thing to offer. The server decides again; this only spares a refusal. */
export function joiningOf(
  facts: Facts,
  reader: { isLearner: boolean; isSignedIn: boolean; inCart: boolean; inOrder: boolean },
  now = Date.now(),
): Joining {
  const status = facts.joined?.status
  if (facts.joined?.suspended) return 'closed'
  if (status === 'active') return 'continue'
  if (status === 'passed') return 'lookBack'
  if (status === 'applied') return 'waiting'
  if (status === 'approved') return 'pay'
  if (status) return 'closed'
  // Its place is held for them, whatever has become of the rest meanwhile.
  if (reader.inOrder) return 'payOrder'
  if (facts.unitObstacle) return facts.unitObstacle
  if (facts.mismatch?.rule === 'refuse') return 'notForYou'
  if (facts.signUpFrom && Date.parse(facts.signUpFrom) > now) return 'notYet'
  if (facts.signUpTo && Date.parse(facts.signUpTo) < now) return 'over'
  if (facts.studyTo && Date.parse(facts.studyTo) < now) return 'over'
  if (facts.placesLeft !== null && facts.placesLeft <= 0) return facts.placesHeld > 0 ? 'held' : 'full'
  if (reader.isSignedIn && !reader.isLearner) return 'none'
  // What is paid for a visitor chooses as a learner does, and signs in to order it.
  if (facts.price > 0 && !facts.needReview) return reader.inCart ? 'checkOut' : 'addToCart'
  if (!reader.isSignedIn) return 'signIn'
  return facts.needReview ? 'apply' : 'join'
}

/** True if it is something to press, and not a reason why there is nothing. */
export const isOffered = (joining: Joining) =>
  ['continue', 'lookBack', 'pay', 'payOrder', 'signIn', 'apply', 'join', 'checkOut', 'addToCart'].includes(
    joining,
  )

/**
 * Years to choose from, the current one first, back to the project's first; only the current one where that is in the
 * future.
 */
export function yearsFrom(first: number, now: number): number[] {
  return Array.from({ length: Math.max(1, now - first + 1) }, (_, i) => now - i)
}

/** Classes of a list that are counted; of more it says so. */
export const countedClasses = 1000
