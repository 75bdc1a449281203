import { words } from '../../../web/words.ts'

/** Apart from the words of the page, since every page of the portal has them. */
export const useCancelledWords = words(
  'cancelledClosing',
  {
    closingCancelled: '您已登录，之前申请的账号注销已撤销。如需注销，请重新申请。',
    toAccount: '账号设置',
  },
  {
    closingCancelled:
      'You have signed in, so the closure of your account is cancelled. To close it, request it again.',
    toAccount: 'Account settings',
  },
)
