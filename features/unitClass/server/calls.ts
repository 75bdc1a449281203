import { handlers } from '../../../server/serve.ts'
import {
  beginImport,
  errorsOf,
  progressFor,
  recordErrors,
  sightOf,
  templateOf,
} from '../../import/server/actions.ts'
import { rosterKind } from '../../student/import/server/actions.ts'
import { unitClassCalls } from '../contract.ts'
import { deleteUnitClass, remindIdle, removePeople, saveUnitClass } from './actions.ts'
import { assertUnit, getUnitClass, pageOffers, pageStaff, pageUnitClasses } from './data.ts'
import { addPeople, checkPeople } from './pasted.ts'
import { getDetailAndList } from './roster.ts'
import { unitClassStuKind } from './kinds.ts'

export const unitClassHandlers = handlers(unitClassCalls, {
  queryPageList: ({ db, session, input }) => pageUnitClasses(db, session, input),
  getUnitClassDetailAndList: ({ db, session, input }) => getDetailAndList(db, session, input),
  async findOffers({ db, session, input }) {
    const unitId = input.unitId ?? session.unitId
    if (unitId !== null) await assertUnit(db, session.scope, unitId)
    return pageOffers(db, session.projectId, unitId, input)
  },
  async saveOrUpdate({ db, session, input }) {
    const id = await db.begin((tx) => saveUnitClass(tx, session, input))
    return getUnitClass(db, session, id)
  },
  deleteEntity: ({ db, session, input }) => db.begin((tx) => deleteUnitClass(tx, session, input.id)),
  findStaff: ({ db, session, input }) => pageStaff(db, session, input),
  checkPeople: ({ db, secrets, session, input }) => checkPeople(db, secrets, session, input),
  addPeople: ({ db, secrets, session, input }) => db.begin((tx) => addPeople(tx, secrets, session, input)),
  removePeople: ({ db, session, input }) => db.begin((tx) => removePeople(tx, session, input)),
  remind: ({ db, session, input }) => db.begin((tx) => remindIdle(tx, session, input)),
  downloadImportExcel: (ctx) => templateOf(ctx, unitClassStuKind),
  async importUnitClassStu({ db, session, input }) {
    const { unitClassId, uploadId, createUnknown } = input
    const params = { unitClassId, ...(createUnknown && { createUnknown: 'yes' }) }
    return {
      importId: await db.begin((tx) => beginImport(tx, session, unitClassStuKind, { params, uploadId })),
    }
  },
  getImportStudentProgress: ({ db, session, input }) =>
    progressFor(db, [rosterKind, unitClassStuKind], session, input.importId),
  async exportErrorUnitClassExcel(ctx) {
    const { db, session, input } = ctx
    await db.begin((tx) => recordErrors(tx, session, sightOf([unitClassStuKind], session), input.importId))
    return errorsOf(ctx, sightOf([unitClassStuKind], session), input.importId)
  },
})
