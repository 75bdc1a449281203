import { byStaff, type Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { invoiceConfigHandlers } from './config/server/calls.ts'
import { blueLifecycle, redLifecycle } from './rules.ts'
import { eraseInvoices, moveInvoices } from './server/actions.ts'
import { invoiceHandlers } from './server/calls.ts'
import { invoiceFailed, invoiceIssued, invoiceRejected } from './server/messages.ts'

/** Blue and red invoices of paid orders, and how a project writes them. */
export const invoiceFeature: Feature = {
  group: 'noun',
  tables: {
    invoice_days: { of: 'project' },
    invoice_differences: { of: 'project', ...byStaff },
    invoice_events: { shared: 'of an invoice', ...byStaff },
    invoice_files: { shared: 'of an invoice' },
    invoice_lines: { shared: 'of an invoice' },
    invoice_providers: { of: 'project' },
    invoice_titles: { copy: 'Invoice titles', after: 'gone' },
    invoices: { copy: 'Invoices', after: 'accounting vouchers, which name their buyer as printed' },
  },
  erase: eraseInvoices,
  move: moveInvoices,
  handlers: [invoiceHandlers, invoiceConfigHandlers],
  messages: [invoiceIssued, invoiceFailed, invoiceRejected],
  audit: {
    actions: {
      'invoice.cancelled': ['撤销红字发票', 'Cancelled a red invoice'],
      'invoice.confirming': ['申请红字确认单', 'Asked for the confirmation of a red invoice'],
      'invoice.failed': ['发票开具失败', 'Invoice failed'],
      'invoice.lapsed': ['红字确认单过期', 'Confirmation of a red invoice lapsed'],
      'invoice.mail': ['发送发票邮件', 'Sent an invoice by e-mail'],
      'invoice.opened': ['发票已开具', 'Invoice issued'],
      'invoice.opening': ['提交开票', 'Sent an invoice to be issued'],
      'invoice.part_reddened': ['发票部分红冲', 'Reversed a part of an invoice'],
      'invoice.reddened': ['发票全部红冲', 'Reversed an invoice'],
      'invoice.reddening': ['开始红冲发票', 'Began to reverse an invoice'],
      'invoice.refused': ['对方拒绝红字确认单', 'Buyer refused a red invoice'],
      'invoice.rejected': ['驳回发票申请', 'Rejected an invoice request'],
      'invoice.removeTitle': ['删除发票抬头', 'Removed an invoice title'],
      'invoice.request': ['申请开票', 'Requested an invoice'],
      'invoice.requested': ['重新提交发票申请', 'Submitted an invoice request again'],
      'invoice.retitle': ['修改发票抬头', 'Changed the title of an invoice request'],
      'invoice.waiting_drawer': ['等待开票员登录', 'Waiting for the drawer to sign in'],
      'invoice.withdrawn': ['撤回发票申请', 'Withdrew an invoice request'],
      'project.invoice': ['修改发票配置', 'Updated the invoice settings'],
      'project.invoiceProvider': ['修改开票服务商', 'Updated the invoice provider'],
    },
    fields: {
      invoice: {
        status: {
          ...statusField(redLifecycle),
          values: { ...statusField(redLifecycle).values, ...statusField(blueLifecycle).values },
        },
        amount: { zh: '金额', en: 'Amount', as: 'fen' },
      },
    },
    subjects: {
      invoice: {
        words: ['发票', 'Invoice'],
        name: (db, id) => db`select apply_no from invoices where id = ${id}`,
      },
      invoiceTitle: { words: ['发票抬头', 'Invoice title'] },
    },
  },
}
