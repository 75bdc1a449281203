import { handlers } from '../../../../server/serve.ts'
import { mergeCalls } from '../contract.ts'
import { type Follow, mergeUnit, previewMerge } from './actions.ts'

/** The calls of the merge; `followers` move the rows of those who stand above units. */
export const mergeHandlers = (followers: readonly Follow[]) =>
  handlers(mergeCalls, {
    getMergePreview: ({ db, session, input }) => previewMerge(db, session, input),
    mergeUnit: ({ db, session, input }) => db.begin((tx) => mergeUnit(tx, session, input, followers)),
  })
