import { type Static, Type } from 'typebox'
import { call, Id, Nothing, Nullable, OneOf, Text } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

export const categoryKinds = ['base', 'major', 'skill'] as const
/** What a category is for: common ground, a profession's own, or a vocational skill. */
export const CategoryKind = OneOf(categoryKinds)
export type CategoryKind = (typeof categoryKinds)[number]

export const ClassCategory = Type.Object({
  id: Type.String(),
  parentId: Nullable(Type.String()),
  classType: Type.String(),
  kind: CategoryKind,
  name: Type.String(),
  sort: Type.Integer(),
})
export type ClassCategory = Static<typeof ClassCategory>

/** A category with its classes counted and what lies below it. */
export interface CategoryNode extends ClassCategory {
  /** Its own classes that are not deleted. */
  classes: number
  children: CategoryNode[]
}
const Tree = Type.Array(Type.Unsafe<CategoryNode>({ type: 'object', additionalProperties: true }))

export const categoryRefusals = refusals({
  notEmpty: {
    code: 409,
    zh: '“{name}”下面还有 {children} 个子类别、{classes} 个班级，请先移走',
    en: '"{name}" still holds {children} categories and {classes} classes; move them first',
  },
  intoItself: {
    code: 409,
    zh: '不能把“{name}”移到它自己的下级',
    en: '"{name}" cannot be moved below itself',
  },
  otherType: {
    code: 409,
    zh: '“{name}”只能在同一班级类型的同一类目中移动',
    en: '"{name}" can only be moved among categories of its own class type and kind',
  },
})

const menu = '/train-manage/class'

export const classCategoryCalls = {
  findClassCategory: call('/base/class-category-entity/find-class-category.action', {
    allow: 'public',
    viewable: true,
    input: Type.Object({
      classType: Type.Optional(Type.String({ maxLength: 40 })),
      kind: Type.Optional(CategoryKind),
    }),
    output: Type.Array(ClassCategory),
    summary: 'Categories a learner may filter by; those the project hides are left out',
  }),
  findClassCategoryTree: call('/base/class-category-entity/find-class-category-tree.action', {
    allow: [menu, '/unit-manage/list', '/train-manage/unit-class'],
    input: Type.Object({ classType: Type.Optional(Type.String({ maxLength: 40 })) }),
    output: Tree,
    summary: 'All categories as a tree, with their classes counted',
  }),
  findSkillClassCategoryTree: call('/base/class-category-entity/find-skill-class-category-tree.action', {
    allow: 'public',
    viewable: true,
    input: Type.Object({}),
    output: Tree,
    summary: 'Vocational skill categories as a tree',
  }),
  saveClassCategory: call('/base/class-category-entity/save-class-category.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      id: Type.Optional(Id),
      name: Text(60),
      /** Only of a new one; below a parent the parent's class type and kind count. */
      parentId: Type.Optional(Nullable(Id)),
      classType: Type.Optional(Text(40)),
      kind: Type.Optional(CategoryKind),
    }),
    output: Type.Object({ id: Type.String() }),
  }),
  dragClassCategory: call('/base/class-category-entity/drag-class-category.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({
      id: Id,
      parentId: Nullable(Id),
      /** The sibling it will stand before; null puts it last. */
      beforeId: Nullable(Id),
    }),
    output: Nothing,
  }),
  deleteClassCategory: call('/base/class-category-entity/delete-class-category.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
  }),
}
