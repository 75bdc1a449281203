import { tookTooLong } from '../../../server/db.ts'
import { type BoundCall, type FileReply, handlers } from '../../../server/serve.ts'
import { mayCall, type Session } from '../../../server/session.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { batchCalls, batchRefusals } from '../contract.ts'
import { cancelBatch, readFilter } from './actions.ts'
import { getOwn, listOwn } from './data.ts'
import { type BatchKinds, matchingRows } from './kinds.ts'
import { refusedSheet, stateOf } from './reading.ts'

/** A file in place of the contract's output, which is unused here: the server streams it. */
const streamed = (file: FileReply) => file as unknown as null

/** The calls of batches that a job handles. */
export const batchHandlers = (kinds: BatchKinds): BoundCall[] =>
  handlers(batchCalls, {
    findList: async ({ db, secrets, session }) =>
      (await listOwn(db, session)).flatMap((found) => {
        const kind = kinds.get(found.path)
        return kind ? [stateOf(kind, secrets, found)] : []
      }),
    async count(ctx) {
      const { db, language, input } = ctx
      const session: Session = ctx.session
      const kind = [...kinds.values()].find(({ list }) => list.path === input.path)
      if (!kind || !mayCall(session, kind.list.allow)) refuse(commonRefusals.notFound)
      const filter = readFilter(kind.list, input.filter)
      const count = db.begin('read only', async (tx) => {
        const { query } = await matchingRows(ctx, tx, kind, { session, filter, language })
        const [counted] = await tx<{ total: number }[]>`select count(*) as total from (${query}) m`
        return { total: counted!.total }
      })
      return count.catch((error) => {
        if (tookTooLong(error)) refuse(batchRefusals.countTooLong)
        throw error
      })
    },
    async cancel({ db, session, input }) {
      await db.begin((tx) => cancelBatch(tx, session, input.batchId))
      return null
    },
    async exportRefused({ db, secrets, session, input, language }) {
      const { batchId } = input
      const { path } = await getOwn(db, session, batchId)
      const bound = kinds.get(path) ?? refuse(commonRefusals.notFound)
      return streamed(await refusedSheet(db, { secrets, bound, session, batchId, language }))
    },
  })
