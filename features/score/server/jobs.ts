import type { JobHandler } from '../../../server/jobs.ts'
import { tellPublished } from './actions.ts'

/** Tells people that their scores are published, once their time has come. */
export const announceScores: JobHandler = {
  type: 'score.announce',
  lane: 'time',
  everySeconds: 60,
  async run(job, { db }) {
    let subjects = 0
    for (let found = 1; found > 0; subjects += found) {
      job.signal.throwIfAborted()
      found = await db.begin((tx) => tellPublished(tx))
    }
    return { result: { subjects } }
  },
}
