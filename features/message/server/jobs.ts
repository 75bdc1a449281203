import { CarrierRefused } from '../../../server/channels/carrier.ts'
import type { Tx } from '../../../server/db.ts'
import { findStuckLanes, type JobHandler, type JobKind } from '../../../server/jobs.ts'
import { inPieces } from '../../../server/sweep.ts'
import type { Lane } from '../../../contract/lanes.ts'
import { deliveryTries, retention } from '../rules.ts'
import { codeJob, deliverJob, raiseAlarm } from './actions.ts'
import { listUsedBudgets } from './budget.ts'
import { handOver, NotListed, type OpenOfficial } from './carriers.ts'
import type { Kinds } from './data.ts'
import {
  abandonDelivery,
  type AwaitedReceipt,
  beginTry,
  claimReceipts,
  expireDelivery,
  markSent,
  noteTry,
  refuseDelivery,
  takeReport,
} from './deliver.ts'
import {
  budgetAlarm,
  errorAlarm,
  jobAlarm,
  laneAlarm,
  noticeBudgetAlarm,
  paymentAlarm,
  refundAlarm,
} from './messages.ts'

const idOf = (job: { input: object }) => (job.input as { deliveryId: string }).deliveryId

/**
 * Hands one delivery to its carrier. It is marked before and after, and the carrier knows it by one number: after a
 * process that ended or a carrier that was silent, the carrier is asked for a while before a text is repeated.
 */
const deliver = (kind: JobKind, kinds: Kinds, openOfficial: OpenOfficial): JobHandler => ({
  ...kind,
  mostTries: deliveryTries,
  async run(job, app) {
    const { db } = app
    const draft = await db.begin((tx) => beginTry(tx, app, kinds, idOf(job)))
    if (!draft) return
    /** A run that was overtaken by another writes nothing about what it failed to send. */
    const note = (write: (tx: Tx) => Promise<void>) =>
      db.begin(async (tx) => {
        await job.progress(tx, { done: 0 })
        await write(tx)
      })
    try {
      const { carrierId } = await handOver(app, openOfficial, draft)
      await db.begin((tx) => markSent(tx, draft, carrierId))
    } catch (error) {
      if (error instanceof NotListed && draft.isOver) return note((tx) => expireDelivery(tx, draft))
      if (!(error instanceof CarrierRefused)) throw error
      if (!error.again) return note((tx) => refuseDelivery(tx, draft, error.code))
      await note((tx) => noteTry(tx, draft, error))
      throw error
    }
  },
  onFailed: (tx, job) => abandonDelivery(tx, idOf(job)),
})

/** Hands what is in inboxes to its carriers. */
export const deliverMessages = (kinds: Kinds, openOfficial: OpenOfficial) =>
  deliver(deliverJob, kinds, openOfficial)

/** Hands codes to their carrier. */
export const deliverCodes = (kinds: Kinds, openOfficial: OpenOfficial) =>
  deliver(codeJob, kinds, openOfficial)

/** Texts asked about at the same time. */
const batch = 10

/** Milliseconds that a run may ask for: meanwhile the messages that wait have one worker less. */
const askingTime = 15_000

/** Asks the carrier of text messages what became of those it took; one that is silent is asked by the next run. */
export const collectReceipts: JobHandler = {
  type: 'message.receipts',
  lane: 'message',
  everySeconds: 30,
  async run(job, { db, channels, secrets, log }) {
    const { sms } = channels
    if (!sms) return
    /** Returns whether the carrier answered. */
    async function ask({ id, accountId, mobileSealed, outId, begunAt }: AwaitedReceipt): Promise<boolean> {
      try {
        const mobile = secrets.open('accounts.mobile', accountId ?? id, mobileSealed)
        const report = await sms!.find({ mobile, outId, since: begunAt })
        if (report) await db.begin((tx) => takeReport(tx, { id, outId }, report))
        return true
      } catch (error) {
        if (!(error instanceof CarrierRefused)) throw error
        log.warn({ delivery: id, code: error.code }, 'the carrier of text messages gave no report')
        return !error.mayHaveTaken
      }
    }
    const end = performance.now() + askingTime
    let asked = 0
    for (let more = true; more && performance.now() < end; ) {
      job.signal.throwIfAborted()
      const due = await db.begin((tx) => claimReceipts(tx, batch))
      const answered = await Promise.all(due.map(ask))
      more = due.length === batch && !answered.includes(false)
      asked += due.length
      await job.progress(db, { done: asked })
    }
    return { result: { asked } }
  },
}

