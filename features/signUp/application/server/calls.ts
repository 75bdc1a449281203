import { handlers } from '../../../../server/serve.ts'
import { answerBatch } from '../../../batch/server/actions.ts'
import { applicationCalls } from '../contract.ts'
import { withdrawFor, withdrawMine } from './actions.ts'
import { applyingForMany, reviewing } from './batches.ts'
import { getApplication, getMine, pageApplications, pageMine } from './data.ts'
import { readAnswerFile, saveFile } from './document.ts'
import { applyFor, applyMyself, pagePeople } from './person.ts'

export const applicationHandlers = handlers(applicationCalls, {
  query: ({ db, session, input }) => pageApplications(db, session, input),
  get: ({ db, session, input }) => getApplication(db, session, input.id),
  findPeople: ({ db, session, input }) => pagePeople(db, session, input),
  review: answerBatch(reviewing),
  applyForMany: answerBatch(applyingForMany),
  applyFor: ({ db, session, input }) => db.begin((tx) => applyFor(tx, session, input)),
  withdrawFor: ({ db, session, input }) => db.begin((tx) => withdrawFor(tx, session, input)),
  uploadFile: (ctx) => saveFile(ctx, ctx.session, ctx.input, ctx.upload?.file),
  getFile: async (ctx) => (await readAnswerFile(ctx, ctx.session, ctx.input.id)) as unknown as null,
  apply: ({ db, session, input }) => db.begin((tx) => applyMyself(tx, session, input)),
  withdraw: ({ db, session, input }) => db.begin((tx) => withdrawMine(tx, session, input.id)),
  findMine: ({ db, session, input }) => pageMine(db, session, input),
  getMine: ({ db, session, input }) => getMine(db, session, input.id),
})
