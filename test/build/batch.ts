import type { World } from '../harness.ts'
import { aClass, type BuiltClass } from './class.ts'
import { aUnit, type BuiltAccount, type BuiltPortal } from './portal.ts'

export interface BuiltBatch {
  orderId: string
  orderNo: string
  unitId: string
  classes: BuiltClass[]
  amount: number
}

/** An unpaid order of a unit for people of it, each in all of the classes of these prices, as a batch places it. */
export async function aBatch(
  world: World,
  portal: BuiltPortal,
  people: readonly BuiltAccount[],
  prices: readonly number[],
): Promise<BuiltBatch> {
  const { db } = world
  const unitId = await aUnit(world, portal.projectId)
  const orderNo = `B${unitId.replaceAll('-', '').slice(-16)}`.toUpperCase()
  const classes: BuiltClass[] = []
  for (const price of prices) classes.push(await aClass(world, portal, { price }))
  const amount = people.length * prices.reduce((sum, price) => sum + price, 0)
  const items = people.flatMap(({ accountId }) => classes.map(({ classId }) => ({ accountId, classId })))
  // As the product does: no order without its items.
  const orderId = await db.begin(async (tx) => {
    const [order] = await tx`
      insert into orders (project_id, kind, payer_unit_id, payer_name, payer_tax_no, unit_id, order_no, amount, expires_at)
      values (${portal.projectId}, 'batch', ${unitId}, '第一医院', '91110000100000000X', ${unitId}, ${orderNo},
        ${amount}, moment() + interval '15 days') returning id`
    const orderId = order!.id as string
    const [head] = await tx`
      insert into unit_classes (project_id, unit_id, class_id, name, price, pay_modes, by_unit, operator_id)
      values (${portal.projectId}, ${unitId}, ${classes[0]!.classId}, '单位班级', ${prices[0]!}, '{code,transfer,free}', false,
        ${people[0]!.accountId}) returning id`
    await tx`
      insert into batch_orders (order_id, project_id, unit_class_id, pay_mode, operator_id)
      values (${orderId}, ${portal.projectId}, ${head!.id as string}, 'transfer', ${people[0]!.accountId})`
    for (const [sort, { accountId, classId }] of items.entries()) {
      await tx`
        insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, payable,
          holds_seat)
        select ${orderId}, ${accountId}, id, ${sort}, name, class_type, year, hours_tenths, price, price, true
        from train_classes where id = ${classId}`
      await tx`update train_classes set held = held + 1 where id = ${classId}`
    }
    return orderId
  })
  return { orderId, orderNo, unitId, classes, amount }
}
