import { messageKind } from '../../../contract/message.ts'

/** Somebody asked to close an account. */
export const closingRequested = messageKind({
  code: 'account.closingRequested',
  group: 'security',
  params: { at: 'moment', due: 'moment' },
  names: {
    at: { zh: '申请时间', en: 'time of the request' },
    due: { zh: '注销时间', en: 'time of the closing' },
  },
  title: { zh: '已申请注销账号', en: 'Account closure requested' },
  text: {
    zh: '您的账号于 {at} 申请注销，将于 {due} 注销。在此之前登录一次即撤销。如非您本人操作，请立即登录并修改密码。',
    en: 'The closure of your account was requested at {at}; it will be closed at {due}. Signing in before then cancels this. If this was not you, sign in and change your password now.',
  },
  way: '/login',
})

/** A sign-in cancelled the closing of an account. */
export const closingCancelled = messageKind({
  code: 'account.closingCancelled',
  group: 'security',
  params: { at: 'moment' },
  names: { at: { zh: '登录时间', en: 'time of the sign-in' } },
  title: { zh: '账号注销已撤销', en: 'Account closure cancelled' },
  text: {
    zh: '您的账号于 {at} 登录，之前申请的注销已撤销。如非您本人操作，请立即修改密码并联系管理员。',
    en: 'Your account was signed in to at {at}, which cancelled its closure. If this was not you, change your password now and contact an administrator.',
  },
  way: '/my?tab=account',
})

/** A copy of everything on record about a person was made. */
export const copyMade = messageKind({
  code: 'account.copyMade',
  group: 'security',
  params: { at: 'moment', until: 'moment' },
  names: {
    at: { zh: '生成时间', en: 'time it was made' },
    until: { zh: '下载期限', en: 'end of the download' },
  },
  title: { zh: '个人数据文件已生成', en: 'A copy of your data was made' },
  text: {
    zh: '您的个人数据文件已于 {at} 生成，请在 {until} 前下载。如非您本人操作，请立即修改密码并联系管理员。',
    en: 'A copy of your data was made at {at}; download it before {until}. If this was not you, change your password now and contact an administrator.',
  },
  way: '/my?tab=account',
})
