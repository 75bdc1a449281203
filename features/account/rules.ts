import { isPassword } from '../../contract/identity.ts'
import { isCommonPassword } from './password/rules.ts'

/** True if two texts share so many digits in a row, forwards or backwards. */
function sharesDigits(password: string, own: string, length: number): boolean {
  const digits = password.replace(/\D/g, '')
  for (const text of [own, [...own].reverse().join('')]) {
    for (let at = 0; at + length <= text.length; at++) {
      const window = text.slice(at, at + length)
      if (/^\d+$/.test(window) && digits.includes(window)) return true
    }
  }
  return false
}

/** Problem with a new password: its shape, that everyone tries it, or that it is one's own number. */
type PasswordFault = 'shape' | 'common' | 'personal'

/** The fault of a new password, or null; `own` are the login name, mobile and ID number of its owner. */
export function passwordFault(password: string, own: readonly string[]): PasswordFault | null {
  if (!isPassword(password)) return 'shape'
  const lower = password.toLowerCase()
  if (isCommonPassword(password)) return 'common'
  const personal = own.some(
    (text) => text.length >= 4 && (lower.includes(text.toLowerCase()) || sharesDigits(lower, text, 6)),
  )
  return personal ? 'personal' : null
}
