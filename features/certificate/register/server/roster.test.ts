import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aTemplate } from '../../../../test/build/certificate.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { piecesOf } from '../../../../test/build/pdf.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aRoster, aUnitClass, unitClassMenus } from '../../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { issueCertificate } from '../../server/actions.ts'
import { registerCalls, registerExports } from '../contract.ts'

let world: World
let portal: BuiltPortal
let provider: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: unitClassMenus })
  provider = await anAccount(world, portal, { role: 'admin' })
})

async function certified({ accountId }: BuiltAccount, classId: string): Promise<string> {
  const enrolmentId = await anEnrolment(world, portal, { accountId, classId })
  return (await world.db.begin((tx) => issueCertificate(tx, enrolmentId)))!
}

test('the certificates of all people of a unit class are found and printed as one PDF, by its unit alone', async () => {
  const certificateTemplateId = await aTemplate(world, portal.projectId)
  const built = await aUnitClass(world, portal, provider, { of: { certificateTemplateId } })
  const { id: unitClassId, classId, unitId, manager } = built
  const people = await aRoster(world, portal, built, 2)
  const ids: string[] = []
  for (const person of people) ids.push(await certified(person, classId))
  await certified(await aLearner(world, portal, { unitId }), classId)
  const elsewhere = await aUnitClass(world, portal, provider, { unitId, of: { certificateTemplateId } })
  await certified(people[0]!, elsewhere.classId)

  const of = async ({ token }: BuiltAccount) =>
    (await world.ask(registerCalls.find, { unitClassId }, token)).list.map(({ id }) => id).sort()
  assert.deepEqual(await of(manager), ids.sort())
  assert.deepEqual(await of(provider), ids)
  const above = await anAccount(world, portal, { role: 'unit', unitId: portal.unitId })
  assert.deepEqual(await of(above), [], 'of another unit')

  // Whose people they are does not open the roster of another unit.
  const otherUnit = await aUnit(world, portal.projectId)
  await world.db`
    update accounts set unit_id = ${otherUnit} where id = any(${people.map(({ accountId }) => accountId)}::uuid[])`
  const stranger = await anAccount(world, portal, { role: 'unit', unitId: otherUnit })
  assert.equal((await world.ask(registerCalls.find, {}, stranger.token)).total, 3)
  assert.deepEqual(await of(stranger), [])

  const printed = await world.portal.http.inject({
    method: 'POST',
    url: `/api${registerExports.printPdf.path}`,
    headers: { token: provider.token },
    payload: { unitClassId, status: ['valid'] },
  })
  assert.equal(printed.headers['content-type'], 'application/pdf')
  assert.equal(piecesOf(printed.rawPayload).length, 2)
})
