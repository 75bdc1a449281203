import { refuse } from '../../../../contract/refusal.ts'
import { handlers } from '../../../../server/serve.ts'
import { importRefusals } from '../../../import/contract.ts'
import { errorsOf, recordErrors, sightOf, startImport, templateOf } from '../../../import/server/actions.ts'
import { scoreImportCalls } from '../contract.ts'
import { scoreImportKind } from './actions.ts'

export const scoreImportHandlers = handlers(scoreImportCalls, {
  async importScores({ db, files, session, upload, input }) {
    const file = upload?.file ?? refuse(importRefusals.noFile, {}, 'file')
    const importId = await startImport({ db, files }, session, scoreImportKind, {
      params: { signUpId: input.signUpId },
      name: file.name,
      path: file.path,
      autoApply: input.preview !== 'yes',
    })
    return { importId }
  },
  downloadTemplate: (ctx) => templateOf(ctx, scoreImportKind),
  async exportError(ctx) {
    const { db, session, input } = ctx
    await db.begin((tx) => recordErrors(tx, session, sightOf([scoreImportKind], session), input.importId))
    return errorsOf(ctx, sightOf([scoreImportKind], session), input.importId)
  },
})
