import type { EditedField } from '../../../../server/revision.ts'
import type { EditedConfig } from '../../../project/config/server/actions.ts'
import type { InvoiceConfig } from '../contract.ts'

const fields: Readonly<Record<keyof InvoiceConfig, EditedField>> = {
  open: { zh: '允许开票', en: 'Invoices may be requested' },
  kinds: { zh: '发票种类', en: 'Kinds', as: 'long' },
  withinDays: { zh: '支付后多少天内可以申请', en: 'Days after paying' },
  remark: { zh: '备注', en: 'Remark' },
  automatic: { zh: '自动开票', en: 'Issued without the office' },
  creditWarning: { zh: '额度提醒', en: 'Credit warning', as: 'fen' },
  sellers: { zh: '销售方', en: 'Sellers', as: 'long' },
  taxLines: { zh: '开票项目', en: 'Tax lines', as: 'long' },
}

/** Invoice settings of a project as they are edited. */
export const invoiceEdits: EditedConfig = {
  kind: 'invoice',
  name: { zh: '发票', en: 'Invoices' },
  fields,
}
