import { messageKind } from '../../../contract/message.ts'

/** An account has another mobile number; also sent to the number it had. */
export const mobileChanged = messageKind({
  code: 'account.mobileChanged',
  group: 'security',
  params: { at: 'moment', mobile: 'text' },
  names: {
    at: { zh: '操作时间', en: 'time of the change' },
    mobile: { zh: '新手机号', en: 'new mobile number' },
  },
  title: { zh: '手机号已更换', en: 'Mobile number changed' },
  text: {
    zh: '您的账号已于 {at} 将手机号更换为 {mobile}。如非您本人操作，请立即修改密码并联系管理员。',
    en: 'The mobile number of your account was changed to {mobile} on {at}. If this wasn’t you, change your password now and contact an administrator.',
  },
  way: '/my?tab=account',
})

/** An account has another password. */
export const passwordChanged = messageKind({
  code: 'account.passwordChanged',
  group: 'security',
  params: { at: 'moment' },
  names: { at: { zh: '操作时间', en: 'time of the change' } },
  title: { zh: '密码已修改', en: 'Password changed' },
  text: {
    zh: '您的账号密码已于 {at} 修改。如非您本人操作，请立即用手机号找回密码并联系管理员。',
    en: 'The password of your account was changed on {at}. If this wasn’t you, reset it using your mobile number now and contact an administrator.',
  },
  way: '/my?tab=account',
})
