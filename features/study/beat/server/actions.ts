import type { Pool } from '../../../../server/db.ts'
import { groupCommit, type GroupWriter } from '../../../../server/groupCommit.ts'
import { type Beat, type BeatRow, saveBeats } from './data.ts'

const writers = new WeakMap<Pool, GroupWriter<Beat, BeatRow | null>>()

/** The one writer of beats of a database: at most one beat of a learner in a batch. */
export function beatWriter(db: Pool): GroupWriter<Beat, BeatRow | null> {
  let writer = writers.get(db)
  if (!writer) {
    writer = groupCommit({
      key: (beat: Beat) => beat.accountId,
      commit: (batch) => saveBeats(db, batch),
      // Two full batches: who would wait longer comes back later with the same beat, and loses nothing.
      maxQueue: 1000,
    })
    writers.set(db, writer)
  }
  return writer
}
