import { byStaff, type Feature } from '../../server/feature.ts'
import { approvalCalls } from './contract.ts'
import { newsDays } from './rules.ts'
import { approvalKinds, declaredKinds } from './server/actions.ts'
import { approvalHandlers } from './server/calls.ts'
import { eraseProposals } from './server/erase.ts'
import { approvalExportList } from './server/exports.ts'
import { rejectedProposals, waitingProposals } from './server/proposals.ts'

const list = '/customer/approvals'

/** Actions that one person proposes and another approves before they are carried out. */
export const approvalFeature = (all: readonly Feature[]): Feature => ({
  group: 'platform',
  tables: {
    approvals: {
      shared: 'each concerns what its kind says, which decides who sees it',
      copy: 'Corrections',
      after: 'what was decided by whom; the person is named no more',
    },
    sole_decisions: {
      shared: 'of an order or receipt, or of a place that moved, what the staff let go',
      ...byStaff,
    },
  },
  get erase() {
    return eraseProposals(declaredKinds(all))
  },
  get handlers() {
    return [approvalHandlers(approvalKinds(all))]
  },
  exports: approvalExportList,
  work: [
    {
      code: 'approval.approve',
      words: ['待我审批', 'Awaiting my approval'],
      settledBy: [approvalCalls.approve],
      address: `${list}?status=proposed&own=no`,
      waiting: ({ db, session }) =>
        waitingProposals(db, approvalKinds(all), session, { status: 'proposed', own: false }),
    },
    {
      code: 'approval.rejected',
      words: ['我提出的被驳回', 'My proposals rejected'],
      seenIn: approvalCalls.findPageList,
      address: `${list}?status=rejected&own=yes`,
      waiting: ({ db, session }) => rejectedProposals(db, approvalKinds(all), session, newsDays),
    },
  ],
  audit: {
    fields: {
      'approval.apply': {
        leftOut: {
          zh: '未处理的人',
          en: 'Left out',
          get values() {
            return Object.assign(
              {},
              ...approvalKinds(all).map(({ leftOutReasons }) => leftOutReasons?.sentences),
            )
          },
        },
      },
    },
    actions: {
      'approval.apply': ['执行已批准的操作', 'Applied an approved action'],
      'approval.approve': ['批准操作', 'Approved an action'],
      'approval.propose': ['提出操作待批', 'Proposed an action for approval'],
      'approval.reject': ['驳回操作', 'Rejected a proposed action'],
      'approval.undo': ['撤销已批准的操作', 'Reverted an approved action'],
      'approval.withdraw': ['撤回待批操作', 'Withdrew a proposed action'],
    },
  },
})
