import { type Static, Type } from 'typebox'
import {
  call,
  Fen,
  Id,
  Moment,
  Name,
  Named,
  Normalized,
  Nothing,
  Nullable,
  OneOf,
} from '../../../contract/call.ts'
import { taxCodePattern } from '../../../contract/identity.ts'
import { invoiceKinds } from '../../../contract/invoicing.ts'
import { refusals } from '../../../contract/refusal.ts'
import { Proposed } from '../../approval/contract.ts'

/** Faults of what an invoice is made out to. */
export const titleRefusals = refusals({
  kindNotOffered: {
    code: 422,
    zh: '本平台没有开放这种发票',
    en: 'Invoices of this kind are not offered here',
  },
  specialForUnits: {
    code: 422,
    zh: '专用发票只能开给单位；个人抬头请选择普通发票',
    en: 'Special invoices are for organisations only; choose an ordinary one for a person',
  },
  titleOfUnit: {
    code: 422,
    zh: '单位付款的订单只能开单位抬头的发票',
    en: 'What an organisation paid is invoiced to an organisation',
  },
  taxNoNeeded: { code: 422, zh: '单位抬头要填写税号', en: 'An organisation’s title needs its tax number' },
  taxNoNotForPersons: { code: 422, zh: '个人抬头没有税号', en: 'A person’s title has no tax number' },
  taxNoWrong: {
    code: 422,
    zh: '税号不对：统一社会信用代码为 18 位，旧税号为 15 位数字，请核对',
    en: 'The tax number is wrong: a unified credit code has 18 characters, an old number 15 digits',
  },
  controlCharacters: {
    code: 422,
    zh: '不能含换行、制表符等看不见的字符',
    en: 'Line breaks, tabs and other invisible characters are not allowed',
  },
  specialNeedsAll: {
    code: 422,
    zh: '专用发票要填写地址、电话、开户行和账号',
    en: 'A special invoice needs address, telephone, bank and account',
  },
})

export const titleKinds = ['personal', 'enterprise'] as const
const TitleText = (max: number) => Name(max, 0)

/** Buyer that an invoice is made out to. */
export const BuyerTitle = Named('BuyerTitle', {
  kind: OneOf(titleKinds),
  name: Name(100, 2),
  /** Null for a person. */
  taxNo: Nullable(Normalized('code', 20)),
  address: TitleText(100),
  phone: Normalized('phone', 30),
  bank: TitleText(100),
  bankAccount: Normalized('code', 40),
})
export type BuyerTitle = Static<typeof BuyerTitle>

export const invoiceConfigRefusals = refusals({
  taxNoWrong: { code: 422, zh: '税号不对，请核对', en: 'The tax number is wrong' },
  numberInside: {
    code: 422,
    zh: '这里不能有 {limit} 位或更长的号码；电话和银行账号请填在各自的栏里，账号由另一位同事批准',
    en: 'A number of {limit} or more digits cannot stand here; telephone and bank account have fields of their own, and another colleague approves the account',
  },
  dayTwice: { code: 422, zh: '同一天只能有一份', en: 'There can be one of a day only' },
  remarkTooLong: {
    code: 422,
    zh: '备注模板超过 {limit} 个字',
    en: 'The remark’s template has more than {limit} characters',
  },
  incomplete: {
    code: 409,
    zh: '开放开票之前，要先设置销售方和开票项目',
    en: 'Set up the seller and the tax lines before invoices are offered',
  },
  credentialsNeeded: { code: 422, zh: '请填写这一项', en: 'This field is required' },
})

const Day = Type.String({ format: 'date' })

/** Seller of all invoices from a day on. */
export const SellerProfile = Named('SellerProfile', {
  from: Day,
  name: Name(100, 2),
  taxNo: Normalized('code', 20, 15),
  address: Name(100, 0),
  phone: Normalized('phone', 30),
  bank: Name(100, 0),
  bankAccount: Normalized('code', 40),
  drawer: Name(20, 2),
})
export type SellerProfile = Static<typeof SellerProfile>

