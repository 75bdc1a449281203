import { handlers } from '../../../server/serve.ts'
import { defaultSettings } from '../../project/rules.ts'
import { getSettings } from '../../project/server/actions.ts'
import { classTypeCalls } from '../contract.ts'
import { allClassTypes } from '../rules.ts'
import { countByType } from './data.ts'

export const classTypeHandlers = handlers(classTypeCalls, {
  openList: async ({ db, projectId }) => (await getSettings(db, projectId)).showClassType,
  list: async ({ db, projectId }) =>
    allClassTypes(
      (await getSettings(db, projectId)).showClassType,
      defaultSettings.showClassType,
      await countByType(db, projectId),
    ),
})
