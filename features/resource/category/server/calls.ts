import { handlers } from '../../../../server/serve.ts'
import { inScope } from '../../../../server/session.ts'
import { resourceCategoryCalls } from '../contract.ts'
import { resourceCategories } from './actions.ts'

export const resourceCategoryHandlers = handlers(resourceCategoryCalls, {
  findTree: ({ db, session }) =>
    resourceCategories.tree(db, inScope(db, session.scope, { project: 'g.project_id' })),
  save: async ({ db, session, input }) => ({
    id: await db.begin((tx) => resourceCategories.save(tx, session, input)),
  }),
  async drag({ db, session, input }) {
    await db.begin((tx) => resourceCategories.drag(tx, session, input))
    return null
  },
  async delete({ db, session, input }) {
    await db.begin((tx) => resourceCategories.remove(tx, session, input.id))
    return null
  },
})
