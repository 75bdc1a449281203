import type { Terms } from '../../features/unit/trainType/contract.ts'
import { defaultTerms } from '../../features/unit/trainType/rules.ts'
import { aPortal, aUnit, type BuiltPortal } from './portal.ts'
import type { World } from '../harness.ts'

/** Gives a unit terms of its own for a class type, as two people did; null takes them away. */
export async function haveTerms(
  { db }: World,
  unitId: string,
  terms: Partial<Terms> | null,
  classType = 'public',
): Promise<void> {
  await db`delete from unit_train_types where unit_id = ${unitId} and class_type = ${classType}`
  const row = { ...defaultTerms, ...terms, unitId, classType }
  if (terms) await db`insert into unit_train_types ${db(row as never)}`
}

/** Units that nobody can be put into, each with the refusal's message. */
export async function closedUnits(
  world: World,
  portal: BuiltPortal,
): Promise<{ unitId: string; name: string; message: RegExp }[]> {
  const { db } = world
  const [disabled, merged, gone] = [
    await aUnit(world, portal.projectId, portal.unitId),
    await aUnit(world, portal.projectId, portal.unitId),
    await aUnit(world, portal.projectId, portal.unitId),
  ]
  const below = await aUnit(world, portal.projectId, disabled)
  const foreign = await aUnit(world, (await aPortal(world)).projectId)
  await db`update units set status = 'disabled' where id = ${disabled}`
  await db`update units set status = 'merged', merged_into = ${portal.unitId} where id = ${merged}`
  await db`update units set status = 'deleted' where id = ${gone}`
  const refusals = [
    [disabled, /已停用/],
    [below, /已停用/],
    [merged, /已并入/],
    [gone, /没有找到/],
    [foreign, /没有找到/],
  ] as const
  const names = await db`select id, name from units where id = any(${refusals.map(([id]) => id)})`
  return refusals.map(([unitId, message]) => ({
    unitId,
    name: names.find((row) => row.id === unitId)!.name as string,
    message,
  }))
}
