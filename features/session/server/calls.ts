import { refuse } from '../../../contract/refusal.ts'
import type { Db } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { type Context, handlers } from '../../../server/serve.ts'
import { hashToken, readRoleToken } from '../../../server/session.ts'
import { broughtProof } from '../../captcha/rules.ts'
import { spendCaptcha } from '../../captcha/server/actions.ts'
import { personalPicturePath } from '../../file/server/actions.ts'
import { getSettings } from '../../project/server/actions.ts'
import { sessionCalls, sessionRefusals } from '../contract.ts'
import { menuTree } from '../rules.ts'
import { isTicket, spendTicket } from '../ticket/server/actions.ts'
import {
  changeRole,
  endReplaced,
  endSession,
  openSession,
  portalProject,
  renewSession,
  signIn,
} from './actions.ts'
import { findLiveSession, getAccountInfoRow, grantedRoles } from './data.ts'
import { whyNot } from './gate.ts'

async function login(ctx: Context<(typeof sessionCalls)['login']>) {
  const { db, secrets, environment, input, session } = ctx
  if (environment.captcha && !(await spendCaptcha(db, broughtProof(input)))) {
    refuse(sessionRefusals.captchaNeeded, {}, 'captchaVO')
  }
  const projectId = await portalProject(ctx)
  const tokenCode = await signIn(db, secrets, { ...input, projectId }, ctx)
  await endReplaced(db, session)
  return { data: { tokenCode } }
}

interface Acting {
  accountId: string
  roleId: string
  unitId: string | null
  /** Known of a session that is open; of one that is opened now it is looked up. */
  mustAgree?: boolean
}

async function infoOf(db: Db, secrets: Secrets, acting: Acting) {
  const { imageKey, roleName, roleSystem, menus, agreementDue, ...person } = await getAccountInfoRow(
    db,
    acting,
  )
  const mustAgree = acting.mustAgree ?? (roleSystem === 3 && agreementDue)
  return {
    ...person,
    ...(mustAgree && { mustAgree }),
    imagePath: personalPicturePath(secrets, acting, imageKey),
    roleRP: { roleId: acting.roleId, roleName, roleSystem, menu: menuTree(menus) },
  }
}

/**
 * Identifies the caller: the session of the token; where there is none yet, the one of a ticket or of a
 * chosen role leads to. A token that was handed over in an address is exchanged for a fresh one.
 */
async function enter(
  ctx: Context<(typeof sessionCalls)['getAccountInfo']>,
): Promise<{ acting: Acting; tokenCode?: string }> {
  const { db, session, token, input } = ctx
  if (session) {
    if (session.viewer || !input.handed || readRoleToken(token!)) return { acting: session }
    const tokenCode = await db.begin((tx) => renewSession(tx, session.id, ctx))
    const { accountId, roleId, unitId } = session
    return { acting: { accountId, roleId, unitId }, tokenCode }
  }
  if (token && isTicket(token)) {
    return db.begin(async (tx) => {
      const holder = (await spendTicket(tx, token)) ?? refuse(sessionRefusals.ticketOver)
      const { id: accountId, roleId, unitId } = holder
      const granted = await grantedRoles(tx, accountId)
      if (!granted.some((role) => role.roleId === roleId && role.unitId === unitId)) {
        refuse(sessionRefusals.ticketOver)
      }
      return { acting: { accountId, roleId, unitId }, tokenCode: await openSession(tx, holder, ctx) }
    })
  }
  const chosen = token ? readRoleToken(token) : null
  if (chosen) return { acting: await changeRole(db, chosen, ctx) }
  return refuse(await whyNot(db, token ?? ''))
}

export const sessionHandlers = handlers(sessionCalls, {
  login,
  async index2Login(ctx) {
    if ((await getSettings(ctx.db, await portalProject(ctx))).index2Open === '0')
      refuse(sessionRefusals.portalClosed)
    return login(ctx)
  },

  async getAccountInfo(ctx) {
    const { acting, tokenCode } = await enter(ctx)
    const info = await infoOf(ctx.db, ctx.secrets, acting)
    // Anyone who looks on has no password of the learner's to change.
    const manageAccountInfo = ctx.session?.viewer ? { ...info, mustChangePassword: false } : info
    return { manageAccountInfo, ...(tokenCode ? { tokenCode } : {}) }
  },

  checkLogin: async ({ session }) => ({
    loggedIn: session !== null,
    accountId: session?.accountId ?? null,
    userName: session?.userName ?? null,
    roleName: session?.roleName ?? null,
    roleSystem: session?.roleSystem ?? null,
  }),

  async loginOut({ db, session, token, setCompanion }) {
    // One that still awaits its factor ends as well.
    const live = session ?? (token ? await findLiveSession(db, { tokenHash: hashToken(token) }) : null)
    if (live) await db.begin((tx) => endSession(tx, live.id))
    setCompanion(null)
    return null
  },
})
