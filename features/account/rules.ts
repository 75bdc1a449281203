import { isPassword } from '../../contract/identity.ts'

/** Passwords that everyone tries first; those the shape already refuses are not listed. */
const common = new Set(
  `a123456 a12345678 a123456789 a1234567 a1b2c3d4 abc123 abc1234 abc12345 abc123456 abcd1234 abcde12345 admin1
  admin12 admin123 admin1234 admin12345 admin123456 admin888 admin2024 admin2025 admin2026 aa123456 aa12345678
  aaa111 asd123 asd123456 asdf1234 asdfgh1 changeme1 china123 dragon123 hello123 hello1234 iloveyou1 iloveyou520
  letmein1 love1314 love520 master123 monkey123 p123456 pass123 pass1234 passw0rd password1 password12 password123
  password1234 q123456 q1w2e3r4 q1w2e3r4t5 qaz123 qaz123456 qazwsx123 qq123456 qwe123 qwe123456 qwer1234 qwerty1
  qwerty12 qwerty123 qwerty123456 root123 root1234 root123456 sa123456 secret123 student1 student123 sunshine1
  test123 test1234 test123456 user123 user1234 w123456 wang123 wang123456 welcome1 welcome123 woaini1314 woaini520
  x123456 xiaoming1 z123456 zhang123 zhang123456 zxc123 zxc123456 zxcvbn123`.split(/\s+/),
)

/** What is wrong with a new password: its shape, that everyone tries it, or that it is one's own number. */
export type PasswordFault = 'shape' | 'common' | 'personal'

/** The fault of a new password, or null; `own` are the login name, mobile and ID number of its owner. */
export function passwordFault(password: string, own: readonly string[]): PasswordFault | null {
  if (!isPassword(password)) return 'shape'
  const lower = password.toLowerCase()
  if (common.has(lower)) return 'common'
  const digits = lower.replace(/\D/g, '')
  const personal = own.some(
    (text) =>
      text.length >= 4 &&
      (lower === text.toLowerCase() ||
        (digits.length >= 6 && text.includes(digits)) ||
        lower.includes(text.toLowerCase())),
  )
  return personal ? 'personal' : null
}
