import type { AppContext } from '../../../server/appContext.ts'
import { bringDue } from '../../../server/channels/due.ts'
import { ChannelFailure } from '../../../server/channels/payment.ts'
import type { JobHandler, JobKind } from '../../../server/jobs.ts'
import { channelOf } from '../../payment/server/actions.ts'
import { emptyHours } from '../rules.ts'
import { recordBill } from './actions.ts'
import { addDays, claimDue, type DueBill } from './data.ts'

/** The job that reads the bills of the channels; queued when one is asked for again. */
export const readBillsJob = { type: 'reconciliation.read', lane: 'money' } as const satisfies JobKind

/** Asks a channel for a bill that is due; a failure is written down, and the bill asked for again later. */
async function readOne(app: AppContext, bill: DueBill): Promise<void> {
  const { db, log } = app
  try {
    const lines = await (await channelOf(app, bill)).readBill(bill.day)
    if (lines.length === 0 && bill.isBooked && bill.hours < emptyHours)
      throw new ChannelFailure('the channel has no bill of this day yet')
    await db.begin((tx) => recordBill(tx, bill, lines))
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    log.warn({ err: error, bill: bill.id }, error.message)
    await db`update bills set failure = ${error.message.slice(0, 300)} where id = ${bill.id} and read_at is null`
  }
}

/** Reads the bills of days that are over, merchant by merchant, and compares each with the books. */
export const readBills: JobHandler = {
  ...readBillsJob,
  everySeconds: 60,
  async run(job, app) {
    await addDays(app.db)
    const read = await bringDue(job, app, claimDue, (bill) => readOne(app, bill))
    return { result: { read } }
  },
}
