import { handlers } from '../../../server/serve.ts'
import { roleCalls } from '../contract.ts'
import { saveRole } from './actions.ts'
import { listRoleNames, listRoles, pageRoles, permissionOf } from './data.ts'

export const roleHandlers = handlers(roleCalls, {
  queryRoleList: ({ db, session, input }) => listRoleNames(db, session, input.keyword),
  findRoleList: ({ db, session, input }) => listRoles(db, session, input.id),
  pageRoleList: ({ db, session, input }) => pageRoles(db, session, input),
  getMyPermission: async ({ session }) => permissionOf(session),
  saveRole: ({ db, session, input }) => db.begin((tx) => saveRole(tx, session, input)),
})
