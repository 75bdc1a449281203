import { batchOf } from '../../../../server/batch.ts'
import { accountRefusals } from '../../../account/contract.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { dictionaryRefusals } from '../../../dictionary/contract.ts'
import { imageRefusals } from '../../../file/contract.ts'
import { messageRefusals } from '../../../message/contract.ts'
import { unitRefusals } from '../../../unit/contract.ts'
import { studentRefusals } from '../../contract.ts'
import { studentManageCalls } from '../../manage/contract.ts'
import { memberCalls, memberRefusals } from '../contract.ts'
import { nameMembers, settleMember } from './actions.ts'

/** Confirms many learners as people of their unit, or puts them out of it. */
export const settlingMembers = batchOf<typeof memberCalls.settleMembers>({
  call: memberCalls.settleMembers,
  list: studentManageCalls.findPageList,
  named: 'ids',
  nameRows: (db, session, ids) => nameMembers(db, session.scope, ids),
  refusals: {
    account: accountRefusals,
    approval: approvalRefusals,
    dictionary: dictionaryRefusals,
    image: imageRefusals,
    member: memberRefusals,
    message: messageRefusals,
    student: studentRefusals,
    unit: unitRefusals,
  },
  title: ({ belongs }) =>
    belongs
      ? { zh: '确认单位人员', en: 'Confirm unit members' }
      : { zh: '移出单位', en: 'Remove from the unit' },
  act: (tx, { session, input }, { id: accountId }) =>
    settleMember(tx, session, { accountId, belongs: input.belongs }),
})
