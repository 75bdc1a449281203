import { handlers } from '../../../server/serve.ts'
import { defaultSettings } from '../../project/rules.ts'
import { classTypeCalls } from '../contract.ts'
import { allClassTypes } from '../rules.ts'
import { countByType, listShownTypes } from './data.ts'

export const classTypeHandlers = handlers(classTypeCalls, {
  openList: ({ db, projectId }) => listShownTypes(db, projectId),
  list: async ({ db, projectId }) =>
    allClassTypes(
      await listShownTypes(db, projectId),
      defaultSettings.showClassType,
      await countByType(db, projectId),
    ),
})
