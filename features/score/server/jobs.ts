import type { JobHandler } from '../../../server/jobs.ts'
import { untilNone } from '../../../server/sweep.ts'
import { tellPublished } from './actions.ts'

/** Tells people that their scores are published, once their time has come. */
export const announceScores: JobHandler = {
  type: 'score.announce',
  lane: 'time',
  everySeconds: 60,
  run: async (job, { db }) => ({ result: { subjects: await untilNone(job, db, tellPublished) } }),
}
