import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkAccounts } from '../../../../test/build/link.ts'
import { aLearner, anAccount, aPortal } from '../../../../test/build/portal.ts'
import { anApplication, aSignUp, signUpMenus } from '../../../../test/build/signUp.ts'
import { openWorld } from '../../../../test/harness.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { applicationCalls as calls } from '../contract.ts'

test('nobody decides or withdraws an application of their own as staff; the others of a batch are decided', async () => {
  const world = await openWorld()
  const portal = await aPortal(world, { menus: signUpMenus })
  const [staff, colleague] = [
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
  ]
  const [self, other] = [await aLearner(world, portal), await aLearner(world, portal)]
  await linkAccounts(world, staff, self)
  const signUp = await aSignUp(world, colleague.token)
  const own = await anApplication(world, self.token, signUp)
  const another = await anApplication(world, other.token, signUp)
  const refused = approvalRefusals.ownRecord.zh
  const many = await world.ask(calls.review, { ids: [own, another], approve: true }, staff.token)
  assert.deepEqual(
    [many.succeeded, many.failed.map(({ id, reason }) => [id, reason])],
    [[another], [[own, refused]]],
  )
  const ending = { id: own, reason: '本人申请' }
  const withdrawn = await world.call(calls.withdrawFor, ending, staff.token)
  assert.deepEqual([withdrawn.respCode, withdrawn.respDesc], [409, refused])
  const decided = await world.ask(calls.review, { ids: [own], approve: true }, colleague.token)
  assert.deepEqual(decided.succeeded, [own])
})
