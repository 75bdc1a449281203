import { refuse } from '../../../contract/refusal.ts'
import type { Db } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { type Ask, answers } from '../../../server/serve.ts'
import { readRoleToken } from '../../../server/session.ts'
import { broughtProof } from '../../captcha/rules.ts'
import { spendCaptcha } from '../../captcha/server/actions.ts'
import { personalPicturePath } from '../../file/server/actions.ts'
import { sessionCalls, sessionRefusals } from '../contract.ts'
import { changeRole } from '../role/server/actions.ts'
import { menuTree } from '../rules.ts'
import { isTicket, redeemTicket } from '../ticket/server/actions.ts'
import { endReplaced, endSession, projectOfDoor, renewSession, signIn } from './actions.ts'
import { findLiveSession, getAccountInfoRow, getSettings } from './data.ts'
import { hashToken, whyNot } from './gate.ts'

async function login(ask: Ask<(typeof sessionCalls)['login']>) {
  const { db, secrets, environment, input, session } = ask
  if (environment.captcha && !(await spendCaptcha(db, broughtProof(input)))) {
    refuse(sessionRefusals.captchaNeeded, {}, 'captchaVO')
  }
  const projectId = await projectOfDoor(ask)
  const tokenCode = await signIn(db, secrets, { ...input, projectId }, ask)
  await endReplaced(db, session)
  return { data: { tokenCode } }
}

interface Acting {
  accountId: string
  roleId: string
  unitId: string | null
}

async function infoOf(db: Db, secrets: Secrets, acting: Acting) {
  const { imageKey, roleName, roleSystem, menus, ...person } = await getAccountInfoRow(db, acting)
  return {
    ...person,
    imagePath: personalPicturePath(secrets, imageKey),
    roleRP: { roleName, roleSystem, menu: menuTree(menus) },
  }
}

/**
 * Who the caller is: the session of the token; where there is none yet, the one a ticket stands for or a chosen role
 * leads to. A token that was handed over in an address is exchanged for a fresh one.
 */
async function enter(
  ask: Ask<(typeof sessionCalls)['getAccountInfo']>,
): Promise<{ acting: Acting; tokenCode?: string }> {
  const { db, session, token, input } = ask
  if (session) {
    if (session.viewer || !input.handed || readRoleToken(token!)) return { acting: session }
    const tokenCode = await db.begin((tx) => renewSession(tx, session.id, ask))
    return { acting: session, tokenCode }
  }
  if (token && isTicket(token)) {
    const { account, tokenCode } = await redeemTicket(db, token, ask)
    return { acting: { ...account, accountId: account.id }, tokenCode }
  }
  const chosen = token ? readRoleToken(token) : null
  if (chosen) return { acting: await changeRole(db, chosen, ask) }
  return refuse(await whyNot(db, token ?? ''))
}

export const sessionHandlers = answers(sessionCalls, {
  login,
  async index2Login(ask) {
    if ((await getSettings(ask.db, await projectOfDoor(ask))).index2Open === '0')
      refuse(sessionRefusals.portalClosed)
    return login(ask)
  },

  async getAccountInfo(ask) {
    const { acting, tokenCode } = await enter(ask)
    const info = await infoOf(ask.db, ask.secrets, acting)
    // Whoever looks on has no password of the learner's to change.
    const manageAccountInfo = ask.session?.viewer ? { ...info, mustChangePassword: false } : info
    return { manageAccountInfo, ...(tokenCode ? { tokenCode } : {}) }
  },

  checkLogin: async ({ session }) => ({
    loggedIn: session !== null,
    accountId: session?.accountId ?? null,
    userName: session?.userName ?? null,
    roleName: session?.roleName ?? null,
    roleSystem: session?.roleSystem ?? null,
  }),

  async loginOut({ db, session, token, keepCompanion }) {
    // One that still awaits its factor ends as well.
    const live = session ?? (token ? await findLiveSession(db, { tokenHash: hashToken(token) }) : null)
    if (live) await db.begin((tx) => endSession(tx, live.id))
    keepCompanion(null)
    return null
  },
})
