import { byStaff, type Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { sellerAccountKind } from './config/server/approvals.ts'
import { invoiceConfigHandlers } from './config/server/calls.ts'
import { differenceNames } from './issue/rules.ts'
import { marking, opening } from './issue/server/batches.ts'
import { issueHandlers } from './issue/server/calls.ts'
import { issueExportList } from './issue/server/exports.ts'
import { compareInvoices, issueInvoices, sweepUploads, watchCredit } from './issue/server/jobs.ts'
import {
  creditAlarm,
  invoiceEnded,
  invoiceOpened,
  invoiceRejected,
  invoiceReversed,
} from './issue/server/messages.ts'
import { invoiceRoutes } from './issue/server/routes.ts'
import { issueWork } from './issue/server/work.ts'
import { countMarked } from './red/server/actions.ts'
import { reversing } from './red/server/batches.ts'
import { redHandlers } from './red/server/calls.ts'
import { pullForms, reverseInvoices } from './red/server/jobs.ts'
import { redConfirming } from './red/server/messages.ts'
import { redWork } from './red/server/work.ts'
import { blueLifecycle, redLifecycle, redReasons } from './rules.ts'
import { eraseInvoices, moveInvoices } from './server/actions.ts'
import { invoiceHandlers } from './server/calls.ts'
import { invoiceRetitled } from './server/messages.ts'

const [blue, red] = [statusField(blueLifecycle), statusField(redLifecycle)]

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
    invoice_uploads: { hidden: 'files that the office uploaded', after: 'the file, for a day' },
    invoices: { copy: 'Invoices', after: 'accounting vouchers, which name their buyer as printed' },
  },
  erase: eraseInvoices,
  move: moveInvoices,
  approvals: [sellerAccountKind],
  handlers: [invoiceHandlers, invoiceConfigHandlers, issueHandlers, redHandlers],
  exports: issueExportList,
  batches: [opening, marking, reversing],
  routes: [invoiceRoutes],
  jobs: [issueInvoices, compareInvoices, watchCredit, sweepUploads, reverseInvoices, pullForms],
  on: { redMarked: countMarked },
  messages: [
    invoiceOpened,
    invoiceReversed,
    invoiceRetitled,
    invoiceRejected,
    invoiceEnded,
    creditAlarm,
    redConfirming,
  ],
  work: [...issueWork, ...redWork],
  audit: {
    actions: {
      'invoice.cancelled': ['撤销红字发票', 'Cancelled a red invoice'],
      'invoice.confirming': ['申请红字信息确认单', 'Asked for the form of a red invoice'],
      'invoice.difference': ['发现发票差异', 'Found a difference in invoices'],
      'invoice.failed': ['开票失败', 'Invoice failed'],
      'invoice.lapsed': ['红字信息确认单过期', 'Form of a red invoice lapsed'],
      'invoice.mail': ['发送发票邮件', 'Sent an invoice by e-mail'],
      'invoice.opened': ['发票已开具', 'Invoice issued'],
      'invoice.opening': ['提交开票', 'Sent an invoice to be issued'],
      'invoice.part_reddened': ['发票已部分红冲', 'Invoice reversed in part'],
      'invoice.reddened': ['发票已红冲', 'Invoice reversed'],
      'invoice.reddening': ['开始红冲发票', 'Began to reverse an invoice'],
      'invoice.refused': ['红字信息被拒绝', 'Form of a red invoice refused'],
      'invoice.rejected': ['驳回开票申请', 'Rejected an invoice request'],
      'invoice.removeTitle': ['删除发票抬头', 'Removed an invoice title'],
      'invoice.request': ['申请开票', 'Requested an invoice'],
      'invoice.requested': ['重新提交开票申请', 'Submitted an invoice request again'],
      'invoice.stalled': ['红字发票未开成，可重新开具', 'Red invoice stopped under its form'],
      'invoice.retitle': ['修改发票抬头', 'Changed the title of an invoice request'],
      'invoice.settle': ['处理发票差异', 'Settled a difference in invoices'],
      'invoice.waiting_drawer': ['等待开票员登录', 'Waiting for the drawer to sign in'],
      'invoice.withdrawn': ['撤回开票申请', 'Withdrew an invoice request'],
      'project.invoice': ['修改发票配置', 'Updated the invoice settings'],
      'project.invoiceProvider': ['修改开票服务商', 'Updated the invoice provider'],
    },
    fields: {
      invoice: {
        status: { zh: '状态', en: 'Status', values: { ...red.values, ...blue.values } },
        amount: { zh: '金额', en: 'Amount', as: 'fen' },
        number: { zh: '发票号码', en: 'Invoice number' },
        mailedTo: { zh: '收件邮箱', en: 'Mailed to' },
        serial: { zh: '流水号', en: 'Serial' },
        code: { zh: '返回码', en: 'Provider code' },
        day: { zh: '开票日期', en: 'Day of issue' },
        original: { zh: '原发票', en: 'Original' },
        replaces: { zh: '替换的发票', en: 'Replaced invoice' },
        redReason: { zh: '红冲原因', en: 'Reason of the reversal', values: redReasons },
      },
      invoiceDifference: {
        kind: { zh: '差异', en: 'Difference', values: differenceNames },
        number: { zh: '发票号码', en: 'Invoice number' },
        issued: { zh: '服务商金额', en: 'Provider', as: 'fen' },
        booked: { zh: '系统金额', en: 'Books', as: 'fen' },
      },
    },
    subjects: {
      invoice: {
        words: ['发票', 'Invoice'],
        name: (db, id) => db`select apply_no from invoices where id = ${id}`,
      },
      invoiceDifference: {
        words: ['发票差异', 'Difference in invoices'],
        name: (db, id) => db`select number from invoice_differences where id = ${id}`,
      },
      invoiceTitle: { words: ['发票抬头', 'Invoice title'] },
    },
  },
}
