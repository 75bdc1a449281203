import type { Language } from '../../../contract/refusal.ts'
import type { Pool, Tx } from '../../../server/db.ts'
import { answers } from '../../../server/serve.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { type Batch, eachAlone } from '../batch/server/actions.ts'
import { classCalls } from '../contract.ts'
import {
  changeClass,
  copyClass,
  createClass,
  deleteClass,
  modifyClass,
  putOnShelf,
  sortClasses,
} from './actions.ts'
import { getManagedClass, nameClasses, pageClasses } from './data.ts'

const batchOf = (ask: { input: { ids: string[] }; session: ProjectSession; language: Language }): Batch => ({
  ids: ask.input.ids,
  language: ask.language,
  named: (db, ids) => nameClasses(db, ask.session.projectId, ids),
})

/** Edits each row of a batch as it was read; one that was edited meanwhile says so in the report and stays. */
function eachRevised(
  ask: {
    db: Pool
    input: { rows: { id: string; revision: number }[] }
    session: ProjectSession
    language: Language
  },
  edit: (tx: Tx, id: string, revision: number | undefined) => Promise<unknown>,
) {
  const revisions = new Map(ask.input.rows.map(({ id, revision }) => [id, revision]))
  const batch = batchOf({ ...ask, input: { ids: [...revisions.keys()] } })
  return eachAlone(ask.db, batch, (tx, id) => edit(tx, id, revisions.get(id)))
}

export const classHandlers = answers(classCalls, {
  createTrainClass: ({ db, session, input }) =>
    db.begin(async (tx) => {
      const { id, revision, ...fields } = input
      if (id) return changeClass(tx, session, id, revision, fields)
      return { id: await createClass(tx, session, fields), version: 1, revision: 1 }
    }),
  findPageList: ({ db, session, input }) => pageClasses(db, session.projectId, input),
  getClassDetail: ({ db, session, input }) => getManagedClass(db, session.projectId, input.id),
  updateOnShelf: (ask) =>
    eachAlone(ask.db, batchOf(ask), (tx, id) => putOnShelf(tx, ask.session, id, ask.input.onShelf)),
  copyTrainClass: ({ db, session, input }) =>
    db.begin((tx) => copyClass(tx, session, input.id, { name: input.name })),
  deleteTrain: (ask) => eachAlone(ask.db, batchOf(ask), (tx, id) => deleteClass(tx, ask.session, id)),
  async updateSort({ db, session, input }) {
    await db.begin((tx) => sortClasses(tx, session, input.items))
    return null
  },
  batchModifyClassAmount: (ask) => {
    const { price, originalPrice = price } = ask.input
    return eachRevised(ask, (tx, id, revision) =>
      modifyClass(tx, ask.session, id, revision, { price, originalPrice }),
    )
  },
  bachModifyClass: (ask) =>
    eachRevised(ask, (tx, id, revision) => modifyClass(tx, ask.session, id, revision, ask.input.changes)),
  bachCopyClassToCategory: (ask) =>
    eachAlone(ask.db, batchOf(ask), (tx, id) =>
      copyClass(tx, ask.session, id, { categoryId: ask.input.categoryId }),
    ),
})
