import { answers } from '../../../server/serve.ts'
import { classCalls } from '../contract.ts'
import {
  changeClass,
  copyClass,
  createClass,
  deleteClass,
  eachAlone,
  modifyClass,
  putOnShelf,
  sortClasses,
} from './actions.ts'
import { getManagedClass, pageClasses } from './data.ts'

export const classAnswers = answers(classCalls, {
  createTrainClass: ({ db, session, input }) =>
    db.begin(async (tx) => {
      const { id, ...fields } = input
      if (id) return changeClass(tx, session, id, fields)
      return { id: await createClass(tx, session, fields), version: 1 }
    }),
  findPageList: ({ db, session, input }) => pageClasses(db, session.projectId, input),
  getClassDetail: ({ db, session, input }) => getManagedClass(db, session.projectId, input.id),
  updateOnShelf: ({ db, session, input, language }) =>
    eachAlone(db, input.ids, language, (tx, id) => putOnShelf(tx, session, id, input.onShelf)),
  copyTrainClass: async ({ db, session, input }) => ({
    id: await db.begin((tx) => copyClass(tx, session, input.id, { name: input.name })),
  }),
  deleteTrain: ({ db, session, input, language }) =>
    eachAlone(db, input.ids, language, (tx, id) => deleteClass(tx, session, id)),
  async updateSort({ db, session, input }) {
    await db.begin((tx) => sortClasses(tx, session, input.items))
    return null
  },
  batchModifyClassAmount: ({ db, session, input, language }) => {
    const { price, originalPrice = price } = input
    return eachAlone(db, input.ids, language, (tx, id) =>
      modifyClass(tx, session, id, { price, originalPrice }),
    )
  },
  bachModifyClass: ({ db, session, input, language }) =>
    eachAlone(db, input.ids, language, (tx, id) => modifyClass(tx, session, id, input.changes)),
  bachCopyClassToCategory: ({ db, session, input, language }) =>
    eachAlone(db, input.ids, language, (tx, id) =>
      copyClass(tx, session, id, { categoryId: input.categoryId }),
    ),
})
