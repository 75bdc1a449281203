import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { aTemplate } from '../../../test/build/certificate.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltPortal,
  changeLimits,
  changeSettings,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { revertPass } from '../../enrolment/server/actions.ts'
import { passIfComplete } from '../../enrolment/server/pass.ts'
import { correctHours, reverseHours } from '../../hours/server/actions.ts'
import { certificateCalls } from '../contract.ts'
import { issueWaitingCertificates, replaceCertificates, revokeValid } from './actions.ts'

let world: World
let portal: BuiltPortal
let operatorId: string
const year = 2023
const asked = { requiredHoursTenths: { public: 300 }, totalHoursTenths: 400 }
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    settings: asked,
  })
  operatorId = (await anAccount(world, portal, { role: 'admin' })).accountId
})

const learnerHere = async () => {
  await world.db`update certificate_templates set status = 'deleted' where project_id = ${portal.projectId}`
  await aTemplate(world, portal.projectId, 'year')
  return aLearner(world, portal, { name: '李小兰' })
}

/** Hours of a class type that somebody entered; gives the line. */
const enter = (accountId: string, hoursTenths: number, classType = 'public', reason = '补录') =>
  world.db.begin((tx) =>
    correctHours(
      tx,
      {
        projectId: portal.projectId,
        accountId,
        year,
        classType,
        attribute: 'required',
        hoursTenths,
        title: '补录',
      },
      { operatorId, reason },
    ),
  )

const ofYear = async (accountId: string) =>
  (
    await world.db`
      select number, status, revoke_reason as reason, (holder->>'hoursTenths')::int as tenths, reissue_of is not null as new
      from certificates where account_id = ${accountId} and kind = 'year' order by issued_at, id`
  ).map((row) => ({ ...row }))

test('a year is certified once its asked hours are met, by type and in total, and only once', async () => {
  const { accountId, token } = await learnerHere()
  await enter(accountId, 290)
  await enter(accountId, 200, 'specialized')
  assert.deepEqual(await ofYear(accountId), [], 'the type is short of an hour')
  await enter(accountId, 10)
  await enter(accountId, 10)
  const [first, ...more] = await ofYear(accountId)
  assert.deepEqual(more, [])
  assert.deepEqual([first!.status, first!.tenths], ['valid', 500])
  const { list } = await world.ask(certificateCalls.getMyCertificate, {}, token)
  assert.deepEqual(
    list.map((one) => [one.kind, one.year, one.className, one.level]),
    [['year', year, '测试项目', null]],
  )
})

test('without a template for years, or where nothing is asked, no year is certified', async () => {
  const { accountId } = await learnerHere()
  await world.db`update certificate_templates set status = 'disabled' where project_id = ${portal.projectId}`
  await enter(accountId, 900)
  assert.deepEqual(await ofYear(accountId), [])
  await world.db`update certificate_templates set status = 'active' where project_id = ${portal.projectId} and status = 'disabled'`
  await changeLimits(world, portal.projectId, { requiredHoursTenths: {}, totalHoursTenths: 0 })
  await enter(accountId, 10)
  assert.deepEqual(await ofYear(accountId), [])
  await changeLimits(world, portal.projectId, asked)
})

test('reversed hours withdraw it, less than it shows replaces it, and earned again it gets a new number', async () => {
  const { accountId } = await learnerHere()
  await enter(accountId, 400)
  const extra = await enter(accountId, 50)
  const [first] = await ofYear(accountId)
  assert.equal(first!.tenths, 400)
  await world.db.begin((tx) => reverseHours(tx, extra, { operatorId, reason: '多录' }))
  assert.deepEqual(await ofYear(accountId), [first], 'more than it shows was never promised')
  await enter(accountId, -50, 'public', '算错了')
  assert.deepEqual(
    (await ofYear(accountId)).map(({ status, reason, tenths }) => [status, reason, tenths]),
    [['revoked', '算错了', 400]],
  )
  await enter(accountId, 150)
  assert.deepEqual(
    (await ofYear(accountId)).map(({ status, tenths }) => [status, tenths]),
    [
      ['revoked', 400],
      ['valid', 500],
    ],
  )
  await enter(accountId, -30, 'public', '又算错了')
  const all = await ofYear(accountId)
  assert.deepEqual(
    all.map(({ status, tenths, new: replaces }) => [status, tenths, replaces]),
    [
      ['revoked', 400, false],
      ['superseded', 500, false],
      ['valid', 470, true],
    ],
  )
  assert.equal(new Set(all.map(({ number }) => number)).size, 3)
})

