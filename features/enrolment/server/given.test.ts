import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { enrolmentCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let clerk: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/class', '/train-manage/study-report'] })
  await changeLimits(world, portal.projectId, { freeAmountADay: 100, freeOrdersADay: 2 })
  clerk = await anAccount(world, portal, { role: 'admin' })
})

test('applications for a class that the reviewer made free count as places that they give', async () => {
  const { classId } = await aClass(world, portal, { price: 0, needReview: true, pricedBy: clerk.accountId })
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    const { token } = await aLearner(world, portal)
    ids.push((await world.ask(enrolmentCalls.applyMyClass, { classId }, token)).enrolmentId)
  }
  const { succeeded, failed } = await world.ask(
    enrolmentCalls.reviewBatchClass,
    { ids, approve: true },
    clerk.token,
  )
  assert.equal(succeeded.length, 2)
  assert.match(failed[0]!.reason, /您一天最多免费安排 2 人/)
})
