import type { Feature } from '../../server/feature.ts'
import { correctionCalls } from './contract.ts'
import { correctionApprovals, powersOf } from './server/actions.ts'
import { correctionHandlers } from './server/calls.ts'
import { rejectedCorrections, waitingCorrections } from './server/data.ts'
import { eraseCorrections } from './server/erase.ts'
import { correctionExportList } from './server/exports.ts'
import { endWithEnrolment } from './server/leave.ts'
import { correctionApplied } from './server/messages.ts'

/** Corrections of hours, scores and passes, proposed, approved and undone. */
export const correctionFeature: Feature = {
  group: 'noun',
  tables: {
    corrections: { copy: 'Corrections', after: 'that something was corrected; the numbers are gone' },
  },
  erase: eraseCorrections,
  approvals: correctionApprovals,
  on: { leave: endWithEnrolment },
  messages: [correctionApplied],
  handlers: [correctionHandlers],
  exports: correctionExportList,
  work: [
    {
      code: 'correction.settle',
      words: ['待处理的更正', 'Corrections to settle'],
      settledBy: [correctionCalls.approve, correctionCalls.propose],
      address: '/customer/exception-register?part=corrections&waiting=me',
      waiting: ({ db, session }) => waitingCorrections(db, session, powersOf(session)),
    },
    {
      code: 'correction.rejected',
      words: ['我提出的更正被驳回', 'My corrections rejected'],
      seenIn: correctionCalls.findPageList,
      address: '/customer/exception-register?part=corrections&status=rejected&own=yes',
      waiting: ({ db, session }) => rejectedCorrections(db, session),
    },
  ],
  audit: {
    actions: {
      'correction.apply': ['执行数据更正', 'Applied a correction'],
      'correction.approve': ['批准数据更正', 'Approved a correction'],
      'correction.propose': ['提出数据更正', 'Proposed a correction'],
      'correction.reject': ['驳回数据更正', 'Rejected a correction'],
      'correction.undo': ['撤销数据更正', 'Reverted a correction'],
      'correction.withdraw': ['撤回数据更正', 'Withdrew a correction'],
    },
  },
}
