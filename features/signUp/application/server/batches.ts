import { refuse } from '../../../../contract/refusal.ts'
import { batchOf } from '../../../../server/batch.ts'
import { messageRefusals } from '../../../message/contract.ts'
import { applicationCalls, applicationRefusals } from '../contract.ts'
import { reviewApplication } from './actions.ts'
import { nameApplications } from './data.ts'

/** Decides many applications. */
export const reviewing = batchOf<typeof applicationCalls.review>({
  call: applicationCalls.review,
  list: applicationCalls.query,
  named: 'ids',
  nameRows: (db, session, ids) => nameApplications(db, session, ids),
  refusals: { signUpApplication: applicationRefusals, message: messageRefusals },
  title: ({ approve }) =>
    approve
      ? { zh: '通过报名', en: 'Approve applications' }
      : { zh: '不通过报名', en: 'Reject applications' },
  async check(_tx, { input: { approve, reason } }) {
    if (!approve && reason === undefined) refuse(applicationRefusals.reasonNeeded, {}, 'reason')
  },
  act: (tx, { session, input }, { id }) => reviewApplication(tx, session, id, input),
})
