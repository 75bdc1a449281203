import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../test/build/class.ts'
import { anEnrolment } from '../test/build/enrolment.ts'
import { aLearner, aPortal, type BuiltPortal } from '../test/build/portal.ts'
import { openWorld, type World } from '../test/harness.ts'
import { foldBoards } from '../features/dashboard/server/actions.ts'
import { OperatorError } from '../server/environment.ts'
import { auditLog } from './audit.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
  const { classId } = await aClass(world, portal)
  const { accountId } = await aLearner(world, portal)
  await anEnrolment(world, portal, { accountId, classId })
})

const audited = () => auditLog({ ...world.app.environment, databaseUrl: world.databaseUrl })
const refusal = async () => {
  const error: unknown = await audited().then(
    () => assert.fail('nothing was refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof OperatorError)
  return error.message
}

test('boards that show other counts than the rows give are refused, with what differs', async () => {
  assert.match(await audited(), /The boards show what the rows give: [1-9]\d* counts\./)
  await world.db.begin((tx) => foldBoards(tx, 1000))
  assert.match(await audited(), /The boards show what the rows give/)

  await world.db`update board_counts set amount = amount + 1 where kind = 'registrations' and unit_id is null`
  const message = await refusal()
  assert.match(message, /^The boards show other counts than the rows give\.\n/)
  assert.match(message, /"kind":"registrations".*"shown":2,"counted":1/)
  await world.db`update board_counts set amount = amount - 1 where kind = 'registrations' and unit_id is null`
  await audited()

  // A count that was never appended is missed as well.
  await world.db`delete from board_counts where kind = 'studying'`
  assert.match(await refusal(), /"kind":"studying".*"shown":0,"counted":1/)
})
