import type { Feature } from '../../server/feature.ts'
import { completeHandlers } from './complete/server/calls.ts'
import { rosterKind } from './import/server/actions.ts'
import { rosterHandlers } from './import/server/calls.ts'
import { studentManageHandlers } from './manage/server/calls.ts'
import { revealHandlers } from './reveal/server/calls.ts'
import { eraseStudent, moveStudents } from './server/actions.ts'
import { memberCalls } from './member/contract.ts'
import { waitingMembers } from './member/server/actions.ts'
import { settlingMembers } from './member/server/batches.ts'
import { memberHandlers } from './member/server/calls.ts'
import { memberConfirmed, memberRefused } from './member/server/messages.ts'
import { viewHandlers } from './view/server/calls.ts'
import { studentExportList } from './manage/server/exports.ts'

/** Learners: profiles, identity, completion, import, viewing as one. */
export const studentFeature: Feature = {
  group: 'noun',
  tables: {
    students: { copy: 'Profile', after: 'a profile without name, number and further fields' },
  },
  erase: eraseStudent,
  move: moveStudents,
  imports: [rosterKind],
  handlers: [
    completeHandlers,
    revealHandlers,
    studentManageHandlers,
    memberHandlers,
    viewHandlers,
    rosterHandlers,
  ],
  batches: [settlingMembers],
  messages: [memberConfirmed, memberRefused],
  work: [
    {
      code: 'unit.confirm',
      words: ['待确认的单位人员', 'Unit members to confirm'],
      settledBy: [memberCalls.settleMembers],
      address: '/student-manage/student?unconfirmed=yes',
      waiting: ({ db, session }) => waitingMembers(db, session.scope),
    },
  ],
  exports: studentExportList,
  audit: {
    actions: {
      'student.confirmUnit': ['确认单位人员', 'Confirmed a unit member'],
      'student.refuseUnit': ['未确认单位，移出单位', 'Removed from a unit, not confirmed'],
      'student.endView': ['结束学员视角查看', 'Ended viewing as the learner'],
      'student.import': ['导入学员', 'Imported learners'],
      'student.importChange': ['导入时更新学员资料', 'Updated a profile by import'],
      'student.reveal': ['查看完整证件号或手机号', 'Revealed a full number'],
      'student.change': ['修改学员资料', 'Updated a learner’s profile'],
      'student.create': ['添加学员', 'Added a learner'],
      'student.verify': ['核验身份', 'Verified an identity'],
      'student.view': ['以学员身份查看', 'Viewed as the learner'],
    },
  },
}
