import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sendForm } from '../../../test/build/file.ts'
import { aSheetFile, reasonsOf, settledImport } from '../../../test/build/import.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { anIdCard } from '../../../test/build/roster.ts'
import { aRoster, aUnitClass, unitClassMenus } from '../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { obstacleNames } from '../../unitClass/rules.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
import { batchSheetCalls } from '../sheet/contract.ts'
import { batchOrderCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let provider: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: unitClassMenus })
  provider = await anAccount(world, portal, { role: 'admin' })
})

const closings = {
  sign_up_over: `sign_up_to = moment() - interval '1 day'`,
  off_shelf: `status = 'off_shelf'`,
  study_over: `study_to = moment() - interval '1 day'`,
} as const

for (const [n, obstacle] of (['sign_up_over', 'off_shelf', 'study_over'] as const).entries())
  test(`once ${obstacle}, nobody of a class that a unit opened is ordered, by the page or a sheet`, async () => {
    const unitClass = await aUnitClass(world, portal, provider)
    const { id: unitClassId, classId, manager } = unitClass
    await world.db`update unit_classes set by_unit = true where id = ${unitClassId}`
    await aRoster(world, portal, unitClass, 1)
    await world.db.unsafe(`update train_classes set ${closings[obstacle]} where id = '${classId}'`)
    const board = await world.ask(
      unitClassCalls.getUnitClassDetailAndList,
      { id: unitClassId },
      manager.token,
    )
    assert.equal(board.detail.obstacle, obstacle)
    const { price } = await world.ask(batchOrderCalls.preview, { unitClassId }, manager.token)
    const input = { unitClassId, payMode: 'transfer' as const, expectedHeads: 1, expectedAmount: price }
    const refused = await world.call(
      batchOrderCalls.place,
      { ...input, requestKey: `closed-${n}-0000` },
      manager.token,
    )
    assert.equal(refused.respCode, 409)
    assert.ok(refused.respDesc.includes(obstacleNames[obstacle].zh), refused.respDesc)

    const bytes = aSheetFile([
      ['姓名', '证件号码', '手机号'],
      ['已关班', anIdCard(50_000 + n), ''],
    ])
    const sent = await sendForm(
      world,
      batchSheetCalls.importStudentOrderList,
      {
        fields: { unitClassId, payMode: 'transfer', createUnknown: 'yes' },
        file: { name: '订单.xlsx', mime: 'application/octet-stream', bytes },
      },
      manager.token,
    )
    assert.equal(sent.respCode, 200, sent.respDesc)
    const { importId } = sent.attribute
    const done = await settledImport(world, manager.token, importId)
    assert.deepEqual([done.status, done.added, done.rejected], ['applied', 0, 1])
    const [, why] = (await reasonsOf(world, manager.token, importId))[0]!
    assert.ok(String(why).endsWith(`现在不能下单：${obstacleNames[obstacle].zh}`), String(why))
    const [orders] = await world.db`
      select count(*)::int as count from batch_orders where unit_class_id = ${unitClassId}`
    assert.equal(orders!.count, 0)
  })
