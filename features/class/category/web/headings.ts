import { flatten } from '../../../../contract/tree.ts'
import type { MayHold } from '../../../../web/shell/control/drop.ts'
import type { SideRow } from '../../../../web/shell/list/SideTree.tsx'
import type { CategoryNode } from '../contract.ts'
import { mayLieBelow } from '../rules.ts'

/** A row of the tree of classes: a category, or without one the heading of a class type. */
interface CategoryRow extends SideRow {
  classType: string
  category?: CategoryNode
}

const heading = 'type:'

/** The row a class type has as a heading. */
export const headingOf = (classType: string): string => heading + classType

/** The class type of a heading; null for a category. */
export const typeOf = (id: string): string | null =>
  id.startsWith(heading) ? id.slice(heading.length) : null

/** Class types as headings, each with its categories below it. */
export function rowsOf(
  types: readonly string[],
  nameOf: (classType: string) => string,
  roots: readonly CategoryNode[],
): CategoryRow[] {
  return types.flatMap((classType) => [
    { id: headingOf(classType), parentId: null, name: nameOf(classType), fixed: true, classType },
    ...flatten(roots.filter((root) => root.classType === classType)).map((category) => ({
      id: category.id,
      name: category.name,
      classType,
      category,
      parentId: category.parentId ?? headingOf(classType),
    })),
  ])
}

/** A category stays in its class type, at its top or below categories that may hold it. */
export const mayHold: MayHold<CategoryRow> = ({ classType, category }, parent) =>
  parent?.classType === classType &&
  (!parent.category || (category !== undefined && mayLieBelow(category, parent.category)))

/** Its classes with those of everything below it: what choosing it shows. */
export function classesIn(node: CategoryNode): number {
  return node.children.reduce((sum, child) => sum + classesIn(child), node.members)
}
