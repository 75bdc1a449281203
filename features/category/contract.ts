import { type Static, type TProperties, Type } from 'typebox'
import { Id, Name, Nullable } from '../../contract/call.ts'
import { refusals } from '../../contract/refusal.ts'
import { BranchOf } from '../../contract/tree.ts'

/** Trees of categories: folders of videos and of courses, categories of classes. */
export const Category = Type.Object({
  id: Type.String(),
  parentId: Nullable(Type.String()),
  name: Type.String(),
  sort: Type.Integer(),
  /** Members of the category itself, not counting those below it. */
  members: Type.Integer(),
})
export type Category = Static<typeof Category>

/** Levels of categories, the top one counted. */
export const deepest = 6

/** A folder with those below it, in order. */
export const FolderTree = Type.Array(BranchOf('Folder', Category))

/**
 * Names a category: the one of the id, or a new one; `own` declares the further fields that a kind of category requires
 * of a new one.
 */
export function CategoryInput<P extends TProperties>(own: P) {
  return Type.Object({
    id: Type.Optional(Id),
    name: Name(60),
    /** Parent of a new category; null for the top. */
    parentId: Type.Optional(Nullable(Id)),
    ...own,
  })
}

export const CategoryDrag = Type.Object({
  id: Id,
  parentId: Nullable(Id),
  /** The sibling it comes before; null puts it last. */
  beforeId: Nullable(Id),
})

export const categoryRefusals = refusals({
  notEmpty: {
    code: 409,
    zh: '“{name}”下面还有 {children} 个子目录、{members} 项内容，请先移走',
    en: '“{name}” still contains {children} {children|folder|folders} and {members} {members|item|items}; move them first',
  },
  intoItself: {
    code: 409,
    zh: '不能把“{name}”移到它自己的下级',
    en: '“{name}” cannot be moved into itself or its descendants',
  },
  nameTaken: {
    code: 422,
    zh: '同一级已有“{name}”，请换个名称',
    en: 'There is already a “{name}” on this level; choose another name',
  },
  tooDeep: { code: 409, zh: '最多 {levels} 级', en: 'At most {levels} levels are allowed' },
})
