import { words } from '../../../../web/words.ts'

/** Apart from the profile's other words: a learner's first page loads these alone. */
export const useReminderWords = words(
  'complete',
  { reminder: '您的资料还不完整，补齐后才能颁发证书', action: '去完善' },
  {
    reminder: 'Your profile is not complete; certificates are issued once it is',
    action: 'Complete it',
  },
)
