import type { Tx } from '../../../server/db.ts'
import { enqueue, type JobHandler, type JobKind } from '../../../server/jobs.ts'
import { liveStatuses } from '../../enrolment/rules.ts'
import { recallMessages, sendMessages } from '../../message/server/actions.ts'
import { classAnnounced } from './messages.ts'

/** The job that sends the messages of an announcement to its class, or takes them back. */
const announceJob = { type: 'notice.announce', lane: 'message' } as const satisfies JobKind

/** Learners of one transaction. */
const piece = 200

/** Queues what follows for the learners of a class, now that an announcement is published or is so no more. */
export const tellClass = (tx: Tx, { projectId }: { projectId: string }, noticeId: string) =>
  enqueue(tx, { ...announceJob, projectId, input: { noticeId } })

/** Key of the messages of an edition: one a learner, however often the job runs. */
const keyOf = (noticeId: string, edition: number) => `${noticeId} ${edition}`

interface Announced {
  edition: number
  status: string
  title: string
  classId: string
  className: string
}

/** Progress through a class: the last account that was told, and how many were. */
interface Told {
  after: string | null
  done: number
}

/**
 * Sends the messages of a published announcement to the next learners of its class, or takes back those of one that is not
 * published, and of earlier editions; gives how far it came. The row of the announcement is
 * held, so that its status stays what it is until they are.
 */
async function tellNext(
  tx: Tx,
  noticeId: string,
  { after, done }: Told,
): Promise<{ told: Told; isOver: boolean }> {
  const [notice] = await tx<Announced[]>`
    select n.edition, n.status, n.title, n.class_id, c.name as class_name
    from notices n join train_classes c on c.id = n.class_id where n.id = ${noticeId} for share of n`
  if (!notice) return { told: { after, done }, isOver: true }
  const { edition, title, classId, className } = notice
  const isPublished = notice.status === 'published'
  const rows = await tx<{ accountId: string }[]>`
    select distinct e.account_id from enrolments e
    where e.class_id = ${classId} and (${!isPublished} or e.status = any(${[...liveStatuses]}))
      ${after === null ? tx`` : tx`and e.account_id > ${after}`}
    order by e.account_id limit ${piece}`
  const accountIds = rows.map(({ accountId }) => accountId)
  const past = isPublished ? edition - 1 : edition
  const keys = Array.from({ length: past }, (_, before) => keyOf(noticeId, before + 1))
  await recallMessages(tx, classAnnounced, { accountIds, keys })
  if (isPublished) {
    const params = { className, title, noticeId }
    const key = keyOf(noticeId, edition)
    await sendMessages(
      tx,
      classAnnounced,
      accountIds.map((accountId) => ({ accountId, params, key })),
    )
  }
  const told = { after: accountIds.at(-1) ?? after, done: done + accountIds.length }
  return { told, isOver: accountIds.length < piece }
}

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
