import type { ClassType } from '../project/contract.ts'
import type { ClassTypeConfig } from './contract.ts'

/** Every class type: those the portal shows in its order, then those it could show and does not. */
export function allClassTypes(
  shown: readonly ClassType[],
  known: readonly ClassType[],
  counts: Readonly<Record<string, number>>,
): ClassTypeConfig[] {
  const keys = new Set(shown.map((type) => type.key))
  const closed = known.filter((type) => !keys.has(type.key))
  const config = (open: boolean) => (type: ClassType) => ({ ...type, open, classes: counts[type.key] ?? 0 })
  return [...shown.map(config(true)), ...closed.map(config(false))]
}
