import { handlers } from '../../../server/serve.ts'
import { studyRecordCalls } from '../contract.ts'
import {
  explainOne,
  pageAttempts,
  pageHours,
  pageLeases,
  pageRefusals,
  pageStudyDetail,
  sumHours,
} from './data.ts'
import { getStudyReport } from './actions.ts'

export const studyRecordHandlers = handlers(studyRecordCalls, {
  explain: ({ db, session, input }) => explainOne(db, session.scope, input.enrolmentId),
  queryPageList: ({ db, session, input }) => pageStudyDetail(db, session.scope, input),
  findRefusalList: ({ db, session, input }) => pageRefusals(db, session.scope, input),
  findLeaseList: ({ db, session, input }) => pageLeases(db, session.scope, input),
  findAttemptList: ({ db, session, input }) => pageAttempts(db, session.scope, input),
  findMyStudyReport: ({ db, session, input }) => getStudyReport(db, session.scope, input),
  findHours: ({ db, session, input }) => pageHours(db, session.scope, input),
  sumHours: ({ db, session, input }) => sumHours(db, session.scope, input),
})
