import { type Static, Type } from 'typebox'
import { call, Id, Moment, Name, Nullable, OneOf } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { type PaymentChannelName, paymentChannelNames } from '../../../contract/payment.ts'
import { refusals } from '../../../contract/refusal.ts'
import { Proposed } from '../../approval/contract.ts'
import { merchantPatterns } from './rules.ts'

export const merchantRefusals = refusals({
  needed: { code: 422, zh: '请填写这一项', en: 'This field is required' },
  numberWrong: {
    code: 422,
    zh: '格式不对，请与渠道后台显示的逐字核对',
    en: 'The format is wrong; compare it with what the channel’s console shows',
  },
  privateKeyWrong: {
    code: 422,
    zh: '这不是 RSA 私钥，请粘贴密钥文件的全部内容',
    en: 'This is not an RSA private key; paste the whole content of the key file',
  },
  platformKeyWrong: {
    code: 422,
    zh: '这不是 RSA 公钥，请粘贴渠道提供的平台公钥的全部内容',
    en: 'This is not an RSA public key; paste the whole public key the channel provides',
  },
  channelStays: {
    code: 422,
    zh: '商户的渠道不能修改，请添加新商户',
    en: 'A merchant’s channel cannot be changed; add another merchant',
  },
  numbersStay: {
    code: 422,
    zh: '这个商户已启用或已有付款经过，编号不能再改；请添加新商户并启用它',
    en: 'This merchant takes payments or took some, so its numbers stay; add another merchant and enable it',
  },
  numberTaken: {
    code: 422,
    zh: '这个项目已有同一商户号和 AppID 的商户',
    en: 'This project already has a merchant with this number and app',
  },
  noNotices: {
    code: 422,
    zh: '本站地址（PUBLIC_URL）不是 https，渠道无法通知付款结果；请先联系运维人员',
    en: 'The portal’s address (PUBLIC_URL) is not https, so the channel could not notify of payments; ask the operator first',
  },
})

const Channel = OneOf<PaymentChannelName[]>(paymentChannelNames)
const MerchantStatus = OneOf(['enabled', 'disabled'])

/** A merchant without its keys. */
export const Merchant = Type.Object({
  id: Id,
  channel: Channel,
  name: Type.String(),
  merchantNo: Type.String(),
  appId: Type.String(),
  /** WeChat Pay alone has these two. */
  serial: Nullable(Type.String()),
  platformKeyId: Nullable(Type.String()),
  status: MerchantStatus,
  /** Payments went through it: its numbers stay. */
  isUsed: Type.Boolean(),
  updatedAt: Moment,
})
export type Merchant = Static<typeof Merchant>

const allow = '/project-manage/merchant'
/** A key as its file has it, with or without the lines around it. */
const Key = Type.Optional(Type.String({ maxLength: 5000, pattern: '^[A-Za-z0-9+/=\\s-]+$' }))

export const merchantCalls = {
  query: call('/base/merchant/query.action', {
    allow,
    wholeProject: true,
    input: Paging(
      { channel: Type.Optional(Channel), name: Type.Optional(Name(60, 0)) },
      { sort: ['name', 'channel', 'status', 'updatedAt'] },
    ),
    output: PageOf(Merchant),
    summary: 'The merchants of the project, without their keys',
  }),
  save: call('/base/merchant/save.action', {
    allow: `${allow}#save`,
    wholeProject: true,
    input: Type.Object({
      id: Type.Optional(Id),
      channel: Channel,
      name: Name(60),
      /** These are left out with the keys for a new merchant of the demo’s gateways, which have it registered. */
      merchantNo: Type.Optional(Type.String({ pattern: merchantPatterns.merchantNo, maxLength: 32 })),
      appId: Type.Optional(Type.String({ pattern: merchantPatterns.appId, maxLength: 32 })),
      serial: Type.Optional(Type.String({ pattern: merchantPatterns.serial, maxLength: 64 })),
      platformKeyId: Type.Optional(Type.String({ pattern: merchantPatterns.platformKeyId, maxLength: 64 })),
      /** Write-only; left out, what is stored stays. */
      privateKey: Key,
      platformKey: Key,
      apiV3Key: Type.Optional(Type.String({ pattern: merchantPatterns.apiV3Key, maxLength: 32 })),
    }),
    /** With the proposal that a second person has to approve, where keys of a merchant in use are new. */
    output: Type.Object({ id: Id, approvalId: Nullable(Id) }),
    summary:
      'Adds a merchant, disabled, or changes one; keys go in and never come out, and new ones of a merchant in use are proposed to a second person',
  }),
  disabled: call('/base/merchant/disabled.action', {
    allow: `${allow}#disable`,
    wholeProject: true,
    input: Type.Object({ id: Id, disabled: Type.Boolean() }),
    /** Enabling one is a proposal that a second person has to approve. */
    output: Nullable(Proposed),
    summary:
      'Proposes that new payments go through a merchant, in place of the other one of its channel, or ends that at once; it answers for its old ones all the same',
  }),
  check: call('/base/merchant/check.action', {
    allow,
    wholeProject: true,
    perMinute: 60,
    input: Type.Object({ id: Id }),
    output: Type.Object({
      result: OneOf(['right', 'refused', 'unsigned', 'silent']),
      /** The channel’s own word for what it refuses. */
      code: Nullable(Type.String()),
    }),
    summary: 'Asks the channel about a payment there is not, which it answers to right keys only',
  }),
}
