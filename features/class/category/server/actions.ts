import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { InputOf } from '../../../../contract/call.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Fragment, Tx } from '../../../../server/db.ts'
import { badInput } from '../../../../server/input.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { categoryRefusals, type ClassCategory, type classCategoryCalls } from '../contract.ts'
import { liesBelow, placed } from '../../../../contract/tree.ts'
import { lockCategories } from './data.ts'

const chooseType = { zh: '请选择班级类型和类目', en: 'choose a class type and a kind' }

function pick(all: readonly ClassCategory[], id: string): ClassCategory {
  return all.find((category) => category.id === id) ?? refuse(commonRefusals.notFound)
}

async function sortSiblings(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx`
    update class_categories g set sort = o.sort
    from unnest(${ids as string[]}::uuid[]) with ordinality as o (id, sort) where g.id = o.id`
}

/** Writes a category, or renames the one named by id; gives its id. */
export async function saveCategory(
  tx: Tx,
  session: ProjectSession,
  input: InputOf<typeof classCategoryCalls.saveClassCategory>,
): Promise<string> {
  const all = await lockCategories(tx, session.scope)
  if (input.id) {
    const before = pick(all, input.id)
    await tx`update class_categories set name = ${input.name} where id = ${before.id}`
    await audit(tx, {
      by: session,
      action: 'class-category.rename',
      subjectKind: 'class-category',
      subjectId: before.id,
      before: { name: before.name },
      after: { name: input.name },
    })
    return before.id
  }
  const parent = input.parentId ? pick(all, input.parentId) : null
  const classType = parent?.classType ?? input.classType
  const kind = parent?.kind ?? input.kind
  if (classType === undefined) throw badInput('classType', chooseType)
  if (kind === undefined) throw badInput('kind', chooseType)
  const parentId = parent?.id ?? null
  const sort = all.filter((other) => other.parentId === parentId).length + 1
  const fresh = { projectId: session.projectId, parentId, classType, kind, name: input.name, sort }
  const [row] = await tx`insert into class_categories ${tx(fresh)} returning id`
  await audit(tx, {
    by: session,
    action: 'class-category.create',
    subjectKind: 'class-category',
    subjectId: row!.id as string,
    after: fresh,
  })
  return row!.id as string
}

/** Moves a category to another parent or place. Refuses (409) a circle and another class type or kind. */
export async function dragCategory(
  tx: Tx,
  session: ProjectSession,
  input: InputOf<typeof classCategoryCalls.dragClassCategory>,
): Promise<void> {
  const all = await lockCategories(tx, session.scope)
  const moved = pick(all, input.id)
  const { name } = moved
  const parent = input.parentId ? pick(all, input.parentId) : null
  if (parent && liesBelow(all, parent.id, moved.id)) refuse(categoryRefusals.intoItself, { name })
  if (parent && (parent.classType !== moved.classType || parent.kind !== moved.kind)) {
    refuse(categoryRefusals.otherType, { name })
  }
  const siblings = all.filter((other) => other.parentId === input.parentId).map((other) => other.id)
  if (input.beforeId && !siblings.includes(input.beforeId)) refuse(commonRefusals.notFound)
  await tx`update class_categories set parent_id = ${input.parentId} where id = ${moved.id}`
  await sortSiblings(tx, placed(siblings, moved.id, input.beforeId))
  await audit(tx, {
    by: session,
    action: 'class-category.move',
    subjectKind: 'class-category',
    subjectId: moved.id,
    before: { parentId: moved.parentId },
    after: { parentId: input.parentId, beforeId: input.beforeId },
  })
}

/** Deletes an empty category. Refuses (409) while categories or classes are in it. */
export async function deleteCategory(tx: Tx, session: ProjectSession, id: string): Promise<void> {
  const all = await lockCategories(tx, session.scope)
  const toDelete = pick(all, id)
  const children = all.filter((other) => other.parentId === id).length
  const [row] = await tx`select count(*) as classes from train_classes
    where category_id = ${id} and status <> 'deleted'`
  const classes = row!.classes as number
  if (children + classes > 0) refuse(categoryRefusals.notEmpty, { name: toDelete.name, children, classes })
  await tx`update class_categories set status = 'deleted' where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'class-category.delete',
    subjectKind: 'class-category',
    subjectId: id,
    before: toDelete,
  })
}

/** The condition that a class `c` lies in a category or anywhere below it. */
export function inCategory(db: Db, categoryId: string): Fragment {
  return db`c.category_id in (
    with recursive below as (
      select id from class_categories where id = ${categoryId}
      union select g.id from class_categories g join below on g.parent_id = below.id)
    select id from below)`
}
