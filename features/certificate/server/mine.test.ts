import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aTemplate } from '../../../test/build/certificate.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { piecesOf } from '../../../test/build/pdf.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { certificateCalls } from '../contract.ts'
import { issueCertificate, replaceCertificates, revokeCertificate } from './actions.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

/** A certificate of a class of a year for a learner. */
async function anIssued(accountId: string, year: number) {
  const certificateTemplateId = await aTemplate(world, portal.projectId)
  const { classId } = await aClass(world, portal, { certificateTemplateId, year })
  const enrolmentId = await anEnrolment(world, portal, { accountId, classId })
  return { enrolmentId, id: (await world.db.begin((tx) => issueCertificate(tx, enrolmentId)))! }
}

test('one’s own certificates are listed, the newest first, of a year or a class alone, and nobody else’s', async () => {
  const { accountId, token } = await aLearner(world, portal)
  const first = await anIssued(accountId, 2022)
  const second = await anIssued(accountId, 2023)
  await anIssued((await aLearner(world, portal)).accountId, 2023)
  const ids = async (only: { year?: number; enrolmentId?: string }) =>
    (await world.ask(certificateCalls.getMyCertificate, only, token)).list.map(({ id }) => id)
  assert.deepEqual(await ids({}), [second.id, first.id])
  assert.deepEqual(await ids({ year: 2022 }), [first.id])
  assert.deepEqual(await ids({ enrolmentId: second.enrolmentId }), [second.id])
})

test('a certificate that was replaced names the one in its place', async () => {
  const { accountId, token } = await aLearner(world, portal)
  const { id } = await anIssued(accountId, 2023)
  const [freshId] = await world.db.begin((tx) =>
    replaceCertificates(tx, tx`k.id = ${id}`, { by: null, reason: '更正姓名' }),
  )
  const { list } = await world.ask(certificateCalls.getMyCertificate, {}, token)
  const [fresh, old] = [list.find((one) => one.id === freshId)!, list.find((one) => one.id === id)!]
  assert.deepEqual(old.replacedBy, { id: freshId, number: fresh.number })
  assert.deepEqual([old.status, fresh.replacedBy], ['superseded', null])
})

test('one’s own certificate is printed as a PDF and counted; a revoked one is not, another’s is absent', async () => {
  const { accountId, token } = await aLearner(world, portal)
  const { id, enrolmentId } = await anIssued(accountId, 2023)
  const printed = await world.ask(certificateCalls.printMyCertificate, { id }, token)
  assert.match(printed.name, /^JH2023-\d+\.pdf$/)
  assert.equal(piecesOf(Buffer.from(printed.pdf, 'base64')).length, 1)
  const [row] = await world.db`select print_count from certificates where id = ${id}`
  assert.equal(row!.printCount, 1)
  const other = await aLearner(world, portal)
  assert.equal((await world.call(certificateCalls.printMyCertificate, { id }, other.token)).respCode, 404)
  await world.db.begin((tx) => revokeCertificate(tx, enrolmentId, '退款'))
  assert.equal((await world.call(certificateCalls.printMyCertificate, { id }, token)).respCode, 409)
})

test('a reason for which the right to a certificate went is the office’s; one for which it was revoked is public', async () => {
  const { accountId, token } = await aLearner(world, portal)
  const gone = await anIssued(accountId, 2022)
  const revoked = await anIssued(accountId, 2023)
  await world.db.begin((tx) => revokeCertificate(tx, gone.enrolmentId, '举报人李四'))
  const { accountId: by } = await anAccount(world, portal, { role: 'admin' })
  await world.db`
    update certificates set status = 'revoked', revoke_reason = '代学已查实', revoked_by = ${by} where id = ${revoked.id}`
  const { list } = await world.ask(certificateCalls.getMyCertificate, {}, token)
  assert.deepEqual(
    list.map(({ revokeReason }) => revokeReason),
    ['代学已查实', null],
  )
  const pages = await Promise.all(
    list.map(
      async ({ verifyCode }) => (await world.portal.http.inject({ url: `/check/${verifyCode}` })).body,
    ),
  )
  assert.match(pages[0]!, /代学已查实/)
  assert.match(pages[1]!, /发证所依据的合格或学时已不成立/)
  assert.doesNotMatch(pages[1]!, /李四/)
})
