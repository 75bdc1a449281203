import { handlers } from '../../../server/serve.ts'
import { questionCalls } from '../contract.ts'
import { deleteQuestions, saveQuestion, setDisabled } from './actions.ts'
import { pageQuestions } from './data.ts'

export const questionHandlers = handlers(questionCalls, {
  find: ({ db, session, input }) => pageQuestions(db, session.scope, input),
  save: ({ db, session, input }) => saveQuestion(db, session, input),
  async disabled({ db, session, input }) {
    await db.begin((tx) => setDisabled(tx, session, input.questionIds, input.disabled ?? true))
    return null
  },
  async delete({ db, session, input }) {
    await db.begin((tx) => deleteQuestions(tx, session, input.questionIds))
    return null
  },
})
