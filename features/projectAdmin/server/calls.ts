import { handlers } from '../../../server/serve.ts'
import { projectAdminCalls } from '../contract.ts'
import { deleteProject, disableProject, saveProject } from './actions.ts'
import { pageProjects } from './data.ts'

export const projectAdminHandlers = handlers(projectAdminCalls, {
  queryProjectList: ({ db, session, input }) => pageProjects(db, session.scope, input),
  saveProject: (ctx) => saveProject(ctx, ctx.session, ctx.input),
  disableProject: ({ db, session, input }) =>
    disableProject(db, session, { ...input, disabled: input.disabled ?? true }),
  deleteProject: ({ db, session, input }) => deleteProject(db, session, input.id),
})
