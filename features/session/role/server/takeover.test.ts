import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aBrowser, type Browser } from '../../../../test/build/session.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { race } from '../../../../test/race.ts'
import { manageCalls } from '../../../account/manage/contract.ts'
import { giveMobiles } from '../../../account/server/actions.ts'
import { studentManageCalls } from '../../../student/manage/contract.ts'
import { encodeCredential } from '../../rules.ts'
import { roleSwitchCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let clerk: BuiltAccount
let chief: BuiltAccount
let learner: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/student-manage/student'] })
  clerk = await anAccount(world, portal, { role: 'admin' })
})

const link = (browser: Browser) =>
  browser.call(roleSwitchCalls.switchLogin, {
    account: encodeCredential(chief.loginName),
    password: encodeCredential('Demo2026a'),
  })
const switchTo = async (browser: Browser) =>
  (await browser.call(roleSwitchCalls.switchLogin, { accountId: chief.accountId })).respCode
const signedIn = async (password?: string) => {
  const browser = aBrowser(world)
  await browser.signIn(learner.loginName, password === undefined ? {} : { password })
  return browser
}

/** A member of staff who has linked the office's account in the one they learn with, and can switch to it. */
async function aLinked(): Promise<void> {
  const { projectId } = portal
  const [row] = await world.db`
    insert into roles ${world.db({ projectId, roleName: `主管 ${randomUUID()}`, roleSystem: 1, menus: ['/customer/exception-register'] } as never)}
    returning id`
  const roles = { ...portal.roles, admin: row!.id as string }
  chief = await anAccount(world, { ...portal, roles }, { role: 'admin' })
  learner = await aLearner(world, portal)
  assert.equal((await link(await signedIn())).respCode, 200)
  assert.equal(await switchTo(await signedIn()), 200)
}

test('who gives a learner a password does not come into the office’s account that the learner had linked', async () => {
  await aLinked()
  const { accountId } = learner
  assert.equal(
    (await world.call(manageCalls.resetPassword, { accountId: chief.accountId }, clerk.token)).respCode,
    403,
  )
  const { password } = await world.ask(manageCalls.resetPassword, { accountId }, clerk.token)
  assert.equal(await switchTo(await signedIn(password)), 403)
  // Its password, proved once more, links it again.
  assert.equal((await link(await signedIn(password))).respCode, 200)
  assert.equal(await switchTo(await signedIn(password)), 200)
})

test('nor who gives a learner another number, by which a code signs in', async () => {
  await aLinked()
  const { accountId } = learner
  const [row] = await world.db`select version from students where account_id = ${accountId}`
  const change = { accountId, version: row!.version as number, mobile: '13700001234' }
  await world.ask(studentManageCalls.updateStudentInfo, change, clerk.token)
  assert.equal(await switchTo(await signedIn()), 403)
})

test('nor who gives one without a number the first by a sheet', async () => {
  await aLinked()
  const { accountId } = learner
  await world.db`
    update accounts set mobile_sealed = null, mobile_index = null, mobile_mask = null where id = ${accountId}`
  assert.equal((await link(await signedIn())).respCode, 200)
  await world.db.begin((tx) =>
    giveMobiles(tx, world.app.secrets, clerk.accountId, [{ accountId, mobile: '13700005678' }]),
  )
  assert.equal(await switchTo(await signedIn()), 403)
})

test('a password that is replaced while it is proved links and opens nothing', async () => {
  await aLinked()
  const browser = await signedIn()
  const [reply] = await race(
    world.db,
    (tx) => tx`
      update accounts set password_hash = password_hash || 'x', sessions_from = moment() where id = ${chief.accountId}`,
    () => link(browser),
  )
  assert.notEqual(reply.respCode, 200)
})
