import { handlers } from '../../../../server/serve.ts'
import { inScope } from '../../../../server/session.ts'
import { courseCategoryCalls } from '../contract.ts'
import { courseCategories } from './actions.ts'

export const courseCategoryHandlers = handlers(courseCategoryCalls, {
  tree: ({ db, session }) =>
    courseCategories.tree(db, inScope(db, session.scope, { project: 'g.project_id' })),
  save: async ({ db, session, input }) => ({
    id: await db.begin((tx) => courseCategories.save(tx, session, input)),
  }),
  async drag({ db, session, input }) {
    await db.begin((tx) => courseCategories.drag(tx, session, input))
    return null
  },
  async delete({ db, session, input }) {
    await db.begin((tx) => courseCategories.remove(tx, session, input.id))
    return null
  },
})
