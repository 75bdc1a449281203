import { handlers } from '../../../server/serve.ts'
import { projectAdminCalls } from '../contract.ts'
import { deleteProject, disableProject, saveProject } from './actions.ts'
import { pageProjects } from './data.ts'

export const projectAdminHandlers = handlers(projectAdminCalls, {
  queryProjectList: ({ db, session, input }) => pageProjects(db, session.scope, input),
  saveProject: (ctx) => saveProject(ctx, ctx.session, ctx.input),
  disableProject: ({ db, session, input }) =>
    db.begin((tx) => disableProject(tx, session, { ...input, disabled: input.disabled ?? true })),
  deleteProject: ({ db, session, input }) => db.begin((tx) => deleteProject(tx, session, input.id)),
})
