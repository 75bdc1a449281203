import { groupCommitOf } from '../../../../server/groupCommit.ts'
import { type Beat, type BeatRow, saveBeats } from './data.ts'

/** The one writer of beats of a database: at most one beat of a learner in a batch. */
export const beatWriter = groupCommitOf<Beat, BeatRow | null>({
  key: (beat) => beat.accountId,
  commit: saveBeats,
  // Two full batches: who would wait longer comes back later with the same beat, and loses nothing.
  maxQueue: 1000,
})
