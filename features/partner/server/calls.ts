import { refuse } from '../../../contract/refusal.ts'
import { handlers } from '../../../server/serve.ts'
import { spendCaptcha } from '../../captcha/server/actions.ts'
import { sessionRefusals } from '../../session/contract.ts'
import { partnerCalls } from '../contract.ts'
import { linkAccount, rotateKey, savePartner, setDisabled } from './actions.ts'
import { arrive } from './arrival.ts'
import { pagePartners } from './data.ts'

export const partnerHandlers = handlers(partnerCalls, {
  authorizedLogin: (ctx) => arrive(ctx, ctx.input.kind ?? 'standard', ctx.input, ctx),
  authorizedLoginFromJnzj: (ctx) => arrive(ctx, 'jnzj', ctx.input, ctx),
  async linkPartner(ctx) {
    const { db, secrets, environment, input } = ctx
    if (environment.captcha && !(await spendCaptcha(db, input.captchaVO?.captchaVerification))) {
      refuse(sessionRefusals.captchaNeeded, {}, 'captchaVO')
    }
    return { data: { tokenCode: await linkAccount(db, secrets, input, ctx) } }
  },
  query: ({ db, session, input }) => pagePartners(db, session.scope, input),
  save: ({ db, secrets, session, input }) => db.begin((tx) => savePartner(tx, secrets, session, input)),
  rotateKey: ({ db, secrets, session, input }) => db.begin((tx) => rotateKey(tx, secrets, session, input.id)),
  async disabled({ db, session, input }) {
    await db.begin((tx) => setDisabled(tx, session, input.id, input.disabled))
    return null
  },
})
