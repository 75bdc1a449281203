import { unitClassCalls } from '../../features/unitClass/contract.ts'
import type { World } from '../harness.ts'
import { aClass, type ClassInput } from './class.ts'
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
  const { classId } = await aClass(world, portal, { price: 6000, ...given.of })
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const { price = 5000, quota, payModes = ['code', 'transfer', 'free'] } = given
  const built = await world.ask(
    unitClassCalls.saveOrUpdate,
    { unitId, classId, payModes, ...(quota && { quota }) },
    provider.token,
  )
  await world.db`update unit_classes set price = ${price}, approved = true where id = ${built.id}`
  return { id: built.id, classId, unitId, manager }
}

/** Learners of a unit, on the roster of its unit class. */
export async function aRoster(
  world: World,
  portal: BuiltPortal,
  { id: unitClassId, unitId, manager }: BuiltUnitClass,
  count: number,
): Promise<BuiltAccount[]> {
  const people: BuiltAccount[] = []
  for (let n = 0; n < count; n++)
    people.push(await aLearner(world, portal, { unitId, name: `员工${'甲乙丙丁戊己庚辛'[n % 8]}` }))
  const accountIds = people.map(({ accountId }) => accountId)
  await world.ask(unitClassCalls.addPeople, { unitClassId, accountIds }, manager.token)
  return people
}
