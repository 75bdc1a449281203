import { handlers } from '../../../server/serve.ts'
import { unitCalls } from '../contract.ts'
import { deleteUnit, dragUnit, type Placing, setDisabled } from './actions.ts'
import { getUnitDetail, listUnitBase, pageUnits } from './data.ts'
import { getRegisterConfig } from './register.ts'
import { saveUnit } from './save.ts'
import { listTree, wholeTree } from './tree.ts'

/** The calls about units; `place` is of the part that stands above them and knows what a unit inherits. */
export const unitHandlers = (place: Placing) =>
  handlers(unitCalls, {
    findUnitBase: ({ db, session, input }) => listUnitBase(db, session.scope, input),
    findUnitList: ({ db, session, input }) => pageUnits(db, session.scope, input),
    getUnitDetail: ({ db, session, input }) => getUnitDetail(db, session.scope, input.unitId),
    saveUnit: ({ db, session, input }) => db.begin((tx) => saveUnit(tx, session, input)),
    dragUnit: ({ db, session, input }) => db.begin((tx) => dragUnit(tx, session, input, place)),
    disableUnit: ({ db, session, input }) =>
      db.begin((tx) => setDisabled(tx, session, input.unitId, input.disabled ?? true)),
    deleteUnit: ({ db, session, input }) => db.begin((tx) => deleteUnit(tx, session, input.unitId)),
    findUnitBaseTree: ({ db, session, input }) => listTree(db, session.scope, input),
    findAllUnitTree: ({ db, session }) => wholeTree(db, session.scope),
    getRegisterConfigByUnit: ({ db, projectId, input }) => getRegisterConfig(db, projectId, input.unitId),
  })
