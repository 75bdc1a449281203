import { refuse } from '../../../../contract/refusal.ts'
import { batchOf } from '../../../../server/batch.ts'
import { accountRefusals } from '../../../account/contract.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { audienceRefusals } from '../../../class/audience/contract.ts'
import { classRefusals } from '../../../class/contract.ts'
import { dictionaryRefusals } from '../../../dictionary/contract.ts'
import { enrolmentRefusals } from '../../../enrolment/contract.ts'
import { imageRefusals } from '../../../file/contract.ts'
import { messageRefusals } from '../../../message/contract.ts'
import { unitRefusals } from '../../../unit/contract.ts'
import { obstacleRefusals } from '../../../unit/trainType/contract.ts'
import { signUpRefusals } from '../../contract.ts'
import { applicationCalls, applicationRefusals } from '../contract.ts'
import { reviewApplications } from './actions.ts'
import { applyFor, checkMany, namePeople } from './person.ts'
import { nameApplications } from './data.ts'

/** Refusals that a row of a batch of applications may meet. */
const rowRefusals = {
  account: accountRefusals,
  approval: approvalRefusals,
  audience: audienceRefusals,
  class: classRefusals,
  dictionary: dictionaryRefusals,
  enrolment: enrolmentRefusals,
  image: imageRefusals,
  message: messageRefusals,
  obstacle: obstacleRefusals,
  signUp: signUpRefusals,
  signUpApplication: applicationRefusals,
  unit: unitRefusals,
}

/** Applies for many people by one form. */
export const applyingForMany = batchOf<typeof applicationCalls.applyForMany>({
  call: applicationCalls.applyForMany,
  list: applicationCalls.findPeople,
  named: 'accountIds',
  nameRows: (db, session, ids) => namePeople(db, session, ids),
  refusals: rowRefusals,
  title: () => ({ zh: '代多人报名', en: 'Apply for several people' }),
  check: (tx, { session, input }) => checkMany(tx, session, input),
  act: (tx, { session, input: { signUpId, formVersion, answers, subjectIds } }, { id: accountId }) =>
    applyFor(tx, session, { accountId, signUpId, formVersion, answers, subjectIds }),
})

/** Decides many applications. */
export const reviewing = batchOf<typeof applicationCalls.review>({
  call: applicationCalls.review,
  list: applicationCalls.query,
  named: 'ids',
  nameRows: (db, session, ids) => nameApplications(db, session, ids),
  refusals: rowRefusals,
  title: ({ approve }) =>
    approve
      ? { zh: '通过报名', en: 'Approve applications' }
      : { zh: '不通过报名', en: 'Reject applications' },
  async check(_tx, { input: { approve, reason } }) {
    if (!approve && reason === undefined) refuse(applicationRefusals.reasonNeeded, {}, 'reason')
  },
  act: (tx, { session, input }, { id }) => reviewApplications(tx, session, [id], input),
  actOnAll: (tx, { session, input }, ids) => reviewApplications(tx, session, ids, input),
})
