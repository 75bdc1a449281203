import type { Session } from '../../../server/session.ts'
import { handlers } from '../../../server/serve.ts'
import { signUpCalls } from '../contract.ts'
import { answerBatch } from '../../batch/server/actions.ts'
import { saveSignUp } from './actions.ts'
import { changingStatus, deletingDrafts } from './batches.ts'
import { getForm, getPreview, getSignUp, pageOpen, pageSignUps, type Visitor } from './data.ts'

/** The reader of a public call: a learner by their account, anybody else by the project alone. */
const visitorOf = ({ projectId, session }: { projectId: string; session: Session | null }): Visitor => ({
  projectId,
  accountId: session?.roleSystem === 3 ? session.accountId : null,
})

export const signUpHandlers = handlers(signUpCalls, {
  findSignUps: ({ db, session, input }) => pageSignUps(db, session, input),
  get: ({ db, session, input }) => getSignUp(db, session, input.id),
  save: ({ db, session, input }) => db.begin((tx) => saveSignUp(tx, session, input)),
  updateStatus: answerBatch(changingStatus),
  delete: answerBatch(deletingDrafts),
  preview: ({ db, session, input }) => getPreview(db, session, input.id),
  getCmsList: (ctx) => pageOpen(ctx.db, visitorOf(ctx), ctx.input),
  getForm: (ctx) => getForm(ctx.db, visitorOf(ctx), ctx.input.id),
})
