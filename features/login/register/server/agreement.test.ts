import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { hoursCalls } from '../../../hours/contract.ts'
import { collectSections } from '../../../personalData/server/sections.ts'
import { projectCalls } from '../../../project/contract.ts'
import { textCalls } from '../../../project/text/contract.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { registerCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let office: BuiltAccount
let learner: BuiltAccount
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  portal = await aPortal(world, { menus: ['/project-manage/setting'] })
  office = await anAccount(world, portal, { role: 'admin' })
  learner = await aLearner(world, portal)
})

const agreement = () => world.ask(textCalls.findText, { kind: 'agreement' }, office.token)
const write = async (required: boolean): Promise<number> => {
  const { text } = await agreement()
  const content = `<p>协议 ${text.version + 1}</p>`
  const input = { kind: 'agreement', content, required, version: text.version } as const
  return (await world.ask(textCalls.saveText, input, office.token)).version
}
const signIn = () => signedIn(world, learner.loginName, undefined, portal.unitId)
const mustAgree = async (token: string) =>
  (await world.ask(sessionCalls.getAccountInfo, {}, token)).manageAccountInfo.mustAgree ?? false
const isOpen = async (token: string) => (await world.call(hoursCalls.getMyClassHour, {}, token)).respCode
const accept = (version: number, token: string) =>
  world.call(registerCalls.acceptAgreement, { version }, token)

test('a new version that requires it is accepted at the next sign-in, before anything else, and recorded', async () => {
  const version = await write(true)
  assert.deepEqual([await mustAgree(learner.token), await isOpen(learner.token)], [false, 200])
  const token = await signIn()
  assert.deepEqual([await mustAgree(token), await isOpen(token)], [true, 403])
  const { content } = await world.ask(projectCalls.getAgreement, {}, token)
  assert.equal(content, `<p>协议 ${version}</p>`)
  const early = await accept(version - 1, token)
  assert.deepEqual([early.respCode, early.field, await isOpen(token)], [409, 'version', 403])
  for (let times = 0; times < 2; times++) assert.equal((await accept(version, token)).respCode, 200)
  assert.deepEqual([await mustAgree(token), await isOpen(token)], [false, 200])
  assert.equal(await mustAgree(await signIn()), false)
  const rows = await world.db`
    select t.version, c.ip, c.agreed_at <= moment() as is_dated from agreement_consents c
    join project_texts t on t.id = c.text_id where c.account_id = ${learner.accountId}`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ version, ip: '127.0.0.1', isDated: true }],
  )
  const logged = await world.db`
    select after from operation_logs where action = 'account.agree' and subject_id = ${learner.accountId}`
  assert.deepEqual(
    logged.map((row) => row.after.version),
    [version],
  )
  const sections = await collectSections(world.db, world.app, new Map(), learner.accountId)
  const consents = sections.find(({ title }) => title.en === 'Consents')!
  assert.deepEqual(
    consents.rows.map((row) => [row.kind, row.version]),
    [['agreement', version]],
  )
})

test('a version that does not require it asks nobody, and a later acceptance counts for earlier ones', async () => {
  await write(false)
  assert.equal(await mustAgree(await signIn()), false)
  await write(true)
  const newest = await write(false)
  const token = await signIn()
  assert.equal(await mustAgree(token), true)
  await accept(newest, token)
  assert.equal(await mustAgree(await signIn()), false)
  await write(true)
  assert.equal(await mustAgree(await signIn()), true)
})

test('staff are asked for nothing, and the office sees the share of learners who accepted', async () => {
  const version = await write(true)
  const staff = await signedIn(world, office.loginName, undefined, portal.unitId)
  assert.equal(await mustAgree(staff), false)
  await aLearner(world, portal)
  const before = await agreement()
  assert.deepEqual([before.learners, before.accepted, before.text.required], [2, 0, true])
  await accept(version, await signIn())
  const { learners, accepted, versions } = await agreement()
  assert.deepEqual([learners, accepted, versions[0]!.agreed, versions[1]!.agreed], [2, 1, 1, 0])
})

test('all sessions of a learner that wait for the acceptance go on with it', async () => {
  const version = await write(true)
  const [phone, desk] = [await signIn(), await signIn()]
  assert.deepEqual([await isOpen(phone), await isOpen(desk)], [403, 403])
  await accept(version, phone)
  assert.deepEqual([await isOpen(phone), await isOpen(desk)], [200, 200])
})