test('one that the office revoked and issues again shows the hours that are left by then', async () => {
  const { accountId } = await learnerHere()
  await enter(accountId, 460)
  await world.db`
    update certificates set status = 'revoked', revoke_reason = '印错', revoked_by = ${operatorId}
    where account_id = ${accountId} and kind = 'year'`
  await enter(accountId, -30, 'public', '算错了')
  const [{ id }] = (await world.db`
    select id from certificates where account_id = ${accountId} and kind = 'year'`) as [{ id: string }]
  await world.db.begin((tx) => replaceCertificates(tx, tx`k.id = ${id}`, { by: null, reason: '补发' }))
  assert.deepEqual(
    (await ofYear(accountId)).map(({ status, tenths }) => [status, tenths]),
    [
      ['superseded', 460],
      ['valid', 430],
    ],
  )
})

test('it is held against what its year asked for when it was earned', async () => {
  const { accountId } = await learnerHere()
  await enter(accountId, 400)
  await changeLimits(world, portal.projectId, { totalHoursTenths: 800 })
  await enter(accountId, 10)
  assert.deepEqual(
    (await ofYear(accountId)).map(({ status }) => status),
    ['valid'],
  )
  await changeLimits(world, portal.projectId, { totalHoursTenths: 400 })
})

test('a year that asks for less certifies nobody until a day later, one that asks for more at once', async () => {
  const own = await aPortal(world, { settings: asked })
  await aTemplate(world, own.projectId, 'year')
  const statusOf = async (hoursTenths: number) => {
    const { accountId } = await aLearner(world, own)
    const line = {
      projectId: own.projectId,
      accountId,
      year,
      classType: 'public',
      title: '补录',
      hoursTenths,
    }
    await world.db.begin((tx) =>
      correctHours(tx, { ...line, attribute: 'required' }, { operatorId, reason: '补录' }),
    )
    return (await ofYear(accountId)).map(({ status }) => status)
  }
  const least = { requiredHoursTenths: {}, totalHoursTenths: 10 }
  await changeSettings(world, own.projectId, least)
  assert.deepEqual([await statusOf(390), await statusOf(400)], [[], ['valid']])
  await changeSettings(world, own.projectId, { ...asked, totalHoursTenths: 500 })
  assert.deepEqual(await statusOf(490), [])
})

test('what the office revoked is not issued again by the ledger', async () => {
  const { accountId } = await learnerHere()
  await enter(accountId, 400)
  const [admin] = await world.db`select id as account_id, project_id from accounts where id = ${operatorId}`
  await world.db.begin((tx) =>
    revokeValid(tx, tx`account_id = ${accountId}`, { by: admin as never, reason: '代学' }),
  )
  await enter(accountId, 100)
  assert.deepEqual(
    (await ofYear(accountId)).map(({ status }) => status),
    ['revoked'],
  )
})

test('who has no name yet gets it when the profile is complete', async () => {
  const { accountId } = await learnerHere()
  const [student] = await world.db`select * from students where account_id = ${accountId}`
  await world.db`delete from students where account_id = ${accountId}`
  await enter(accountId, 400)
  assert.deepEqual(await ofYear(accountId), [])
  await world.db`insert into students ${world.db(student as never)}`
  await world.db.begin((tx) => issueWaitingCertificates(tx, accountId))
  assert.equal((await ofYear(accountId)).length, 1)
})

test('a passed class certifies the year in the same transaction, and a reverted pass withdraws both', async () => {
  const { accountId } = await learnerHere()
  const certificateTemplateId = await aTemplate(world, portal.projectId)
  const built = await aClass(world, portal, { year, hoursTenths: 400, certificateTemplateId })
  const enrolmentId = await anEnrolment(world, portal, { accountId, classId: built.classId })
  await world.db`update enrolments set study_done_at = moment() where id = ${enrolmentId}`
  assert.equal(await world.db.begin((tx) => passIfComplete(tx, enrolmentId)), true)
  const kinds = async () =>
    (
      await world.db`
        select kind, status from certificates where account_id = ${accountId} order by kind`
    ).map(({ kind, status }) => `${kind} ${status}`)
  assert.deepEqual(await kinds(), ['class valid', 'year valid'])
  await world.db.begin((tx) =>
    revertPass(tx, { accountId: operatorId, projectId: portal.projectId }, enrolmentId, '代学', true),
  )
  assert.deepEqual(await kinds(), ['class revoked', 'year revoked'])
})

test('years on record show what the ledger has', async () => {
  const broken = await world.db.unsafe(
    readFileSync(new URL('../../../test/invariants/26-certificate-is-earned.sql', import.meta.url), 'utf8'),
  )
  assert.deepEqual([...broken], [])
})
