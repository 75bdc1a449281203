import { refuse } from '../../../../contract/refusal.ts'
import { handlers } from '../../../../server/serve.ts'
import { importRefusals } from '../../../import/contract.ts'
import { progressFor, startImport } from '../../../import/server/actions.ts'
import { unitRefusals } from '../../../unit/contract.ts'
import { rosterCalls } from '../contract.ts'
import { rosterKind } from './actions.ts'

export const rosterHandlers = handlers(rosterCalls, {
  async importUnitStu({ db, files, session, upload, input }) {
    const file = upload?.file ?? refuse(importRefusals.noFile, {}, 'file')
    const unitId = input.unitId ?? session.unitId ?? refuse(unitRefusals.unknown, {}, 'unitId')
    const importId = await startImport({ db, files }, session, rosterKind, {
      params: { unitId },
      name: file.name,
      path: file.path,
      autoApply: input.preview !== 'yes',
      updateExisting: input.updateExisting === 'yes',
    })
    return { importId }
  },

  getImportStudentProgress: ({ db, session, input }) =>
    progressFor(db, [rosterKind], session, input.importId),
})
