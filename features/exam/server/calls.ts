import { answers } from '../../../server/serve.ts'
import { examCalls } from '../contract.ts'
import { deleteExam, findImpact, publishExam, releaseExam, saveExam, withdrawExam } from './actions.ts'
import { pageExams } from './data.ts'

export const examAnswers = answers(examCalls, {
  queryExamList: ({ db, session, input }) => pageExams(db, session.scope, input),
  saveExam: async ({ db, session, input }) => ({
    examId: await db.begin((tx) => saveExam(tx, session, input)),
  }),
  async publish({ db, session, input }) {
    await db.begin((tx) => publishExam(tx, session, input.examId, input.replace ?? false))
    return null
  },
  findImpact: ({ db, session, input }) => findImpact(db, session, input.examId),
  withdraw: ({ db, session, input }) => db.begin((tx) => withdrawExam(tx, session, input.examId)),
  release: async ({ db, session, input }) => ({
    waiting: await db.begin((tx) => releaseExam(tx, session, input.examId)),
  }),
  async deleteExam({ db, session, input }) {
    await db.begin((tx) => deleteExam(tx, session, input.examId))
    return null
  },
})
