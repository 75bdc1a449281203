import { Type } from 'typebox'
import { call, Id, Nothing } from '../../../contract/call.ts'
import { CategoryDrag, CategoryInput, FolderTree } from '../../category/contract.ts'

const menu = '/resource-manage/course'

export const courseCategoryCalls = {
  tree: call('/base/course-category/tree.action', {
    allow: [menu, '/train-manage/class', '/train-manage/unit-class'],
    input: Type.Object({}),
    output: FolderTree,
    summary: 'Course categories as a tree, with their courses counted',
  }),
  save: call('/base/course-category/save.action', {
    allow: menu,
    wholeProject: true,
    input: CategoryInput({}),
    output: Type.Object({ id: Type.String() }),
    summary: 'Makes a course category, or renames one',
  }),
  drag: call('/base/course-category/drag.action', {
    allow: menu,
    wholeProject: true,
    input: CategoryDrag,
    output: Nothing,
    summary: 'Moves a course category to another parent or place',
  }),
  delete: call('/base/course-category/delete.action', {
    allow: menu,
    wholeProject: true,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Deletes an empty course category',
  }),
}
