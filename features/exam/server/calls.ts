import { handlers } from '../../../server/serve.ts'
import { examCalls } from '../contract.ts'
import { deleteExam, findImpact, publishExam, saveExam } from './actions.ts'
import { releaseOrPropose, withdrawOrPropose } from './approvals.ts'
import { pageExams } from './data.ts'

export const examHandlers = handlers(examCalls, {
  queryExamList: ({ db, session, input }) => pageExams(db, session.scope, input),
  saveExam: async ({ db, session, input }) => ({
    examId: await db.begin((tx) => saveExam(tx, session, input)),
  }),
  async publish({ db, session, input }) {
    await db.begin((tx) => publishExam(tx, session, input.examId, input.replace ?? false))
    return null
  },
  findImpact: ({ db, session, input }) => findImpact(db, session, input.examId),
  withdraw: ({ db, session, input }) => db.begin((tx) => withdrawOrPropose(tx, session, input)),
  release: ({ db, session, input }) => db.begin((tx) => releaseOrPropose(tx, session, input)),
  async deleteExam({ db, session, input }) {
    await db.begin((tx) => deleteExam(tx, session, input.examId))
    return null
  },
})
