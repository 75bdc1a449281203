import { refuse } from '../../../../contract/refusal.ts'
import { type Context, handlers } from '../../../../server/serve.ts'
import { badInput } from '../../../../server/input.ts'
import { spendCaptcha } from '../../../captcha/server/actions.ts'
import { sessionRefusals } from '../../contract.ts'
import { assertMaySwitch, isSingleRole, proveAccount } from '../../server/actions.ts'
import { grantedRoles } from '../../server/data.ts'
import { roleSwitchCalls, roleSwitchRefusals } from '../contract.ts'
import { linkAccount, switchTo, unlinkAccount } from './actions.ts'

type SwitchContext = Context<(typeof roleSwitchCalls)['switchLogin']>

async function choicesOf({ db, session }: SwitchContext) {
  const singleRole = await isSingleRole(db, session.projectId)
  const granted = await grantedRoles(db, session.accountId, !singleRole)
  return granted
    .map((role) => ({
      ...role,
      current: !role.linked && role.roleId === session.roleId && role.unitId === session.unitId,
    }))
    .filter((role) => role.current || !singleRole)
}

/** Signs in to another account by its password; a captcha first, since it is one more endpoint open to guessing. */
async function addAccount(ctx: SwitchContext, credentials: { account: string; password: string }) {
  const { db, secrets, session, environment, input } = ctx
  await assertMaySwitch(db, session.projectId)
  if (environment.captcha && !(await spendCaptcha(db, input.captchaVO?.captchaVerification))) {
    refuse(sessionRefusals.captchaNeeded, {}, 'captchaVO')
  }
  const target = await proveAccount(db, secrets, { ...credentials, projectId: session.projectId }, ctx)
  if (target.id === session.accountId) refuse(roleSwitchRefusals.ownAccount, {}, 'account')
  return db.begin((tx) => linkAccount(tx, session, target, ctx))
}

export const roleSwitchHandlers = handlers(roleSwitchCalls, {
  async switchLogin(ctx) {
    const { db, session, input } = ctx
    const { account, password, accountId, unlink } = input
    const needed = { zh: '必须填写', en: 'is required' }
    if (unlink) await db.begin((tx) => unlinkAccount(tx, session, unlink))
    let tokenCode: string | null = null
    if (account !== undefined || password !== undefined) {
      if (account === undefined) throw badInput('account', needed)
      if (password === undefined) throw badInput('password', needed)
      tokenCode = await addAccount(ctx, { account, password })
    } else if (accountId) {
      tokenCode = await db.begin((tx) => switchTo(tx, session, { ...input, accountId }, ctx))
    }
    return { data: { tokenCode }, choices: tokenCode ? [] : await choicesOf(ctx) }
  },
})
