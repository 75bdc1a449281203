import { refusals } from '../../contract/refusal.ts'

export const studentRefusals = refusals({
  cardTaken: {
    code: 422,
    zh: '这个证件号已注册，请直接登录；如非本人注册，请联系客服',
    en: 'This ID number is already registered; sign in, or contact support if it was not you',
  },
})
