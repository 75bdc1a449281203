import { byStaff, type Feature } from '../../server/feature.ts'
import { receiptCalls } from './contract.ts'
import { eraseReceipts, receiptKind } from './server/actions.ts'
import { unallocatedReceipts } from './server/data.ts'
import { receiptHandlers } from './server/calls.ts'
import { receiptExportList } from './server/exports.ts'
import { statementKind } from './server/kinds.ts'
import { reversalKind } from './server/reversal.ts'

/** Bank transfers that came, and the orders they pay. */
export const receiptFeature: Feature = {
  group: 'noun',
  tables: {
    allocations: { shared: 'of an order, the order of who pays it', ...byStaff },
    receipt_reversals: { shared: 'of a receipt, the receipt of the whole project', ...byStaff },
    receipts: {
      shared: 'of the whole project, which alone records them; a person who leaves is named no more',
      ...byStaff,
      after: 'who of the staff entered it; a payer who left is named no more',
    },
    vouchers: { shared: 'of an order, the order of the unit that pays it', ...byStaff },
  },
  erase: eraseReceipts,
  approvals: [receiptKind, reversalKind],
  handlers: [receiptHandlers],
  exports: receiptExportList,
  imports: [statementKind],
  work: [
    {
      code: 'receipt.unallocated',
      words: ['未分配的到账', 'Unallocated bank transfers'],
      settledBy: [receiptCalls.allocate, receiptCalls.void, receiptCalls.return],
      address: '/order-manage/receipts?unallocated=true',
      waiting: ({ db, session }) => unallocatedReceipts(db, session),
    },
  ],
  audit: {
    actions: {
      'receipt.record': ['登记到账', 'Recorded a bank transfer'],
      'receipt.return': ['到账退回付款人', 'Returned a bank transfer to its payer'],
      'receipt.void': ['作废误登记的到账', 'Voided a bank transfer'],
      'voucher.reject': ['退回转账回单', 'Rejected a bank slip'],
      'voucher.submit': ['上传转账回单', 'Uploaded a bank slip'],
    },
    fields: {
      receipt: {
        amount: { zh: '金额', en: 'Amount', as: 'fen' },
        day: { zh: '到账日期', en: 'Received on' },
        bank: { zh: '银行', en: 'Bank' },
        serialNo: { zh: '银行流水号', en: 'Bank serial number' },
        returnedOn: { zh: '退回日期', en: 'Returned on' },
      },
    },
    subjects: {
      receipt: {
        words: ['到账', 'Bank transfer'],
        name: (db, id) => db`select serial_no from receipts where id = ${id}`,
      },
    },
  },
}
