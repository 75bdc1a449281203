import { batchOf } from '../../../../server/batch.ts'
import { studentManageCalls } from '../../../student/manage/contract.ts'
import { joinCalls } from '../contract.ts'
import { assertClass, joinOne, nameLearners } from './actions.ts'

/** Puts many learners into a class. */
export const joining = batchOf<typeof joinCalls.joinClass>({
  call: joinCalls.joinClass,
  list: studentManageCalls.findPageList,
  named: 'ids',
  nameRows: nameLearners,
  title: () => ({ zh: '加入班级', en: 'Add learners to a class' }),
  check: (tx, { session, input }) => assertClass(tx, session, input.classId),
  act(tx, { session, input }, { id: accountId }) {
    const { classId, filter } = input
    return joinOne(tx, session, { accountId, classId, importId: filter?.importId ?? null })
  },
})
