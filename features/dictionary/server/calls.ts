import { answers } from '../../../server/serve.ts'
import { dictionaryCalls, dictionaryKinds } from '../contract.ts'
import { treeOf } from '../rules.ts'
import { listEntries } from './actions.ts'

export const dictionaryAnswers = answers(dictionaryCalls, {
  getDictionaryList({ db, projectId, input }) {
    const kinds = input.kind ? [input.kind] : (input.kinds ?? dictionaryKinds)
    return listEntries(db, projectId, kinds)
  },
  getDictionaryTree: async ({ db, projectId, input }) =>
    treeOf(await listEntries(db, projectId, [input.kind])),
})
