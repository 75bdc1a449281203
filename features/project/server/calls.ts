import { handlers } from '../../../server/serve.ts'
import { projectCalls } from '../contract.ts'
import { getSystemConfig } from './actions.ts'
import { getText } from './data.ts'

export const projectHandlers = handlers(projectCalls, {
  getSystemConfig: ({ db, projectId, environment }) => getSystemConfig(db, projectId, environment),
  aboutUs: ({ db, projectId }) => getText(db, projectId, 'aboutUs'),
  getAgreement: ({ db, projectId }) => getText(db, projectId, 'agreement'),
})
