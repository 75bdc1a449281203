import { digitsOf, spokenCode } from '../../../contract/spokenCode.ts'

/**
 * Login name of a learner whom somebody else registers. Nobody has to type it: learners sign in with their mobile number.
 * It reveals nothing of the ID it is derived from.
 */
export const loginNameOf = (cardIndex: Buffer) => spokenCode(digitsOf(cardIndex.readBigUInt64BE(0), 15))
