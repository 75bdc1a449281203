import { badInput } from '../../../server/input.ts'
import { type FileReply, handlers } from '../../../server/serve.ts'
import { answerBatch, getOwnState, refusedSheet } from '../../batch/server/actions.ts'
import { applyImport, progressFor, visibilityOf } from '../../import/server/actions.ts'
import { transferCalls } from '../contract.ts'
import { previewTransfer, undoTransfer } from './actions.ts'
import { moving } from './batches.ts'
import { pageRecords } from './data.ts'
import { transferKind } from './kinds.ts'

/** A file in place of the contract's output, which is unused here: the server streams it. */
const streamed = (file: FileReply) => file as unknown as null

/** State of a transfer by the state of its file. */
const stateOfFile = {
  checking: 'running',
  checked: 'running',
  applying: 'running',
  applied: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const

export const transferHandlers = handlers(transferCalls, {
  previewTransferClass: ({ db, session, input }) => db.begin((tx) => previewTransfer(tx, session, input)),
  async transferClass(ctx) {
    const { db, session, input } = ctx
    const { importId } = input
    if (importId === undefined) {
      const { batchId } = await answerBatch(moving)(ctx)
      return { batchId: batchId! }
    }
    const visibility = visibilityOf([transferKind], session)
    await db.begin((tx) => applyImport(tx, session, visibility, { importId, updateExisting: false }))
    return { importId }
  },
  async getTransferClassProgress({ db, secrets, session, input: { batchId, importId } }) {
    if (batchId !== undefined) {
      const state = await getOwnState(db, { secrets, bound: moving, session }, batchId)
      return { ...state, moved: state.succeeded }
    }
    if (importId === undefined)
      throw badInput('batchId', {
        zh: '必须填写，或填写“importId”',
        en: 'is required, or “importId” in place of it',
      })
    const {
      status,
      problem,
      rows: total,
      added: moved,
      rejected: refused,
    } = await progressFor(db, [transferKind], session, importId)
    return { status: stateOfFile[status], problem, total, moved, refused }
  },
  async exportTransferClassErrorList({ db, secrets, session, input: { batchId }, language }) {
    return streamed(await refusedSheet(db, { secrets, bound: moving, session, batchId, language }))
  },
  queryTransferClassRecord: ({ db, session, input }) => pageRecords(db, session.scope, input),
  async undoTransferClass({ db, session, input }) {
    await db.begin((tx) => undoTransfer(tx, session, input))
    return null
  },
})
