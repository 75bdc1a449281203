import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
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

  async getImportStudentProgress({ db, session, input }) {
    if (input.importId) return progressFor(db, [rosterKind], session, input.importId)
    const [last] = await db`
      select id from imports where operator_id = ${session.accountId} and kind = ${rosterKind.key}
      order by created_at desc limit 1`
    return last ? progressFor(db, [rosterKind], session, last.id as string) : refuse(commonRefusals.notFound)
  },
})
