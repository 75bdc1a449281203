import { systemReasonOf } from '../contract/systemReason.ts'
import { useBilingual } from './words.ts'

/** Formats a stored reason: a person's as written, the system's own in the reader's language. */
export function useReason(): (reason: string | null) => string {
  const pick = useBilingual()
  return (reason) => {
    const named = reason === null ? null : systemReasonOf(reason)
    return named ? pick(...named) : (reason ?? '')
  }
}
