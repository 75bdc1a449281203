import { useBilingual } from '../../../web/words.ts'
import { causeNames, type PushCause } from '../rules.ts'
import { usePushWords } from './words.ts'

/** Returns the text of what went wrong with a try, with the status of an answer; empty where nothing did. */
export function useCauseText(): (tried: { cause: PushCause | null; status: number | null }) => string {
  const say = usePushWords()
  const pick = useBilingual()
  return ({ cause, status }) => {
    if (cause === null) return ''
    const { zh, en } = causeNames[cause]
    return [pick(zh, en), status !== null && say('httpStatus', { status })].filter(Boolean).join(' · ')
  }
}
