import type { Bilingual } from '../../../../contract/refusal.ts'
import type { EditedField, EditedNoun } from '../../../../server/revision.ts'
import type { ProjectInfo } from '../../contract.ts'
import type { ConfigKind } from '../../server/data.ts'
import type { InvoiceConfig, PushConfig } from '../contract.ts'

/** Names of a project’s configurations, in the sentence that refuses a stale edit. */
export const configNames: Readonly<Record<ConfigKind, Bilingual>> = {
  info: { zh: '联系方式与备案', en: 'Contact and registration' },
  push: { zh: '数据推送', en: 'Push' },
  invoice: { zh: '发票', en: 'Invoices' },
}

const info: Readonly<Record<keyof ProjectInfo, EditedField>> = {
  organiser: { zh: '主办单位', en: 'Organiser' },
  phone: { zh: '咨询电话', en: 'Telephone' },
  email: { zh: '电子邮箱', en: 'E-mail' },
  address: { zh: '地址', en: 'Address' },
  serviceHours: { zh: '服务时间', en: 'Service hours' },
  icp: { zh: '备案号', en: 'Registration number' },
}
const push: Readonly<Record<keyof PushConfig, EditedField>> = {
  open: { zh: '开启推送', en: 'Push' },
  subjects: { zh: '推送内容', en: 'What is pushed', as: 'long' },
  classTypes: { zh: '推送的班级类型', en: 'Class types', as: 'long' },
  retries: { zh: '失败后重试次数', en: 'Tries after a failure' },
}
const invoice: Readonly<Record<keyof InvoiceConfig, EditedField>> = {
  open: { zh: '允许开票', en: 'Invoices may be asked for' },
  kinds: { zh: '发票种类', en: 'Kinds', as: 'long' },
  item: { zh: '项目名称', en: 'Item' },
  taxRate: { zh: '税率', en: 'Tax rate' },
  seller: { zh: '销售方名称', en: 'Seller' },
  sellerTaxNumber: { zh: '销售方税号', en: 'Seller’s tax number' },
  withinDays: { zh: '支付后多少天内可以申请', en: 'Days after paying' },
  remark: { zh: '备注', en: 'Remark' },
}
const fields = { info, push, invoice }

/** Changes an edit of a configuration may have made. */
export const configEdits = (kind: ConfigKind): EditedNoun => ({
  subjectKind: 'project',
  actions: [`project.${kind}`],
  fields: fields[kind],
})
