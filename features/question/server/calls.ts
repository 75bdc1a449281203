import { handlers } from '../../../server/serve.ts'
import { beginBatch } from '../../batch/server/actions.ts'
import { questionCalls } from '../contract.ts'
import { deleteQuestions, saveQuestion, setDisabled } from './actions.ts'
import { deleting, disabling } from './batches.ts'
import { pageQuestions } from './data.ts'

export const questionHandlers = handlers(questionCalls, {
  find: ({ db, session, input }) => pageQuestions(db, session.scope, input),
  save: ({ db, session, input }) => saveQuestion(db, session, input),
  async disabled(ctx) {
    const begun = await ctx.db.begin((tx) => beginBatch(tx, disabling, ctx))
    if (begun) return begun
    const { db, session, input } = ctx
    await db.begin((tx) => setDisabled(tx, session, input.questionIds!, input.disabled ?? true))
    return null
  },
  async delete(ctx) {
    const begun = await ctx.db.begin((tx) => beginBatch(tx, deleting, ctx))
    if (begun) return begun
    const { db, session, input } = ctx
    await db.begin((tx) => deleteQuestions(tx, session, input.questionIds!))
    return null
  },
})
