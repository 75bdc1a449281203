import { type Static, Type } from 'typebox'
import { call, FreeText, Normalized, Nullable, OneOf, PersonName, Text } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { PictureKey } from '../../file/contract.ts'
import { infoFields } from './rules.ts'

export const completeRefusals = /* @__PURE__ */ refusals({
  wrongCard: {
    code: 422,
    zh: '身份证号不正确，请核对',
    en: 'This ID card number is not valid; please check it',
  },
  identityTogether: {
    code: 422,
    zh: '请先填写真实姓名和身份证号',
    en: 'Enter your real name and ID card number first',
  },
  identityFixed: {
    code: 422,
    zh: '实名信息已登记，不能自行修改；如有错误请联系客服更正',
    en: 'Your name and ID are on record and cannot be changed here; contact support to correct them',
  },
  mobileFixed: {
    code: 422,
    zh: '您已有手机号，请到“账号与安全”修改',
    en: 'You already have a mobile number; change it under “Account and security”',
  },
  codeNeeded: {
    code: 422,
    zh: '请获取并填写短信验证码',
    en: 'Request an SMS code and enter it',
  },
  photoAbsent: {
    code: 422,
    zh: '没有找到上传的照片，请重新上传',
    en: 'Uploaded photo not found; please upload it again',
  },
  photoSmall: {
    code: 422,
    zh: "Image's size is too low. Expected at least: {size}",
    en: "Image's size is too low. Expected at least: {size}",
  },
})

const InfoField = OneOf(infoFields)

const code = Type.Optional(Text(40))
/** Fields of a profile besides identity and photo; choices are codes of the dictionary. */
export const furtherInfo = {
  personnelCategory: code,
  nation: code,
  politicalStatus: code,
  education: code,
  degree: code,
  titleLevel: code,
  jobTitle: code,
  schoolName: Type.Optional(FreeText(60)),
  major: Type.Optional(FreeText(60)),
  workPlace: Type.Optional(FreeText(100)),
  workSince: Type.Optional(Type.String({ format: 'date' })),
}

/** Completeness of one's profile. */
export const Completeness = Type.Object({
  /** 0: the photo is missing; 1: the identity is not complete; 2: complete. */
  state: Type.Integer({ minimum: 0, maximum: 2 }),
  required: Type.Array(InfoField),
  missing: Type.Array(InfoField),
})
export type Completeness = Static<typeof Completeness>

/** One's own account and profile; numbers masked. */
export const MyInfo = Type.Object({
  loginName: Type.String(),
  userName: Type.String(),
  roleName: Type.String(),
  unitName: Nullable(Type.String()),
  imagePath: Nullable(Type.String()),
  mobile: Nullable(Type.String()),
  wechatBound: Type.Boolean(),
  mustChangePassword: Type.Boolean(),
  lastLoginAt: Nullable(Type.String()),
  isLearner: Type.Boolean(),
  realName: Nullable(Type.String()),
  cardNumber: Nullable(Type.String()),
  gender: Nullable(Type.String()),
  birthDate: Nullable(Type.String()),
  personnelCategory: Nullable(Type.String()),
  nation: Nullable(Type.String()),
  politicalStatus: Nullable(Type.String()),
  education: Nullable(Type.String()),
  degree: Nullable(Type.String()),
  titleLevel: Nullable(Type.String()),
  jobTitle: Nullable(Type.String()),
  schoolName: Nullable(Type.String()),
  major: Nullable(Type.String()),
  workPlace: Nullable(Type.String()),
  workSince: Nullable(Type.String()),
})
export type MyInfo = Static<typeof MyInfo>

export const completeCalls = {
  isNeedComplete: call('/base/account/is-need-complete.action', {
    allow: 'signed-in',
    viewable: true,
    input: Type.Object({}),
    output: Completeness,
    summary: 'What one’s profile still lacks of what the project asks for; a manager’s lacks nothing',
  }),
  completeInfo: call('/base/account/complete-info.action', {
    allow: 'signed-in',
    perMinute: 60,
    input: Type.Object({
      realName: Type.Optional(PersonName),
      cardNumber: Type.Optional(Normalized('code', 18)),
      mobile: Type.Optional(Normalized('mobile', 20)),
      msgCode: Type.Optional(Type.String({ pattern: '^\\d{6}$', normalized: 'digits' })),
      codeToken: Type.Optional(Text(64)),
      /** The key that upload-image gave for one’s own picture. */
      photo: Type.Optional(PictureKey),
      ...furtherInfo,
    }),
    output: Completeness,
    summary: 'Adds what is given to one’s own profile; name and ID are written once',
  }),
  getMyInfo: call('/base/account/get-my-info.action', {
    allow: 'signed-in',
    viewable: true,
    input: Type.Object({}),
    output: MyInfo,
    summary: 'One’s own account and profile, numbers masked',
  }),
}
