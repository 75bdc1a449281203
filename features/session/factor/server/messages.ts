import { messageKind } from '../../../../contract/message.ts'

/** The second factor of an account was removed. */
export const factorRemoved = messageKind({
  code: 'session.factorRemoved',
  group: 'security',
  params: { at: 'moment' },
  names: { at: { zh: '操作时间', en: 'time of the change' } },
  title: { zh: '两步验证已解除', en: 'Two-step verification was removed' },
  text: {
    zh: '您的账号已于 {at} 解除两步验证，登录只需密码。如非您本人或管理员应您的要求操作，请立即修改密码并联系管理员。',
    en: 'Two-step verification was removed from your account at {at}; only the password is needed to sign in. If neither you nor an administrator at your request did this, change your password now and contact an administrator.',
  },
  way: '/my?tab=account',
})
