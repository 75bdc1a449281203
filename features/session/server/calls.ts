import { refuse } from '../../../contract/refusal.ts'
import { answers } from '../../../server/serve.ts'
import { broughtProof } from '../../captcha/rules.ts'
import { spendCaptcha } from '../../captcha/server/actions.ts'
import { sessionCalls, sessionRefusals } from '../contract.ts'
import { menuTree } from '../rules.ts'
import { endSession, signIn } from './actions.ts'
import { getAccountInfoRow } from './data.ts'

export const sessionAnswers = answers(sessionCalls, {
  async login({ db, secrets, environment, input, projectId, ip, agent }) {
    if (environment.captcha && !(await spendCaptcha(db, broughtProof(input)))) {
      refuse(sessionRefusals.captchaNeeded, {}, 'captchaVO')
    }
    const tokenCode = await signIn(db, secrets, { ...input, projectId }, { ip, agent })
    return { data: { tokenCode } }
  },

  async getAccountInfo({ db, session }) {
    const account = await getAccountInfoRow(db, session.accountId, session.unitId)
    return {
      manageAccountInfo: {
        accountId: account.accountId,
        userName: account.userName,
        imagePath: account.imageKey ? `/media/image/${account.imageKey}` : null,
        unitId: account.unitId,
        unitName: account.unitName,
        roleRP: {
          roleName: session.roleName,
          roleSystem: session.roleSystem,
          menu: menuTree(session.menus),
        },
      },
    }
  },

  checkLogin: async ({ session }) => ({ loggedIn: session !== null }),

  async loginOut({ db, session }) {
    if (session) await db.begin((tx) => endSession(tx, session.id))
    return null
  },
})
