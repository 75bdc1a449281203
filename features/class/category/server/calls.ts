import { treeOf } from '../../../../contract/tree.ts'
import { handlers } from '../../../../server/serve.ts'
import { classCategoryCalls } from '../contract.ts'
import { classCategories, dragCategory } from './actions.ts'
import { listOpenCategories } from './data.ts'

export const classCategoryHandlers = handlers(classCategoryCalls, {
  findClassCategory: ({ db, projectId, input }) => listOpenCategories(db, projectId, input),
  // Of the whole project for a unit's manager too, who chooses terms and classes by it.
  findClassCategoryTree: ({ db, projectId, input: { classType } }) =>
    classCategories.tree(
      db,
      db`g.project_id = ${projectId} ${classType === undefined ? db`` : db`and g.class_type = ${classType}`}`,
    ),
  findSkillClassCategoryTree: async ({ db, projectId }) =>
    treeOf(await listOpenCategories(db, projectId, { kind: 'skill' })),
  saveClassCategory: async ({ db, session, input }) => ({
    id: await db.begin((tx) => classCategories.save(tx, session, input)),
  }),
  async dragClassCategory({ db, session, input }) {
    await db.begin((tx) => dragCategory(tx, session, input))
    return null
  },
  async deleteClassCategory({ db, session, input }) {
    await db.begin((tx) => classCategories.remove(tx, session, input.id))
    return null
  },
})
