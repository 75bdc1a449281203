import { type Static, Type } from 'typebox'
import { call, Id, Nothing, OneOf, Text } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { type Branch, BranchOf } from '../../../contract/tree.ts'
import { Category, CategoryDrag, CategoryInput } from '../../category/contract.ts'

export const categoryKinds = ['base', 'major', 'skill'] as const
/** The kind of a category: common ground, a profession's own, or a vocational skill. */
export const CategoryKind = OneOf(categoryKinds)
export type CategoryKind = (typeof categoryKinds)[number]

/** A category with its own classes counted. */
export const CountedCategory = Type.Object({
  ...Category.properties,
  classType: Type.String(),
  kind: CategoryKind,
})
export const ClassCategory = Type.Omit(CountedCategory, ['members'])

/** A category with its classes counted and those below it. */
export type CategoryNode = Branch<Static<typeof CountedCategory>>

export const categoryRefusals = refusals({
  notEmpty: {
    code: 409,
    zh: '“{name}”下面还有 {children} 个子类别、{members} 个班级，请先移走',
    en: '“{name}” still contains {children} {children|category|categories} and {members} {members|class|classes}; move them first',
  },
  lowerThere: {
    code: 409,
    zh: '“{name}”移到那里后，“{unit}”可按已有或待审批的优惠条件购买；请留在原处，或先修改“{unit}”的培训类别，由同事审批',
    en: 'In that category “{unit}” has reduced terms, or ones that wait for approval, and they would cover “{name}”; leave it where it is, or first change the terms of “{unit}”, which a colleague approves',
  },
  otherType: {
    code: 409,
    zh: '“{name}”只能移到同一班级类型的同一类目下；专业类目也可移到基础类目下',
    en: '“{name}” can only be moved among categories of the same class type and category type; one of a major type also below one of a base type',
  },
})

const menu = '/train-manage/class'

export const classCategoryCalls = {
  findClassCategory: call('/base/class-category-entity/find-class-category.action', {
    allow: 'public',
    viewable: true,
    offline: true,
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
    output: Type.Array(BranchOf('CountedClassCategoryNode', CountedCategory)),
    summary: 'All categories as a tree, with their classes counted',
  }),
  findSkillClassCategoryTree: call('/base/class-category-entity/find-skill-class-category-tree.action', {
    allow: 'public',
    viewable: true,
    input: Type.Object({}),
    output: Type.Array(BranchOf('ClassCategoryNode', ClassCategory)),
    summary: 'Vocational skill categories as a tree',
  }),
  saveClassCategory: call('/base/class-category-entity/save-class-category.action', {
    allow: menu,
    wholeProject: true,
    // Of a new one at the top; below a parent the parent's class type and kind count.
    input: CategoryInput({
      classType: Type.Optional(Text(40)),
      kind: Type.Optional(CategoryKind),
    }),
    output: Type.Object({ id: Type.String() }),
    summary: 'Creates a category of classes, or changes one',
  }),
  dragClassCategory: call('/base/class-category-entity/drag-class-category.action', {
    allow: menu,
    wholeProject: true,
    input: CategoryDrag,
    output: Nothing,
    summary: 'Moves a category below another one, or before a sibling',
  }),
  deleteClassCategory: call('/base/class-category-entity/delete-class-category.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Deletes a category without classes and subcategories',
  }),
}
