import { handlers } from '../../../server/serve.ts'
import { answerBatch } from '../../batch/server/actions.ts'
import { classCalls } from '../contract.ts'
import { changeClass, copyClass, createClass } from './actions.ts'
import { copying, deleting, modifying, pricing, publishing } from './batches.ts'
import { sortClasses } from './save.ts'
import { getManagedClass, pageClasses } from './data.ts'

export const classHandlers = handlers(classCalls, {
  createTrainClass: ({ db, session, input }) =>
    db.begin(async (tx) => {
      const { id, revision, requestKey, ...fields } = input
      if (id) return changeClass(tx, session, id, revision, fields)
      return createClass(tx, session, fields, requestKey)
    }),
  findPageList: ({ db, session, input }) => pageClasses(db, session.projectId, input),
  getClassDetail: ({ db, session, input }) => getManagedClass(db, session.projectId, input.id),
  updateOnShelf: answerBatch(publishing),
  copyTrainClass: ({ db, session, input }) => db.begin((tx) => copyClass(tx, session, input.id, input)),
  deleteTrain: answerBatch(deleting),
  async updateSort({ db, session, input }) {
    await db.begin((tx) => sortClasses(tx, session, input.items))
    return null
  },
  batchModifyClassAmount: answerBatch(pricing),
  bachModifyClass: answerBatch(modifying),
  bachCopyClassToCategory: answerBatch(copying),
})
