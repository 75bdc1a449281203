import { Type } from 'typebox'
import { call, Id, Name, Nothing, Nullable, OneOf } from '../../../contract/call.ts'
import { refusals } from '../../../contract/refusal.ts'
import { BranchOf } from '../../../contract/tree.ts'

/** A branch of the paper tree or the exam tree. */
const ExamType = Type.Object({
  typeId: Id,
  name: Type.String(),
  /** Papers or exams of this branch itself. */
  count: Type.Integer(),
})
const TypeTree = Type.Array(BranchOf('ExamType', ExamType))

/** A branch as a row, by the name that places it in a tree. */
export const TypeRow = Type.Object({ id: Id, parentId: Nullable(Id), ...ExamType.properties })

const typeKinds = ['paper', 'exam'] as const

export const typeRefusals = refusals({
  nameTaken: {
    code: 409,
    zh: '这里已有同名的分类“{name}”',
    en: 'There is already a category named “{name}” here',
  },
  notEmpty: {
    code: 409,
    zh: '分类“{name}”下还有内容，请先移走',
    en: '“{name}” is not empty; move its content first',
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
      name: Name(60),
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
