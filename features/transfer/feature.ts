import type { Feature } from '../../server/feature.ts'
import { moving } from './server/batches.ts'
import { transferHandlers } from './server/calls.ts'
import { transferExportList } from './server/exports.ts'
import { transferKind } from './server/kinds.ts'
import { transferred, transferUndone } from './server/messages.ts'

/** Learners moved from one class to another, with what was counted of the videos of both. */
export const transferFeature: Feature = {
  group: 'noun',
  tables: {
    transfer_records: { copy: 'Transfers', after: 'what moved, by an account that is named no more' },
  },
  handlers: [transferHandlers],
  batches: [moving],
  imports: [transferKind],
  exports: transferExportList,
  messages: [transferred, transferUndone],
  audit: {
    actions: {
      'transfer.move': ['转班', 'Moved a learner to another class'],
      'transfer.undo': ['撤销转班', 'Undid a transfer'],
    },
    fields: {
      transfer: {
        carriedSeconds: { zh: '带入时长（秒）', en: 'Seconds carried' },
        progressBefore: { zh: '原进度（万分）', en: 'Progress before (per 10,000)' },
        progressAfter: { zh: '新进度（万分）', en: 'Progress after (per 10,000)' },
        withoutExam: { zh: '新班级没有考试', en: 'The new class has no exam' },
        passed: { zh: '转入即合格', en: 'Passed at once' },
        priceDifference: { zh: '差价', en: 'Price difference', as: 'fen' },
        undoneAt: { zh: '撤销时间', en: 'Undone' },
      },
    },
    subjects: {
      transfer: {
        words: ['转班', 'Transfer'],
        name: (db, id) => db`
          select a.user_name || ' · ' || f.name || ' → ' || t.name from transfer_records r
          join accounts a on a.id = r.account_id
          join enrolments l on l.id = r.from_id join train_classes f on f.id = l.class_id
          join enrolments j on j.id = r.to_id join train_classes t on t.id = j.class_id where r.id = ${id}`,
      },
    },
  },
}
