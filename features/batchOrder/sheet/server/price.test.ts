import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aSheetFile, reasonsOf, settledImport, uploadSheet } from '../../../../test/build/import.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../../test/build/portal.ts'
import { anIdCard } from '../../../../test/build/roster.ts'
import { aUnitClass, unitClassMenus } from '../../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { importCalls } from '../../../import/contract.ts'
import { batchSheetCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let provider: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: unitClassMenus })
  provider = await anAccount(world, portal, { role: 'admin' })
})

test('an order from a file is placed at the price that was shown when it was checked, or not at all', async () => {
  const { id: unitClassId, manager } = await aUnitClass(world, portal, provider)
  const setPrice = (price: number) => world.db`
    update unit_classes set price = ${price}, approved = true where id = ${unitClassId}`
  const bytes = aSheetFile([
    ['姓名', '证件号码', '手机号'],
    ['价格一', anIdCard(61_000), ''],
    ['价格二', anIdCard(61_001), ''],
  ])
  const check = async () => {
    const { uploadId } = await uploadSheet(world, manager.token, bytes)
    const { importId } = await world.ask(
      batchSheetCalls.initImportUnitClassOrder,
      { unitClassId, payMode: 'transfer', uploadId, createUnknown: true },
      manager.token,
    )
    assert.equal((await settledImport(world, manager.token, importId)).fresh, 2)
    return importId
  }
  const apply = async (importId: string) => {
    await world.ask(importCalls.apply, { importId, updateExisting: false }, manager.token)
    return settledImport(world, manager.token, importId)
  }
  const effects = async (importId: string) =>
    (await world.ask(importCalls.findRows, { importId }, manager.token)).list.map(({ effect }) => effect?.zh)
  const placed = async () => {
    const [sum] = await world.db`
      select o.amount from orders o join batch_orders b on b.order_id = o.id where b.unit_class_id = ${unitClassId}`
    return sum?.amount ?? null
  }

  await setPrice(3000)
  const importId = await check()
  assert.deepEqual(await effects(importId), ['每人 ¥30.00', '每人 ¥30.00'])
  await setPrice(4000)
  assert.deepEqual(await effects(importId), ['每人 ¥30.00', '每人 ¥30.00'], 'as it was checked')
  const refused = await apply(importId)
  assert.deepEqual([refused.added, refused.rejected], [0, 2])
  const why = (await reasonsOf(world, manager.token, importId)).map(([, reason]) => String(reason))
  for (const reason of why) assert.match(reason, /检查之后价格已变：2 人共 ¥80\.00，没有下单/)
  assert.equal(await placed(), null)

  const done = await apply(await check())
  assert.deepEqual([done.added, done.rejected], [2, 0])
  assert.equal(await placed(), 8000)
})
