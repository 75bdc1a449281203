import { refuse } from '../../../../contract/refusal.ts'
import { handlers } from '../../../../server/serve.ts'
import { importRefusals } from '../../../import/contract.ts'
import {
  errorsOf,
  pageRows,
  progressFor,
  recordErrors,
  sayerOf,
  sightOf,
  startImport,
} from '../../../import/server/actions.ts'
import { videoListCalls } from '../contract.ts'
import { listedFiles, videoListKind } from './actions.ts'

export const videoListHandlers = handlers(videoListCalls, {
  async importVideoList({ db, files, session, upload, input }) {
    const file = upload?.file ?? refuse(importRefusals.noFile, {}, 'file')
    const { categoryId, preview } = input
    const importId = await startImport({ db, files }, session, videoListKind, {
      params: categoryId ? { categoryId } : {},
      name: file.name,
      path: file.path,
      autoApply: preview !== 'yes',
    })
    return { importId }
  },
  async getImportVideoProcess({ db, session, input }) {
    const progress = await progressFor(db, [videoListKind], session, input.importId)
    return { ...progress, ...(await listedFiles(db, session, progress.importId)) }
  },
  async findList({ db, session, input }) {
    await progressFor(db, [videoListKind], session, input.importId)
    const { total, list } = await pageRows(db, { ...input, only: 'bad' }, sayerOf(videoListKind))
    return { total, list }
  },
  async exportErrorExcel(ctx) {
    const { db, session, input } = ctx
    const sight = sightOf([videoListKind], session)
    await db.begin((tx) => recordErrors(tx, session, sight, input.importId))
    return errorsOf(ctx, sight, input.importId)
  },
})
