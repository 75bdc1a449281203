import { type Static, Type } from 'typebox'
import { call, Id, Moment, Name, Named, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { ProjectInfo } from '../contract.ts'

const line = (max: number) => Type.String({ maxLength: max })

/** Settings of the push of passed learning. The receiver's key stays with the system push config. */
export const PushConfig = Type.Object({
  open: Type.Boolean(),
  /** Facts that are pushed: a passed class, or hours as well. */
  subjects: Type.Array(OneOf(['pass', 'hours']), { uniqueItems: true, maxItems: 2 }),
  classTypes: Type.Array(Type.String({ maxLength: 40 }), { uniqueItems: true, maxItems: 12 }),
  /** Number of times a push that failed is tried again. */
  retries: Type.Integer({ minimum: 0, maximum: 20 }),
})
export type PushConfig = Static<typeof PushConfig>

export const invoiceKinds = ['electronic', 'special'] as const

/** Settings for the invoices of the project. */
export const InvoiceConfig = Named('InvoiceConfig', {
  open: Type.Boolean(),
  kinds: Type.Array(OneOf(invoiceKinds), { uniqueItems: true, maxItems: 2 }),
  /** The item name on the invoice. */
  item: Name(60, 0),
  /** Percent. */
  taxRate: Type.Integer({ minimum: 0, maximum: 17 }),
  seller: Name(100, 0),
  sellerTaxNumber: Type.String({ pattern: '^$|^[0-9A-HJ-NPQRTUWXY]{15,20}$', normalized: 'code' }),
  /** Days after paying within which a learner may request one. */
  withinDays: Type.Integer({ minimum: 1, maximum: 730 }),
  /** Written on every invoice; {title} {orderNo} {name} are put in. */
  remark: line(200),
})
export type InvoiceConfig = Static<typeof InvoiceConfig>

const allow = '/project-manage/setting'
const Read = <T extends typeof ProjectInfo | typeof PushConfig | typeof InvoiceConfig>(content: T) =>
  Type.Object({ content, version: Type.Integer(), updatedAt: Nullable(Moment) })
const version = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'the version that was read' })

export const configCalls = {
  findPushConfig: call('/base/project-push-config/find.action', {
    allow,
    wholeProject: true,
    input: Type.Object({}),
    output: Read(PushConfig),
    summary: 'What the project pushes to other systems',
  }),
  savePushConfig: call('/base/project-push-config/save.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ content: PushConfig, version }),
    output: Nothing,
    summary: 'Changes what the project pushes',
  }),
  findInfoConfig: call('/base/project-info-config/find.action', {
    allow,
    wholeProject: true,
    input: Type.Object({}),
    output: Read(ProjectInfo),
    summary: 'The operator information in the footer',
  }),
  saveInfoConfig: call('/base/project-info-config/save.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ content: ProjectInfo, version }),
    output: Nothing,
    summary: 'Changes the footer',
  }),
  findInvoiceConfig: call('/base/project-invoice-config/find.action', {
    allow,
    wholeProject: true,
    input: Type.Object({}),
    output: Read(InvoiceConfig),
    summary: 'How the project writes invoices',
  }),
  saveInvoiceConfig: call('/base/project-invoice-config/save.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ content: InvoiceConfig, version }),
    output: Nothing,
    summary: 'Changes how the project writes invoices',
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
