import { maskIdCard, maskMobile } from './identity.ts'

// Bounded by characters that identifiers, keys and signatures do not contain, so that those are left unchanged.
const [before, after] = ['(?<![0-9A-Za-z.+/=_-])', '(?![0-9A-Za-z.+/=_-])']
const day = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])'
const idCards = new RegExp(
  `${before}[1-9]\\d{5}(?:(?:19|20)\\d{2}${day}\\d{3}[0-9Xx]|\\d{2}${day}\\d{3})${after}`,
  'g',
)
const mobiles = new RegExp(`${before}1[3-9]\\d{9}${after}`, 'g')

/** Masks every citizen ID and mobile number in a value, however deep its texts lie. */
export function withoutNumbers<T>(value: T): T {
  if (typeof value === 'string') return value.replace(idCards, maskIdCard).replace(mobiles, maskMobile) as T
  if (Array.isArray(value)) return value.map(withoutNumbers) as T
  if (value !== null && typeof value === 'object' && !(value instanceof Date)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNumbers(item)])) as T
  }
  return value
}
