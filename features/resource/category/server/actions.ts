import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { branchOf, heightOf, levelOf, liesBelow, placed, treeOf } from '../../../../contract/tree.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { ProjectScope, ProjectSession, Scope } from '../../../../server/session.ts'
import {
  type Category,
  type CategoryDrag,
  type CategoryInput,
  categoryRefusals,
  deepest,
} from '../contract.ts'
import { listCategories, lockCategories, type Shelf } from './data.ts'

const pick = (all: readonly Category[], id: string): Category =>
  all.find((category) => category.id === id) ?? refuse(commonRefusals.notFound)

function assertFree(all: readonly Category[], parentId: string | null, name: string, id?: string): void {
  const taken = all.some((other) => other.parentId === parentId && other.name === name && other.id !== id)
  if (taken) refuse(categoryRefusals.nameTaken, { name }, 'name')
}

/** A tree of folders over a table of the caller's own: resources have one, courses another. */
export function categoriesOf(shelf: Shelf) {
  return {
    /** The whole tree in the caller's scope. */
    tree: async (db: Db, scope: Scope) => treeOf(await listCategories(db, scope, shelf)),

    /** A category and all below it; refuses (404) one that is not in scope. */
    async branch(db: Db, scope: Scope, id: string): Promise<string[]> {
      const all = await listCategories(db, scope, shelf)
      return branchOf(all, pick(all, id).id)
    },

    /** Makes a category, or renames the one named by id; gives its id. */
    async save(tx: Tx, session: ProjectSession, input: CategoryInput): Promise<string> {
      const all = await lockCategories(tx, session.scope, shelf)
      const { name } = input
      if (input.id) {
        const before = pick(all, input.id)
        assertFree(all, before.parentId, name, before.id)
        await tx`update ${tx(shelf.table)} set name = ${name} where id = ${before.id}`
        await audit(tx, {
          by: session,
          action: `${shelf.noun}.rename`,
          subjectKind: shelf.noun,
          subjectId: before.id,
          before: { name: before.name },
          after: { name },
        })
        return before.id
      }
      const parentId = input.parentId ? pick(all, input.parentId).id : null
      assertFree(all, parentId, name)
      if (levelOf(all, parentId) >= deepest) refuse(categoryRefusals.tooDeep, { levels: deepest })
      const sort = all.filter((other) => other.parentId === parentId).length + 1
      const fresh = { projectId: session.projectId, parentId, name, sort }
      const [row] = await tx`insert into ${tx(shelf.table)} ${tx(fresh)} returning id`
      const id = row!.id as string
      await audit(tx, {
        by: session,
        action: `${shelf.noun}.create`,
        subjectKind: shelf.noun,
        subjectId: id,
        after: fresh,
      })
      return id
    },

    /** Moves a category to another parent or place. Refuses (409) a circle and too many levels. */
    async drag(tx: Tx, session: ProjectSession, input: CategoryDrag): Promise<void> {
      const all = await lockCategories(tx, session.scope, shelf)
      const moved = pick(all, input.id)
      const { name } = moved
      const parentId = input.parentId ? pick(all, input.parentId).id : null
      if (parentId && liesBelow(all, parentId, moved.id)) refuse(categoryRefusals.intoItself, { name })
      if (levelOf(all, parentId) + heightOf(all, moved.id) > deepest) {
        refuse(categoryRefusals.tooDeep, { levels: deepest })
      }
      assertFree(all, parentId, name, moved.id)
      const siblings = all.filter((other) => other.parentId === parentId).map((other) => other.id)
      if (input.beforeId && !siblings.includes(input.beforeId)) refuse(commonRefusals.notFound)
      await tx`update ${tx(shelf.table)} set parent_id = ${parentId} where id = ${moved.id}`
      await tx`
        update ${tx(shelf.table)} g set sort = o.sort
        from unnest(${placed(siblings, moved.id, input.beforeId)}::uuid[]) with ordinality as o (id, sort)
        where g.id = o.id`
      await audit(tx, {
        by: session,
        action: `${shelf.noun}.move`,
        subjectKind: shelf.noun,
        subjectId: moved.id,
        before: { parentId: moved.parentId },
        after: { parentId, beforeId: input.beforeId },
      })
    },

    /** Deletes an empty category. Refuses (409) while folders or members are in it. */
    async remove(tx: Tx, session: ProjectSession, id: string): Promise<void> {
      const all = await lockCategories(tx, session.scope, shelf)
      const toDelete = pick(all, id)
      const children = all.filter((other) => other.parentId === id).length
      const { name, members } = toDelete
      if (children + members > 0) refuse(categoryRefusals.notEmpty, { name, children, members })
      await tx`update ${tx(shelf.table)} set status = 'deleted' where id = ${id}`
      await audit(tx, {
        by: session,
        action: `${shelf.noun}.delete`,
        subjectKind: shelf.noun,
        subjectId: id,
        before: toDelete,
      })
    },

    /** Refuses (404) a category that is not there to put something into; keeps it there until the commit. */
    async assertOpen(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
      pick(await lockCategories(tx, scope, shelf), id)
    },
  }
}

/** The folders of the resource library. */
export const resourceCategories = categoriesOf({
  table: 'resource_categories',
  members: 'resources',
  noun: 'resource-category',
})
