import { refuse } from '../../../../contract/refusal.ts'
import { batchOf } from '../../../../server/batch.ts'
import { accountRefusals } from '../../../account/contract.ts'
import { audienceRefusals } from '../../../class/audience/contract.ts'
import { dictionaryRefusals } from '../../../dictionary/contract.ts'
import { imageRefusals } from '../../../file/contract.ts'
import { messageRefusals } from '../../../message/contract.ts'
import { unitRefusals } from '../../../unit/contract.ts'
import { obstacleRefusals } from '../../../unit/trainType/contract.ts'
import { signUpRefusals } from '../../contract.ts'
import { applicationCalls, applicationRefusals } from '../contract.ts'
import { reviewApplication } from './actions.ts'
import { nameApplications } from './data.ts'

/** Decides many applications. */
export const reviewing = batchOf<typeof applicationCalls.review>({
  call: applicationCalls.review,
  list: applicationCalls.query,
  named: 'ids',
  nameRows: (db, session, ids) => nameApplications(db, session, ids),
  refusals: {
    account: accountRefusals,
    audience: audienceRefusals,
    dictionary: dictionaryRefusals,
    image: imageRefusals,
    message: messageRefusals,
    obstacle: obstacleRefusals,
    signUp: signUpRefusals,
    signUpApplication: applicationRefusals,
    unit: unitRefusals,
  },
  title: ({ approve }) =>
    approve
      ? { zh: '通过报名', en: 'Approve applications' }
      : { zh: '不通过报名', en: 'Reject applications' },
  async check(_tx, { input: { approve, reason } }) {
    if (!approve && reason === undefined) refuse(applicationRefusals.reasonNeeded, {}, 'reason')
  },
  act: (tx, { session, input }, { id }) => reviewApplication(tx, session, id, input),
})
