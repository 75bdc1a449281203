import type { JobHandler } from '../../../server/jobs.ts'
import { announceJob, tellNext, type Told } from './announce.ts'

/**
 * Tells the learners of a class of an announcement, or takes its messages back, so many in a transaction: a run that was
 * killed goes on where it stopped.
 */
export const tellClasses: JobHandler = {
  ...announceJob,
  async run(job, { db }) {
    const { noticeId } = job.input as { noticeId: string }
    let told = (job.checkpoint as Told | null) ?? { after: null, done: 0 }
    for (let isOver = false; !isOver; ) {
      job.signal.throwIfAborted()
      const { after, done } = told
      const next = await db.begin(async (tx) => {
        const step = await tellNext(tx, noticeId, { after, done })
        await job.progress(tx, { done: step.told.done, checkpoint: step.told })
        return step
      })
      told = next.told
      isOver = next.isOver
    }
    return { result: { learners: told.done } }
  },
}
