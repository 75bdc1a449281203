import type { Static, TObject } from 'typebox'
import { nameKey } from '../../../contract/normalize.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { branchOf, heightOf, levelOf, liesBelow, placed, treeOf } from '../../../contract/tree.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import { inScope, type ProjectScope, type ProjectSession, type Scope } from '../../../server/session.ts'
import { type Category, CategoryDrag, CategoryInput, categoryRefusals, deepest } from '../contract.ts'
import { listCategories, lockCategories, type CategoryKind } from './data.ts'

function pick<Row extends Category>(all: readonly Row[], id: string): Row {
  return all.find((category) => category.id === id) ?? refuse(commonRefusals.notFound)
}

/**
 * A tree of categories over a table of the caller's own. Resources, courses and classes each have one, so it is none of
 * theirs and a feature below them; it has texts and a page, which the ground of the server has not.
 */
export function categoriesOf<Row extends TObject>(kind: CategoryKind<Row>) {
  type Stored = Static<Row> & Category
  const inherited: readonly (keyof Stored)[] = kind.inherits?.columns ?? []
  const isAkin = (one: Partial<Stored>, other: Partial<Stored>) =>
    inherited.every((column) => one[column] === other[column])

  /** The siblings a category has below a parent. */
  const siblingsOf = (all: readonly Stored[], parentId: string | null) =>
    all.filter((other) => other.parentId === parentId)

  function assertFree(
    all: readonly Stored[],
    wanted: Partial<Stored> & Pick<Category, 'name' | 'parentId'> & { id?: string },
  ): void {
    const { id, name, parentId } = wanted
    const taken = siblingsOf(all, parentId).some(
      (other) => nameKey(other.name) === nameKey(name) && other.id !== id && isAkin(other, wanted),
    )
    if (taken) refuse(categoryRefusals.nameTaken, { name }, 'name')
  }

  return {
    /** The tree of what is `within`, the category being `g`. */
    tree: async (db: Db, within: Fragment) => treeOf(await listCategories(db, kind, within)),

    /** A category and all below it; refuses (404) one that is not in scope. */
    async branch(db: Db, scope: Scope, id: string): Promise<string[]> {
      const all = await listCategories(db, kind, inScope(db, scope, { project: 'g.project_id' }))
      return branchOf(all, pick(all, id).id)
    },

    /** Creates a category, or renames the one named by id; returns its id. */
    async save(
      tx: Tx,
      session: ProjectSession,
      input: Static<ReturnType<typeof CategoryInput<{}>>> & Partial<Static<Row>>,
    ): Promise<string> {
      const all = await lockCategories(tx, kind, session.scope)
      const { name } = input
      if (input.id) {
        const before = pick(all, input.id)
        assertFree(all, { ...before, name })
        await tx`update ${tx(kind.table)} set name = ${name} where id = ${before.id}`
        await audit(tx, {
          by: session,
          action: `${kind.noun}.rename`,
          subjectKind: kind.noun,
          subjectId: before.id,
          before: { name: before.name },
          after: { name },
        })
        return before.id
      }
      const parent = input.parentId ? pick(all, input.parentId) : null
      const parentId = parent?.id ?? null
      const own = Object.fromEntries(
        inherited.map((column) => {
          const value = (parent ?? (input as Partial<Stored>))[column]
          if (value === undefined) throw badInput(column as string, kind.inherits!.missing)
          return [column, value]
        }),
      )
      assertFree(all, { ...(own as Partial<Stored>), parentId, name })
      if (levelOf(all, parentId) >= deepest) refuse(categoryRefusals.tooDeep, { levels: deepest })
      const sort = siblingsOf(all, parentId).length + 1
      const fresh = { projectId: session.projectId, parentId, ...own, name, sort }
      const [row] = await tx`insert into ${tx(kind.table)} ${tx(fresh)} returning id`
      const id = row!.id as string
      await audit(tx, {
        by: session,
        action: `${kind.noun}.create`,
        subjectKind: kind.noun,
        subjectId: id,
        after: fresh,
      })
      return id
    },

    /**
     * Moves a category to another parent or place. Refuses (409) a circle, too many levels, and what it may not leave.
     */
    async drag(tx: Tx, session: ProjectSession, input: Static<typeof CategoryDrag>): Promise<void> {
      const all = await lockCategories(tx, kind, session.scope)
      const moved = pick(all, input.id)
      const { name } = moved
      const parent = input.parentId ? pick(all, input.parentId) : null
      const parentId = parent?.id ?? null
      if (parentId && liesBelow(all, parentId, moved.id)) refuse(categoryRefusals.intoItself, { name })
      if (parent && kind.inherits?.mayLieBelow(moved, parent) === false)
        refuse(kind.inherits.elsewhere, { name })
      if (levelOf(all, parentId) + heightOf(all, moved.id) > deepest) {
        refuse(categoryRefusals.tooDeep, { levels: deepest })
      }
      assertFree(all, { ...moved, parentId })
      const siblings = siblingsOf(all, parentId).map((other) => other.id)
      if (input.beforeId && !siblings.includes(input.beforeId)) refuse(commonRefusals.notFound)
      await tx`update ${tx(kind.table)} set parent_id = ${parentId} where id = ${moved.id}`
      await tx`
        update ${tx(kind.table)} g set sort = o.sort
        from unnest(${placed(siblings, moved.id, input.beforeId)}::uuid[]) with ordinality as o (id, sort)
        where g.id = o.id`
      await audit(tx, {
        by: session,
        action: `${kind.noun}.move`,
        subjectKind: kind.noun,
        subjectId: moved.id,
        before: { parentId: moved.parentId },
        after: { parentId, beforeId: input.beforeId },
      })
    },

    /** Deletes an empty category. Refuses (409) while categories or members are in it. */
    async remove(tx: Tx, session: ProjectSession, id: string): Promise<void> {
      const all = await lockCategories(tx, kind, session.scope)
      const toDelete = pick(all, id)
      const children = siblingsOf(all, id).length
      const { name, members } = toDelete
      if (children + members > 0) refuse(kind.notEmpty, { name, children, members })
      await tx`update ${tx(kind.table)} set status = 'deleted' where id = ${id}`
      await audit(tx, {
        by: session,
        action: `${kind.noun}.delete`,
        subjectKind: kind.noun,
        subjectId: id,
        before: toDelete,
      })
    },

    /** Refuses (404) a category that does not exist, to put something into; locks it until the commit. */
    async assertOpen(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
      pick(await lockCategories(tx, kind, scope), id)
    },
  }
}
