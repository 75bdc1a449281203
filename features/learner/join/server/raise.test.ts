import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import { aLearner, anAccount, aPortal, changeLimits } from '../../../../test/build/portal.ts'
import { openWorld } from '../../../../test/harness.ts'
import { classCalls } from '../../../class/contract.ts'
import { joinCalls } from '../contract.ts'

test('who gave places at their own price raises it by no more than they take off a day; a colleague does', async () => {
  const world = await openWorld()
  const portal = await aPortal(world, {
    menus: ['/train-manage/study-report', '/student-manage/student', '/train-manage/class'],
  })
  await changeLimits(world, portal.projectId, { freeAmountADay: 100 })
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const colleague = await anAccount(world, portal, { role: 'admin' })
  const { classId } = await aClass(world, portal, { price: 8000 })
  const managed = () => world.ask(classCalls.getClassDetail, { id: classId }, clerk.token)
  const setPrice = async (price: number, by = clerk) => {
    const rows = [{ id: classId, revision: (await managed()).revision }]
    return (await world.ask(classCalls.batchModifyClassAmount, { rows, price }, by.token)).failed
  }
  assert.deepEqual(await setPrice(0), [])
  // What it cost before is past.
  await world.db`update former_prices set until = until - interval '2 days' where subject_id = ${classId}`
  const ids = [(await aLearner(world, portal)).accountId, (await aLearner(world, portal)).accountId]
  const { succeeded } = await world.ask(joinCalls.joinClass, { classId, ids }, clerk.token)
  assert.equal(succeeded.length, 2)

  const [refused] = await setPrice(5001)
  assert.match(refused!.reason, /有 2 人由您按您定的价格安排.*请由有“批量改价”权限的同事提价/)
  const form = { ...(await managed()), price: 5001, originalPrice: 5001 }
  const saved = await world.call(classCalls.createTrainClass, form, clerk.token)
  assert.deepEqual([saved.respCode, saved.field], [409, 'price'])
  assert.deepEqual(await setPrice(5000), [])
  assert.equal((await setPrice(5001)).length, 1, 'in steps no more than at once')
  assert.deepEqual(await setPrice(9000, colleague), [])
})
