import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
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
  const { id: unitClassId, classId, manager } = await aUnitClass(world, portal, provider)
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
  const shown = await effects(importId)
  for (const effect of shown) assert.match(effect!, /^“.+”，每人 ¥30\.00$/)
  await setPrice(4000)
  assert.deepEqual(await effects(importId), shown, 'as it was checked')
  const refused = await apply(importId)
  assert.deepEqual([refused.added, refused.rejected], [0, 2])
  const why = (await reasonsOf(world, manager.token, importId)).map(([, reason]) => String(reason))
  for (const reason of why)
    assert.match(reason, /检查之后单位班级已变（单位、班级、价格或学习截止），没有下单/)
  assert.equal(await placed(), null)

  // Nobody is created for another class or another end than was checked.
  for (const change of [
    { classId: (await aClass(world, portal, { price: 4000 })).classId },
    { studyTo: (await world.db`select moment() + interval '1 day' as at`)[0]!.at as string },
  ]) {
    const stale = await check()
    await world.db`update unit_classes set ${world.db(change)} where id = ${unitClassId}`
    assert.deepEqual((await apply(stale)).rejected, 2)
    await world.db`update unit_classes set class_id = ${classId}, study_to = null where id = ${unitClassId}`
  }
  const roster = await world.db`select from unit_class_people where unit_class_id = ${unitClassId}`
  assert.deepEqual([await placed(), roster.length], [null, 0])

  const done = await apply(await check())
  assert.deepEqual([done.added, done.rejected], [2, 0])
  assert.equal(await placed(), 8000)
})

test('a file for a way to pay that is not open is not taken', async () => {
  const { id: unitClassId, manager } = await aUnitClass(world, portal, provider)
  await world.db`update unit_classes set pay_modes = '{code}' where id = ${unitClassId}`
  const { uploadId } = await uploadSheet(world, manager.token, aSheetFile([['姓名', '证件号码', '手机号']]))
  const begun = await world.call(
    batchSheetCalls.initImportUnitClassOrder,
    { unitClassId, payMode: 'transfer', uploadId },
    manager.token,
  )
  assert.deepEqual([begun.respCode, begun.field], [422, 'payMode'])
})