/** Watches payments, lanes and the texts of the day, and alarms staff where they fail; in another lane than the messages it watches. */
export const watchWork: JobHandler = {
  type: 'message.watch',
  lane: 'time',
  everySeconds: 60,
  async run(_job, { db }) {
    const stuck = await findStuckLanes(db)
    // Each failure is reported once: those since the last alarm, also when they fell into its hour of silence.
    const failed = await db<{ lane: Lane; projectId: string; jobs: number }[]>`
      select j.lane, p.id as project_id, count(*)::int as jobs
      from jobs j join projects p on j.project_id is null or j.project_id = p.id
      left join message_alarms a on a.project_id = p.id and a.cause = 'jobs ' || j.lane
      where j.status = 'failed' and j.updated_at > moment() - interval '1 day'
        and j.updated_at > coalesce(a.raised_at, moment() - interval '1 hour')
        and j.type not in (${deliverJob.type}, ${codeJob.type})
      group by 1, 2`
    const payments = await db<{ projectId: string; payments: number }[]>`
      select project_id, count(distinct id)::int as payments from (
        select project_id, id from payments where failure is not null and ask_at is not null and status = 'waiting'
        union all
        select project_id, payment_id from payment_differences where settled_at is null) as stuck
      group by project_id`
    const refunds = await db<{ projectId: string; refunds: number }[]>`
      select project_id, count(*)::int as refunds from refunds where failure is not null group by project_id`
    // Those of no project are for who looks after the portal. Each is reported once, as a failed job is.
    const errors = await db<{ projectId: string; errors: number; place: string }[]>`
      select p.id as project_id, count(*)::int as errors, (array_agg(l.place order by l.opened_at desc))[1] as place
      from exception_logs l
      join projects p on p.id = l.project_id or l.project_id is null and p.parent_id is null
      left join message_alarms a on a.project_id = p.id and a.cause = 'errors'
      where l.status <> 'resolved' and l.opened_at > coalesce(a.raised_at, moment() - interval '1 hour')
      group by p.id`
    const budgets = await listUsedBudgets(db)
    const projects = await db<{ id: string }[]>`select id from projects where status = 'active' order by id`
    await db.begin(async (tx) => {
      for (const { id } of projects) {
        for (const { lane, waitingSeconds } of stuck) {
          const params = { lane, minutes: Math.floor(waitingSeconds / 60) }
          await raiseAlarm(tx, id, { kind: laneAlarm, cause: `lane ${lane}`, params })
        }
        for (const { lane, projectId, jobs } of failed) {
          if (projectId !== id) continue
          await raiseAlarm(tx, id, { kind: jobAlarm, cause: `jobs ${lane}`, params: { lane, jobs } })
        }
        for (const { projectId, ...params } of errors) {
          if (projectId !== id) continue
          const alarm = { kind: errorAlarm, cause: 'errors', permission: '/exception-manage/list' } as const
          await raiseAlarm(tx, id, { ...alarm, params })
        }
        for (const { projectId, daily, areCodesLeft } of budgets) {
          if (projectId !== id) continue
          const alarm = areCodesLeft
            ? { kind: noticeBudgetAlarm, cause: 'noticeBudget' }
            : { kind: budgetAlarm, cause: 'budget' }
          await raiseAlarm(tx, id, { ...alarm, params: { daily } })
        }
        for (const { projectId, payments: count } of payments) {
          if (projectId !== id) continue
          const alarm = {
            kind: paymentAlarm,
            cause: 'payment',
            permission: '/order-manage/list#free',
          } as const
          await raiseAlarm(tx, id, { ...alarm, params: { payments: count } })
        }
        for (const { projectId, refunds: count } of refunds) {
          if (projectId !== id) continue
          const alarm = {
            kind: refundAlarm,
            cause: 'refund',
            permission: '/invoice-manage/refund-list#do',
          } as const
          await raiseAlarm(tx, id, { ...alarm, params: { refunds: count } })
        }
      }
    })
  },
}

/** Deletes messages, deliveries, counts and unconfirmed addresses whose time is over. */
export const sweepMessages: JobHandler = {
  type: 'message.sweep',
  lane: 'heavy',
  everySeconds: 3600,
  async run(job, { db }) {
    const messages = await inPieces(
      job,
      (most) => db`
        delete from messages where id in (
          select id from messages
          where created_at < moment() - make_interval(days => ${retention.read})
            and (read_at is not null or created_at < moment() - make_interval(days => ${retention.unread}))
          limit ${most})`,
    )
    const deliveries = await inPieces(
      job,
      (most) => db`
        delete from message_deliveries where id in (
          select id from message_deliveries
          where created_at < moment() - make_interval(days => ${retention.log}) and status <> 'queued'
          limit ${most})`,
    )
    await inPieces(
      job,
      (most) => db`
        delete from message_mails where ctid = any(array(
          select ctid from message_mails
          where confirmed_at is null and expires_at < moment() - interval '1 day' limit ${most}))`,
    )
    await inPieces(
      job,
      (most) => db`
        delete from message_budgets where ctid = any(array(
          select ctid from message_budgets
          where day < (moment() at time zone 'Asia/Shanghai')::date - 7 limit ${most}))`,
    )
    return { result: { deleted: messages + deliveries } }
  },
}
