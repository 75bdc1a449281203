import type { Feature } from '../../server/feature.ts'
import { correctionHandlers } from './server/calls.ts'

/** Corrections of hours, scores and passes, proposed, approved and undone. */
export const correctionFeature: Feature = {
  handlers: [correctionHandlers],
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
