import { batchOf } from '../../../../server/batch.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { certificateRefusals } from '../../../certificate/contract.ts'
import { audienceRefusals } from '../../../class/audience/contract.ts'
import { classRefusals } from '../../../class/contract.ts'
import { enrolmentRefusals } from '../../../enrolment/contract.ts'
import { hourRefusals } from '../../../hours/contract.ts'
import { messageRefusals } from '../../../message/contract.ts'
import { studentManageCalls } from '../../../student/manage/contract.ts'
import { obstacleRefusals, trainTypeRefusals } from '../../../unit/trainType/contract.ts'
import { joinCalls, joinRefusals } from '../contract.ts'
import { assertClass, joinOne, nameLearners } from './actions.ts'

/** Puts many learners into a class. */
export const joining = batchOf<typeof joinCalls.joinClass>({
  call: joinCalls.joinClass,
  list: studentManageCalls.findPageList,
  named: 'ids',
  nameRows: nameLearners,
  refusals: {
    approval: approvalRefusals,
    audience: audienceRefusals,
    obstacle: obstacleRefusals,
    certificate: certificateRefusals,
    class: classRefusals,
    enrolment: enrolmentRefusals,
    hours: hourRefusals,
    join: joinRefusals,
    message: messageRefusals,
    trainType: trainTypeRefusals,
  },
  title: () => ({ zh: '加入班级', en: 'Add learners to a class' }),
  check: (tx, { session, input }) => assertClass(tx, session, input.classId),
  act(tx, { session, input }, { id: accountId }) {
    const { classId, filter } = input
    return joinOne(tx, session, { accountId, classId, importId: filter?.importId ?? null })
  },
})
