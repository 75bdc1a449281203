import { handlers } from '../../../../server/serve.ts'
import { personalPicturePath } from '../../../file/server/actions.ts'
import { completeCalls } from '../contract.ts'
import { completeInfo } from './actions.ts'
import { getCompleteness, getInfo } from './data.ts'

export const completeHandlers = handlers(completeCalls, {
  isNeedComplete: ({ db, session }) => getCompleteness(db, session),
  async completeInfo(ctx) {
    await completeInfo(ctx, ctx.session, ctx.input, ctx.ip)
    return getCompleteness(ctx.db, ctx.session)
  },
  async getMyInfo({ db, secrets, session }) {
    const { imageKey, ...info } = await getInfo(db, session)
    return {
      ...info,
      imagePath: personalPicturePath(secrets, session, imageKey),
      roleName: session.roleName,
      isLearner: session.roleSystem === 3,
    }
  },
})
