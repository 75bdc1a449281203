import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { pushCalls } from './contract.ts'
import { causeNames, pushLifecycle } from './rules.ts'
import { erasePushes, pushHours, pushPass, pushRevert } from './server/actions.ts'
import { replaying } from './server/batches.ts'
import { pushHandlers } from './server/calls.ts'
import { failedPushes } from './server/data.ts'
import { receiverEdits } from './server/edits.ts'
import { pushExportList } from './server/exports.ts'
import { sendPushes, sweepTries } from './server/jobs.ts'

/** Results on their way to an outside system: passes and hours, signed, each once, in order for a learner. */
export const pushFeature: Feature = {
  group: 'noun',
  tables: {
    push_receivers: { of: 'project' },
    push_rests: { shared: 'when a receiver that gave no answer is asked again' },
    push_tries: { shared: 'of a push, with which they are deleted' },
    pushes: { copy: 'Pushed results', after: 'gone' },
  },
  erase: erasePushes,
  handlers: [pushHandlers],
  batches: [replaying],
  exports: pushExportList,
  jobs: [sendPushes, sweepTries],
  on: {
    passed: pushPass,
    earned: pushHours,
    reopen: pushRevert,
    leave: (tx, _by, enrolmentId) => pushRevert(tx, enrolmentId),
  },
  work: [
    {
      code: 'push.failed',
      words: ['未送达的推送', 'Pushes that were not delivered'],
      settledBy: [pushCalls.replay],
      address: '/customer/my-class-push-log-manage?status=failed',
      waiting: ({ db, session }) => failedPushes(db, session.scope),
    },
  ],
  audit: {
    actions: {
      'push.receiver': ['修改推送接收方', 'Changed the receiver of pushes'],
      'push.replay': ['重新推送结果', 'Pushed a result again'],
      'push.test': ['测试推送', 'Tested the push'],
    },
    fields: {
      project: {
        ...receiverEdits.fields,
        cause: { zh: '原因', en: 'Reason', values: causeNames },
      },
      push: { status: statusField(pushLifecycle) },
    },
    subjects: {
      push: {
        words: ['推送', 'Push'],
        name: (db, id) => db`
          select a.user_name || ' · ' || p.title from pushes p join accounts a on a.id = p.account_id where p.id = ${id}`,
      },
    },
  },
}
