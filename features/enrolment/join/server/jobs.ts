import { Refusal } from '../../../../contract/refusal.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import type { Db } from '../../../../server/db.ts'
import type { Job, JobHandler } from '../../../../server/jobs.ts'
import { first, joinJob, type JoinInput, joinOne, learners, type Step } from './actions.ts'

/** Refused learners that are named; the others are counted. */
const namedRefusals = 500

/** The step after a refused learner. */
function refusedStep(step: Step, id: string, { words, values }: Refusal): Step {
  const refusal = new Refusal(words, values)
  const said = { zh: refusal.say('zh'), en: refusal.say('en') }
  const known = step.reasons.findIndex(({ zh }) => zh === said.zh)
  const isNamed = step.failed.length < namedRefusals
  return {
    ...{ after: id, joined: step.joined, refused: step.refused + 1 },
    reasons: isNamed && known < 0 ? [...step.reasons, said] : step.reasons,
    failed: isNamed ? [...step.failed, { id, reason: known < 0 ? step.reasons.length : known }] : step.failed,
  }
}

/**
 * Puts the learners into the class, each in a transaction of its own with the checkpoint: a run that was killed goes
 * on where it stopped.
 */
async function run(job: Job, { db }: AppContext) {
  const input = job.input as unknown as JoinInput
  const by = { accountId: job.operatorId!, projectId: job.projectId! }
  const [count] = await db`select count(*)::int as total from ${learners(db, input)}`
  const total = count!.total as number
  let step = (job.checkpoint ?? first) as Step
  const report = (tx: Db, next: Step) =>
    job.progress(tx, { done: next.joined + next.refused, total, checkpoint: next })
  const pageAfter = (after: string | null) =>
    db<{ id: string; unitId: string | null }[]>`
      select a.id, a.unit_id from ${learners(db, input)} ${after ? db`and a.id > ${after}` : db``}
      order by a.id limit 200`
  for (let page = await pageAfter(step.after); page.length > 0; page = await pageAfter(step.after)) {
    for (const { id, unitId } of page) {
      job.signal.throwIfAborted()
      try {
        const next: Step = { ...step, after: id, joined: step.joined + 1 }
        await db.begin(async (tx) => {
          await joinOne(tx, by, { accountId: id, unitId }, input)
          await report(tx, next)
        })
        step = next
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        step = refusedStep(step, id, error)
        await report(db, step)
      }
    }
  }
  return { result: step, partly: step.refused > 0 }
}

/** Puts learners into a class. */
export const joinLearners: JobHandler = { ...joinJob, run }
