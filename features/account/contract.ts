import { refusals } from '../../contract/refusal.ts'

export const accountRefusals = refusals({
  passwordShape: {
    code: 422,
    zh: '密码须以字母开头，6 至 19 位字母、数字或下划线，且至少含一个数字',
    en: 'A password starts with a letter, has 6 to 19 letters, digits or underscores, and at least one digit',
  },
  passwordCommon: {
    code: 422,
    zh: '这个密码太常见，容易被猜到，请换一个',
    en: 'This password is too common and easy to guess; choose another',
  },
  passwordPersonal: {
    code: 422,
    zh: '密码不能包含您的账号、手机号或证件号',
    en: 'The password must not contain your account name, mobile or ID number',
  },
  passwordSame: {
    code: 422,
    zh: '新密码不能与原密码相同，请换一个',
    en: 'The new password must differ from the old one',
  },
  loginNameTaken: {
    code: 422,
    zh: '这个账号已被使用，请换一个',
    en: 'This account name is taken; choose another',
  },
  mobileTaken: {
    code: 422,
    zh: '这个手机号已注册，请直接登录或找回密码',
    en: 'This mobile number is already registered; sign in or reset the password',
  },
})
