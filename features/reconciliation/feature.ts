import { byStaff, type Feature } from '../../server/feature.ts'
import { reconciliationCalls } from './contract.ts'
import { differenceNames } from './rules.ts'
import { reconciliationHandlers } from './server/calls.ts'
import { lateBills, openDifferences } from './server/data.ts'
import { reconciliationExportList } from './server/exports.ts'
import { readBills } from './server/jobs.ts'

/** Daily bills of the payment channels, compared with the books. */
export const reconciliationFeature: Feature = {
  group: 'noun',
  tables: {
    bill_differences: { shared: 'of a merchant, that of a project or of the whole portal', ...byStaff },
    bill_lines: { shared: 'of a merchant, that of a project or of the whole portal' },
    bills: { shared: 'of a merchant, that of a project or of the whole portal' },
  },
  handlers: [reconciliationHandlers],
  exports: reconciliationExportList,
  jobs: [readBills],
  work: [
    {
      code: 'reconciliation.difference',
      words: ['对账差异', 'Bill differences'],
      settledBy: [reconciliationCalls.settle],
      address: '/order-manage/bill-differences?open=true',
      waiting: ({ db, session }) => openDifferences(db, session),
    },
    {
      code: 'reconciliation.late',
      words: ['没有取到的对账单', 'Bills that are late'],
      settledBy: [reconciliationCalls.readAgain],
      address: '/order-manage/reconciliation?attention=late',
      waiting: ({ db, session }) => lateBills(db, session),
    },
  ],
  audit: {
    actions: { 'reconciliation.settle': ['处理对账差异', 'Settled a difference with a bill'] },
    fields: {
      billDifference: {
        kind: { zh: '差异', en: 'Difference', values: differenceNames },
        number: { zh: '商户单号', en: 'Our number' },
        billed: { zh: '账单金额', en: 'Bill', as: 'fen' },
        booked: { zh: '系统金额', en: 'Books', as: 'fen' },
      },
    },
    subjects: {
      billDifference: {
        words: ['对账差异', 'Difference with a bill'],
        name: (db, id) => db`select coalesce(refund_no, out_trade_no) from bill_differences where id = ${id}`,
      },
    },
  },
}
