import { type FileReply, handlers } from '../../../server/serve.ts'
import { proveSelf } from '../../session/credential/server/actions.ts'
import { useCode } from '../../session/code/server/actions.ts'
import { personalDataCalls } from '../contract.ts'
import { dropCopy, readCopy, requestClosing, requestCopy } from './actions.ts'
import { findCancelled, findCopy, findHindrances, keepsRecords } from './data.ts'

export const personalDataHandlers = handlers(personalDataCalls, {
  async getState({ db, session }) {
    const { accountId } = session
    const [copy, hindrances, keeps] = await Promise.all([
      findCopy(db, session),
      findHindrances(db, accountId),
      keepsRecords(db, accountId),
    ])
    return { copy, hindrances, keepsRecords: keeps }
  },

  async requestCopy(ctx) {
    const code = await proveSelf(ctx, ctx.session, ctx.input, ctx.ip)
    const id = await ctx.db.begin(async (tx) => {
      if (code) await useCode(tx, code)
      return requestCopy(tx, ctx.session, ctx.language)
    })
    return { id }
  },

  async downloadCopy({ db, secrets, session, input }) {
    const text = await db.begin((tx) => readCopy(tx, secrets, session, input.id))
    const file: FileReply = {
      name: 'my-data.html',
      type: 'text/html; charset=utf-8',
      body: Buffer.from(text),
    }
    return file as unknown as null
  },

  confirmCopy: ({ db, session, input }) => db.begin((tx) => dropCopy(tx, session, input.id)),

  getCancelledClosing: async ({ db, session }) => ({ cancelledAt: await findCancelled(db, session.id) }),

  async closeAccount(ctx) {
    const code = await proveSelf(ctx, ctx.session, ctx.input, ctx.ip)
    const dueAt = await ctx.db.begin(async (tx) => {
      if (code) await useCode(tx, code)
      return requestClosing(tx, ctx.session)
    })
    return { dueAt }
  },
})
