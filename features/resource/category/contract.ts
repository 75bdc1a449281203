import { Type } from 'typebox'
import { call, Id, Nothing } from '../../../contract/call.ts'
import { CategoryDrag, CategoryInput, FolderTree } from '../../category/contract.ts'

const menu = '/resource-manage/video'

export const resourceCategoryCalls = {
  findTree: call('/base/resource-category/find-tree.action', {
    allow: [menu, '/resource-manage/course', '/resource-manage/add-question', '/train-manage/class'],
    input: Type.Object({}),
    output: FolderTree,
    summary: 'Resource categories as a tree, with their resources counted',
  }),
  save: call('/base/resource-category/save.action', {
    allow: menu,
    wholeProject: true,
    input: CategoryInput({}),
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
