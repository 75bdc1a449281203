import { messageKind } from '../../../../contract/message.ts'

/** A code that proves a number. */
export const codeMessage = messageKind({
  code: 'session.code',
  group: 'code',
  params: { code: 'text', minutes: 'text' },
  names: { code: { zh: '验证码', en: 'code' }, minutes: { zh: '有效分钟数', en: 'minutes it is valid' } },
  title: { zh: '验证码', en: 'Verification code' },
  text: {
    zh: '验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
    en: 'Your code is {code}, valid for {minutes} minutes. Do not share it with anyone.',
  },
  way: null,
})
