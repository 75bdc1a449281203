import { batchOrderCalls } from '../../features/batchOrder/contract.ts'
import { unitClassCalls } from '../../features/unitClass/contract.ts'
import type { World } from '../harness.ts'
import { until } from '../until.ts'
import { aClass, type BuiltCourse, type ClassInput } from './class.ts'
import type { Shop } from './order.ts'
import { aLearner, anAccount, aUnit, type BuiltAccount, type BuiltPortal } from './portal.ts'

/** Pages and buttons of those who sell to units and of those who buy for them. */
export const unitClassMenus = [
  '/train-manage/unit-class',
  '/order-manage/list',
  '/student-manage/student',
  '/invoice-manage/refund-list',
  '/customer/exception-register',
]

export interface BuiltUnitClass {
  id: string
  classId: string
  courses: BuiltCourse[]
  unitId: string
  /** Manages the unit. */
  manager: BuiltAccount
}

/** A class opened by the provider for a unit of its own, at ¥50 a head unless others are given, as two people agreed. */
export async function aUnitClass(
  world: World,
  portal: BuiltPortal,
  provider: BuiltAccount,
  given: { unitId?: string; price?: number; quota?: number; payModes?: ('code' | 'transfer' | 'free')[] } & {
    of?: ClassInput
  } = {},
): Promise<BuiltUnitClass> {
  const unitId = given.unitId ?? (await aUnit(world, portal.projectId))
  const { classId, courses } = await aClass(world, portal, { price: 6000, ...given.of })
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const { price = 5000, quota, payModes = ['code', 'transfer', 'free'] } = given
  const built = await world.ask(
    unitClassCalls.saveOrUpdate,
    { unitId, classId, payModes, ...(quota && { quota }) },
    provider.token,
  )
  await world.db`update unit_classes set price = ${price}, approved = true where id = ${built.id}`
  return { id: built.id, classId, courses, unitId, manager }
}

/** Learners of a unit, on the roster of its unit class. */
export async function aRoster(
  world: World,
  portal: BuiltPortal,
  { id: unitClassId, unitId, manager }: Pick<BuiltUnitClass, 'id' | 'unitId' | 'manager'>,
  count: number,
): Promise<BuiltAccount[]> {
  const people: BuiltAccount[] = []
  for (let n = 0; n < count; n++)
    people.push(await aLearner(world, portal, { unitId, name: `员工${'甲乙丙丁戊己庚辛'[n % 8]}` }))
  const accountIds = people.map(({ accountId }) => accountId)
  await world.ask(unitClassCalls.addPeople, { unitClassId, accountIds }, manager.token)
  return people
}

/** An order of a roster of so many, paid by code and open. */
export async function anOpenedOrder(
  { world, portal, payAt }: Shop,
  provider: BuiltAccount,
  count: number,
  given: Parameters<typeof aUnitClass>[3] = {},
): Promise<{ unitClass: BuiltUnitClass; people: BuiltAccount[]; orderId: string }> {
  const unitClass = await aUnitClass(world, portal, provider, given)
  const { id: unitClassId, manager } = unitClass
  const people = await aRoster(world, portal, unitClass, count)
  const { headCount, amount } = await world.ask(batchOrderCalls.preview, { unitClassId }, manager.token)
  const { orderId } = await world.ask(
    batchOrderCalls.place,
    {
      unitClassId,
      payMode: 'code',
      expectedHeads: headCount,
      expectedAmount: amount,
      requestKey: `opened-${unitClassId}`,
    },
    manager.token,
  )
  await payAt((await world.ask(batchOrderCalls.getBatchOrderPayQrcode, { orderId }, manager.token)).codeUrl)
  await until(async () => {
    await world.portal.drainJobs()
    return (
      (await world.ask(batchOrderCalls.isBatchOrderPay, { orderId }, manager.token)).delivery === 'opened'
    )
  })
  return { unitClass, people, orderId }
}
