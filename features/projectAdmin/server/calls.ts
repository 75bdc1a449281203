import { handlers } from '../../../server/serve'
import { projectAdminCalls } from '../contract'
import { deleteProject, disableProject, saveProject } from './actions'
import { pageProjects } from './data'

export const projectAdminHandlers = handlers(projectAdminCalls, {
  queryProjectList: ({ db, session, input }) => pageProjects(db, session.scope, input),
  saveProject: (ctx) => saveProject(ctx, ctx.session, ctx.input),
  disableProject: ({ db, session, input }) =>
    disableProject(db, session, { ...input, disabled: input.disabled ?? true }),
  deleteProject: ({ db, session, input }) => deleteProject(db, session, input.id),
})