/** Tax line of a class type from a day on. */
export const TaxLine = Type.Object({
  from: Day,
  /** Null: all class types that have no line of their own. */
  classType: Nullable(Type.String({ maxLength: 40 })),
  /** As printed, in place of the class's name where it is not empty. */
  item: Name(60, 0),
  /** 19 digits of the tax code; 3070201020000000000 is non-degree education services. */
  taxCode: Type.String({ pattern: taxCodePattern, normalized: 'digits' }),
  /** Category as the tax code has it: printed between asterisks. */
  category: Name(40, 1),
  /** Hundredths of a percent. */
  rate: Type.Integer({ minimum: 0, maximum: 1700 }),
  /** 01 simple levy … 18. */
  policy: Nullable(Type.String({ pattern: '^(0[1-9]|1[0-8])$' })),
})
export type TaxLine = Static<typeof TaxLine>

/** Settings for the invoices of the project; profiles and lines hold from their day until the next one's. */
export const InvoiceConfig = Named('InvoiceConfig', {
  open: Type.Boolean(),
  kinds: Type.Array(OneOf(invoiceKinds), { uniqueItems: true, maxItems: 2 }),
  /** Days after paying within which one may be requested. */
  withinDays: Type.Integer({ minimum: 1, maximum: 730 }),
  /** Written on every invoice; {title} {orderNo} {name} {className} {headCount} are put in. */
  remark: Type.String({ maxLength: 200 }),
  /** Requests are opened as they come, without the office. */
  automatic: Type.Boolean(),
  /** Fen of credit left below which the office is warned. */
  creditWarning: Fen,
  sellers: Type.Array(SellerProfile, { maxItems: 20 }),
  taxLines: Type.Array(TaxLine, { maxItems: 100 }),
})
export type InvoiceConfig = Static<typeof InvoiceConfig>

const allow = '/project-manage/setting'
const version = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'the version that was read' })
const Secret = Type.Optional(Type.String({ minLength: 8, maxLength: 200, pattern: '^[\\x21-\\x7e]{8,200}$' }))

export const invoiceConfigCalls = {
  findInvoiceConfig: call('/base/project-invoice-config/find.action', {
    allow,
    wholeProject: true,
    input: Type.Object({}),
    output: Type.Object({
      content: InvoiceConfig,
      version: Type.Integer(),
      updatedAt: Nullable(Moment),
      /** Contract with the provider, without its secrets. */
      provider: Type.Object({
        provider: OneOf(['nuonuo', 'manual']),
        appKey: Nullable(Type.String()),
        /** It is the demo's own or the portal's: nothing needs to be entered. */
        isDefault: Type.Boolean(),
        remarkLimit: Type.Integer(),
      }),
    }),
    summary: 'How the project writes invoices, and by which provider',
  }),
  saveInvoiceConfig: call('/base/project-invoice-config/save.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ content: InvoiceConfig, version }),
    /** An account of the seller that the project does not have yet: the proposal that a second person has to approve. */
    output: Nullable(Proposed),
    summary:
      'Changes how the project writes invoices; those requested before stay as they are, and another account of the seller is proposed to a second person',
  }),
  saveInvoiceProvider: call('/base/project-invoice-config/save-provider.action', {
    allow,
    wholeProject: true,
    perMinute: 60,
    input: Type.Object({
      provider: OneOf(['nuonuo', 'manual']),
      appKey: Type.Optional(Type.String({ minLength: 4, maxLength: 60, pattern: '^[0-9A-Za-z_-]{4,60}$' })),
      /** Write-only; left out, what is stored stays. */
      appSecret: Secret,
      token: Secret,
    }),
    output: Nothing,
    summary: 'Changes the contract with the provider; secrets go in and never come out',
  }),
  invoiceConfigValue: call('/base/project-invoice-config/value.action', {
    allow: 'signed-in',
    input: Type.Object({}),
    output: Type.Pick(InvoiceConfig, ['open', 'kinds', 'withinDays']),
    summary: 'What somebody who wants an invoice may ask for',
  }),
  getInvoiceRemark: call('/base/project/get-invoice-remark.action', {
    allow: 'signed-in',
    input: Type.Object({ orderId: Type.Optional(Id) }),
    output: Type.Object({ remark: Type.String() }),
    summary: 'The remark on invoices; of one order with its number and name put in',
  }),
}
