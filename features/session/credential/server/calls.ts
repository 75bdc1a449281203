import { handlers } from '../../../../server/serve.ts'
import { credentialCalls } from '../contract.ts'
import { deviceOf, maskIp } from '../rules.ts'
import { endOthers } from '../../server/actions.ts'
import { endMine, modifyMobile, modifyPassword, modifyPasswordByMobile } from './actions.ts'
import { listMySessions } from './data.ts'

export const credentialHandlers = handlers(credentialCalls, {
  modifyPassword: async (ctx) => ({
    data: { tokenCode: await modifyPassword(ctx, ctx.session, ctx.input, ctx) },
  }),
  modifyPasswordByMobile: async (ctx) => ({
    data: { tokenCode: await modifyPasswordByMobile(ctx, ctx.session, ctx.input, ctx) },
  }),
  modifyMobile: async (ctx) => ({ mobile: await modifyMobile(ctx, ctx.session, ctx.input, ctx.ip) }),
  async findMySessionList({ db, session }) {
    const rows = await listMySessions(db, session.accountId)
    return rows.map(({ agent, ip, ...row }) => ({
      ...row,
      ...deviceOf(agent),
      place: maskIp(ip),
      current: row.sessionId === session.id,
    }))
  },
  endMySession: ({ db, session, input }) => db.begin((tx) => endMine(tx, session, input.sessionId)),
  endOtherSessions: async ({ db, session }) => ({
    ended: await db.begin((tx) => endOthers(tx, session)),
  }),
})
