import type { Language } from '../../../contract/refusal.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import { handlers } from '../../../server/serve.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { type Batch, eachSeparately } from '../batch/server/actions.ts'
import { classCalls } from '../contract.ts'
import {
  changeClass,
  copyClass,
  createClass,
  deleteClass,
  modifyClass,
  setPublished,
  sortClasses,
} from './actions.ts'
import { getManagedClass, nameClasses, pageClasses } from './data.ts'

const batchOf = (ctx: { input: { ids: string[] }; session: ProjectSession; language: Language }): Batch => ({
  ids: ctx.input.ids,
  language: ctx.language,
  named: (db, ids) => nameClasses(db, ctx.session.projectId, ids),
})

/** Edits each row of a batch as it was read; one edited meanwhile is reported and left unchanged. */
function eachRevised(
  ctx: {
    db: Pool
    input: { rows: { id: string; revision: number }[] }
    session: ProjectSession
    language: Language
  },
  edit: (tx: Tx, id: string, revision: number | undefined) => Promise<unknown>,
) {
  const revisions = new Map(ctx.input.rows.map(({ id, revision }) => [id, revision]))
  const batch = batchOf({ ...ctx, input: { ids: [...revisions.keys()] } })
  return eachSeparately(ctx.db, batch, (tx, id) => edit(tx, id, revisions.get(id)))
}

export const classHandlers = handlers(classCalls, {
  createTrainClass: ({ db, session, input }) =>
    db.begin(async (tx) => {
      const { id, revision, ...fields } = input
      if (id) return changeClass(tx, session, id, revision, fields)
      return { id: await createClass(tx, session, fields), version: 1, revision: 1 }
    }),
  findPageList: ({ db, session, input }) => pageClasses(db, session.projectId, input),
  getClassDetail: ({ db, session, input }) => getManagedClass(db, session.projectId, input.id),
  updateOnShelf: (ctx) =>
    eachSeparately(ctx.db, batchOf(ctx), (tx, id) => setPublished(tx, ctx.session, id, ctx.input.onShelf)),
  copyTrainClass: ({ db, session, input }) =>
    db.begin((tx) => copyClass(tx, session, input.id, { name: input.name })),
  deleteTrain: (ctx) => eachSeparately(ctx.db, batchOf(ctx), (tx, id) => deleteClass(tx, ctx.session, id)),
  async updateSort({ db, session, input }) {
    await db.begin((tx) => sortClasses(tx, session, input.items))
    return null
  },
  batchModifyClassAmount: (ctx) => {
    const { price, originalPrice = price } = ctx.input
    return eachRevised(ctx, (tx, id, revision) =>
      modifyClass(tx, ctx.session, id, revision, { price, originalPrice }),
    )
  },
  bachModifyClass: (ctx) =>
    eachRevised(ctx, (tx, id, revision) => modifyClass(tx, ctx.session, id, revision, ctx.input.changes)),
  bachCopyClassToCategory: (ctx) =>
    eachSeparately(ctx.db, batchOf(ctx), (tx, id) =>
      copyClass(tx, ctx.session, id, { categoryId: ctx.input.categoryId }),
    ),
})
