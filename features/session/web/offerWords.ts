import { words } from '../../../web/words.ts'

/** Words of the question whether to sign in with the token that a link brought. */
export const useOfferWords = words(
  'offer',
  {
    offerTitle: '切换到另一个账号？',
    offerHint:
      '您打开的链接要以 {owner} 的账号登录。您现在登录的是 {userName}；如果不是您自己要切换，请继续使用当前账号。',
    offerAnother: '另一个人',
    offerOwner: '{userName}（{roleName}）',
    offerStay: '继续使用当前账号',
    offerTake: '切换账号',
    offerInTitle: '以这个账号登录？',
    offerInHint:
      '您打开的链接要以 {owner} 的账号登录。如果这不是您的账号，请不要登录：您做的一切都会记在这个人名下。',
    offerInStay: '不登录',
    offerInTake: '是我的账号，登录',
  },
  {
    offerTitle: 'Switch to another account?',
    offerHint:
      'The link you opened signs you in as {owner}. You are signed in as {userName}; if you did not intend to switch, keep the current account.',
    offerAnother: 'somebody else',
    offerOwner: '{userName} ({roleName})',
    offerStay: 'Keep current account',
    offerTake: 'Switch account',
    offerInTitle: 'Sign in with this account?',
    offerInHint:
      'The link you opened signs you in as {owner}. If this is not your account, do not sign in: everything you do would be recorded under that name.',
    offerInStay: 'Do not sign in',
    offerInTake: 'This is my account, sign in',
  },
)
