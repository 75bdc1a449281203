import type { Move } from '../../../../server/feature.ts'
import { handlers } from '../../../../server/serve.ts'
import { mergeCalls } from '../contract.ts'
import { mergeUnit, previewMerge } from './actions.ts'

/** The calls of the merge; `moves` are those of the features that stand above units. */
export const mergeHandlers = (moves: readonly Move[]) =>
  handlers(mergeCalls, {
    getMergePreview: ({ db, session, input }) => previewMerge(db, session, input),
    mergeUnit: ({ db, session, input }) => db.begin((tx) => mergeUnit(tx, session, input, moves)),
  })
