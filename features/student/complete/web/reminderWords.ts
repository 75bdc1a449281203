import { words } from '../../../../web/words.ts'

/** Apart from the profile's other words: a learner's first page loads these alone. */
export const useReminderWords = words(
  'complete',
  { reminder: '您的资料还不完整，证书和考试在等您补齐', action: '去完善' },
  {
    reminder: 'Your profile is not complete; certificates and exams wait for it',
    action: 'Complete it',
  },
)
