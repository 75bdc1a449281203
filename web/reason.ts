import { systemReasonOf } from '../contract/systemReason.ts'
import { useBilingual } from './words.ts'

/** Says a stored reason: what a person wrote as it is, the system's own in the reader's language. */
export function useReason(): (reason: string | null) => string {
  const pick = useBilingual()
  return (reason) => {
    const named = reason === null ? null : systemReasonOf(reason)
    return named ? pick(...named) : (reason ?? '')
  }
}
