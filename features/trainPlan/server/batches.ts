import { batchOf } from '../../../server/batch.ts'
import { badInput } from '../../../server/input.ts'
import { accountRefusals } from '../../account/contract.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { dictionaryRefusals } from '../../dictionary/contract.ts'
import { imageRefusals } from '../../file/contract.ts'
import { messageRefusals } from '../../message/contract.ts'
import { unitRefusals } from '../../unit/contract.ts'
import { planCalls, planRefusals } from '../contract.ts'
import { remindPerson } from './actions.ts'
import { assertPlan } from './data.ts'
import { namePeople } from './person.ts'

/** Reminds many learners of a plan. */
export const reminding = batchOf<typeof planCalls.remind>({
  call: planCalls.remind,
  list: planCalls.findPeople,
  named: 'ids',
  nameRows: (db, session, ids) => namePeople(db, session.scope, ids),
  refusals: {
    account: accountRefusals,
    approval: approvalRefusals,
    dictionary: dictionaryRefusals,
    image: imageRefusals,
    message: messageRefusals,
    trainPlan: planRefusals,
    unit: unitRefusals,
  },
  title: () => ({ zh: '提醒学员完成培训计划', en: 'Remind learners of a training plan' }),
  async check(tx, { session, input: { planId, filter } }) {
    await assertPlan(tx, session.scope, planId)
    if (filter && filter.planId !== planId)
      throw badInput('filter', { zh: '应为同一个培训计划', en: 'must be of the same training plan' })
  },
  act: (tx, { session, input }, { id: accountId }) =>
    remindPerson(tx, session, { planId: input.planId, accountId }),
})
