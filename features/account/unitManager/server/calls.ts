import { handlers } from '../../../../server/serve.ts'
import { unitManagerCalls } from '../contract.ts'
import { addUnitManager, removeUnitManager } from './actions.ts'
import { listUnitManagers } from './data.ts'

export const unitManagerHandlers = handlers(unitManagerCalls, {
  findUnitManagerList: ({ db, session, input }) => listUnitManagers(db, session, input.unitId),
  addUnitManager: ({ db, session, input }) => db.begin((tx) => addUnitManager(tx, session, input)),
  removeUnitManager: ({ db, session, input }) => db.begin((tx) => removeUnitManager(tx, session, input)),
})
