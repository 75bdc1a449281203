import { type Static, Type } from 'typebox'
import { call, Id, Nothing, Nullable, Text } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

/** Levels of folders, the top one counted. */
export const deepest = 6

/** A folder of resources or of courses. */
export const Category = Type.Object({
  id: Type.String(),
  parentId: Nullable(Type.String()),
  name: Type.String(),
  sort: Type.Integer(),
  /** What lies in it, not counting what lies below. */
  members: Type.Integer(),
})
export type Category = Static<typeof Category>

/** A category with what lies below it, in order. */
export interface CategoryNode extends Category {
  children: CategoryNode[]
}
export const CategoryTree = Type.Array(
  Type.Unsafe<CategoryNode>({ type: 'object', additionalProperties: true }),
)

export const CategoryInput = Type.Object({
  /** Renames this one; without it a new one is made. */
  id: Type.Optional(Id),
  name: Text(60),
  /** Of a new one; null stands at the top. */
  parentId: Type.Optional(Nullable(Id)),
})
export type CategoryInput = Static<typeof CategoryInput>

export const CategoryDrag = Type.Object({
  id: Id,
  parentId: Nullable(Id),
  /** The sibling it will stand before; null puts it last. */
  beforeId: Nullable(Id),
})
export type CategoryDrag = Static<typeof CategoryDrag>

export const categoryRefusals = refusals({
  notEmpty: {
    code: 409,
    zh: '“{name}”下面还有 {children} 个子目录、{members} 项内容，请先移走',
    en: '"{name}" still holds {children} folders and {members} entries; move them first',
  },
  intoItself: {
    code: 409,
    zh: '不能把“{name}”移到它自己的下级',
    en: '"{name}" cannot be moved below itself',
  },
  nameTaken: {
    code: 422,
    zh: '同一级已有“{name}”，请换个名称',
    en: 'There is a "{name}" on this level already; choose another name',
  },
  tooDeep: { code: 409, zh: '目录最多 {levels} 级', en: 'Folders go {levels} levels deep at most' },
})

const menu = '/resource-manage/video'

export const resourceCategoryCalls = {
  findTree: call('/base/resource-category/find-tree.action', {
    allow: [menu, '/resource-manage/course', '/resource-manage/add-question', '/train-manage/class'],
    input: Type.Object({}),
    output: CategoryTree,
    summary: 'Resource categories as a tree, with their resources counted',
  }),
  save: call('/base/resource-category/save.action', {
    allow: menu,
    wholeProject: true,
    input: CategoryInput,
    output: Type.Object({ id: Type.String() }),
    summary: 'Makes a resource category, or renames one',
  }),
  drag: call('/base/resource-category/drag.action', {
    allow: menu,
    wholeProject: true,
    input: CategoryDrag,
    output: Nothing,
    summary: 'Moves a resource category to another parent or place',
  }),
  delete: call('/base/resource-category/delete.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Deletes an empty resource category',
  }),
}
