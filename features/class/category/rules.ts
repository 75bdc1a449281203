import type { Static } from 'typebox'
import type { ClassCategory } from './contract.ts'

type Place = Pick<Static<typeof ClassCategory>, 'classType' | 'kind'>

/** True if a category may lie below another: one of its class type and kind, and a profession's own below a common one. */
export const mayLieBelow = (category: Place, parent: Place): boolean =>
  category.classType === parent.classType &&
  (category.kind === parent.kind || (category.kind === 'major' && parent.kind === 'base'))
