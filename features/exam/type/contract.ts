import { type Static, Type } from 'typebox'
import { call, Id, Nothing, Nullable, OneOf, Text } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'

/** A branch of the paper tree or the exam tree. */
export interface TypeNode {
  typeId: string
  name: string
  /** Papers or exams of this branch itself. */
  count: number
  children: TypeNode[]
}
export const TypeTree = Type.Array(Type.Unsafe<TypeNode>({ type: 'object', additionalProperties: true }))

export const TypeRow = Type.Object({
  typeId: Id,
  parentId: Nullable(Id),
  name: Type.String(),
  count: Type.Integer(),
})
export type TypeRow = Static<typeof TypeRow>

export const typeKinds = ['paper', 'exam'] as const

export const typeRefusals = refusals({
  notEmpty: {
    code: 409,
    zh: '分类“{name}”下还有内容，请先移走',
    en: 'The branch "{name}" is not empty; move what is in it first',
  },
})

const menus = ['/resource-manage/add-question', '/train-manage/class'] as const

export const examTypeCalls = {
  findPaperTypeTree: call('/exam-system/api/find-paper-type-tree.action', {
    allow: menus,
    input: Type.Object({}),
    output: TypeTree,
    summary: 'The tree papers are filed in',
  }),
  findExamTypeTree: call('/exam-system/api/find-exam-type-tree.action', {
    allow: menus,
    input: Type.Object({}),
    output: TypeTree,
    summary: 'The tree exams are filed in',
  }),
  saveType: call('/exam-system/api/save-type.action', {
    allow: menus,
    wholeProject: true,
    input: Type.Object({
      typeId: Type.Optional(Id),
      kind: OneOf(typeKinds),
      parentId: Type.Optional(Nullable(Id)),
      name: Text(60),
    }),
    output: Type.Object({ typeId: Id }),
    summary: 'Creates or renames a branch of either tree',
  }),
  deleteType: call('/exam-system/api/delete-type.action', {
    allow: menus,
    wholeProject: true,
    input: Type.Object({ typeId: Id }),
    output: Nothing,
    summary: 'Deletes an empty branch',
  }),
}
