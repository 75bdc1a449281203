import { refuse } from '../../../../contract/refusal.ts'
import { handlers } from '../../../../server/serve.ts'
import { importRefusals } from '../../../import/contract.ts'
import {
  beginImport,
  errorsOf,
  progressFor,
  recordErrors,
  sightOf,
  startImport,
  templateOf,
} from '../../../import/server/actions.ts'
import { batchSheetCalls } from '../contract.ts'
import { findPlaced, unitClassOrderKind } from './actions.ts'

export const batchSheetHandlers = handlers(batchSheetCalls, {
  downloadImportExcel: (ctx) => templateOf(ctx, unitClassOrderKind),
  async importStudentOrderList({ db, files, session, upload, input }) {
    const file = upload?.file ?? refuse(importRefusals.noFile, {}, 'file')
    const { unitClassId, payMode, createUnknown = 'no' } = input
    const importId = await startImport({ db, files }, session, unitClassOrderKind, {
      params: { unitClassId, payMode, createUnknown },
      name: file.name,
      path: file.path,
      autoApply: input.preview !== 'yes',
    })
    return { importId }
  },
  async initImportUnitClassOrder({ db, session, input }) {
    const { unitClassId, payMode, uploadId, createUnknown = false } = input
    const params = { unitClassId, payMode, createUnknown: createUnknown ? 'yes' : 'no' }
    return {
      importId: await db.begin((tx) => beginImport(tx, session, unitClassOrderKind, { params, uploadId })),
    }
  },
  async queryImportUnitClassOrderProgress({ db, session, input }) {
    const progress = await progressFor(db, [unitClassOrderKind], session, input.importId)
    const placed = await findPlaced(db, progress.importId)
    return { ...progress, orderId: placed?.orderId ?? null, orderNo: placed?.orderNo ?? null }
  },
  async exportErrorExcel(ctx) {
    const { db, session, input } = ctx
    await db.begin((tx) => recordErrors(tx, session, sightOf([unitClassOrderKind], session), input.importId))
    return errorsOf(ctx, sightOf([unitClassOrderKind], session), input.importId)
  },
})
