import { handlers } from '../../../../server/serve.ts'
import { classCategoryCalls } from '../contract.ts'
import { treeOf } from '../../../../contract/tree.ts'
import { deleteCategory, dragCategory, saveCategory } from './actions.ts'
import { listCategories, listOpenCategories } from './data.ts'

export const classCategoryHandlers = handlers(classCategoryCalls, {
  findClassCategory: ({ db, projectId, input }) => listOpenCategories(db, projectId, input),
  findClassCategoryTree: async ({ db, projectId, input }) =>
    treeOf(await listCategories(db, projectId, input)),
  findSkillClassCategoryTree: async ({ db, projectId }) =>
    treeOf(await listCategories(db, projectId, { kind: 'skill' })),
  saveClassCategory: async ({ db, session, input }) => ({
    id: await db.begin((tx) => saveCategory(tx, session, input)),
  }),
  async dragClassCategory({ db, session, input }) {
    await db.begin((tx) => dragCategory(tx, session, input))
    return null
  },
  async deleteClassCategory({ db, session, input }) {
    await db.begin((tx) => deleteCategory(tx, session, input.id))
    return null
  },
})
