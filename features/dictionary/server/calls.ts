import { handlers } from '../../../server/serve.ts'
import { dictionaryCalls, dictionaryKinds } from '../contract.ts'
import { treeOf } from '../rules.ts'
import { deleteEntry, disableEntry, listEntries, orderEntries, saveEntry } from './actions.ts'
import { listManaged } from './data.ts'

export const dictionaryHandlers = handlers(dictionaryCalls, {
  getDictionaryList({ db, projectId, input }) {
    const kinds = input.kind ? [input.kind] : (input.kinds ?? dictionaryKinds)
    return listEntries(db, projectId, kinds)
  },
  getDictionaryTree: async ({ db, projectId, input }) =>
    treeOf(await listEntries(db, projectId, [input.kind])),
  queryEntries: ({ db, session, input }) => listManaged(db, session.projectId, input.kind),
  saveEntry: ({ db, session, input }) => db.begin((tx) => saveEntry(tx, session, input)),
  orderEntries: ({ db, session, input }) => db.begin((tx) => orderEntries(tx, session, input)),
  disableEntry: ({ db, session, input }) => db.begin((tx) => disableEntry(tx, session, input)),
  deleteEntry: ({ db, session, input }) => db.begin((tx) => deleteEntry(tx, session, input)),
})
