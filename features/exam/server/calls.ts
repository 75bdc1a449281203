import type { ProjectSession } from '../../../server/session.ts'
import { answers } from '../../../server/serve.ts'
import type { Pool } from '../../../server/db.ts'
import { examCalls } from '../contract.ts'
import { moveExam, saveExam } from './actions.ts'
import { pageExams } from './data.ts'

type Moving = { db: Pool; session: ProjectSession; input: { examId: string } }

const moved =
  (event: 'publish' | 'withdraw' | 'delete') =>
  async ({ db, session, input }: Moving) => {
    await db.begin((tx) => moveExam(tx, session, input.examId, event))
    return null
  }

export const examAnswers = answers(examCalls, {
  queryExamList: ({ db, session, input }) => pageExams(db, session.scope, input),
  saveExam: async ({ db, session, input }) => ({
    examId: await db.begin((tx) => saveExam(tx, session, input)),
  }),
  publish: moved('publish'),
  withdraw: moved('withdraw'),
  deleteExam: moved('delete'),
})
