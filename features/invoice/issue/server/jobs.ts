import { Refusal } from '../../../../contract/refusal.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { bringDue } from '../../../../server/channels/due.ts'
import type { InvoiceOutcome, InvoiceProvider } from '../../../../server/channels/invoicing.ts'
import { ChannelFailure } from '../../../../server/channels/payment.ts'
import type { Job, JobHandler } from '../../../../server/jobs.ts'
import { inPieces } from '../../../../server/sweep.ts'
import { raiseAlarm } from '../../../message/server/actions.ts'
import { getInvoiceConfig } from '../../config/server/actions.ts'
import { ownFailures } from '../rules.ts'
import { open } from './actions.ts'
import { openProvider, providerFor } from './carriers.ts'
import { lockInvoice, type StoredInvoice } from '../../server/actions.ts'
import { claimDue, listAutomatic, listProjects } from './data.ts'
import { fetchFiles } from './deliver.ts'
import { addDays, claimDays, compareDay, type DueDay } from './differences.ts'
import { newInvoiceOf } from './draw.ts'
import { creditAlarm } from './messages.ts'
import { issueJob } from './record.ts'
import { applyOutcome } from './settle.ts'

/** Asks the provider for an invoice under its serial: the first time, or again where it knows none of it. */
const send = async (app: AppContext, provider: InvoiceProvider, invoice: StoredInvoice) =>
  provider.issue(await newInvoiceOf(app.db, app, invoice))

/**
 * Asks about an invoice that was sent before: only where the provider knows nothing of it is it sent again, under the same
 * serial, of which there is never a second one.
 */
async function ask(
  app: AppContext,
  provider: InvoiceProvider,
  invoice: StoredInvoice,
): Promise<InvoiceOutcome> {
  const isFirst = invoice.asked === 1
  const known = isFirst ? ({ state: 'unknown' } as const) : await provider.query(invoice.serial!)
  if (known.state === 'sealFailed') return provider.reissue(invoice.serial!)
  if (known.state === 'waitingDrawer' && invoice.status === 'waiting_drawer')
    return (await isSignedIn(provider)) ? provider.reissue(invoice.serial!) : known
  return known.state === 'unknown' ? send(app, provider, invoice) : known
}

/** True once the drawer has signed in, which the provider is told where it asks for that. */
async function isSignedIn(provider: InvoiceProvider): Promise<boolean> {
  const { code } = await provider.credit()
  return code === null || provider.confirmDrawer(code)
}

async function bringOne(app: AppContext, job: Pick<Job, 'id'>, invoice: StoredInvoice): Promise<void> {
  const { db, log } = app
  const { id, projectId } = invoice
  try {
    const provider = await providerFor(app, invoice)
    const isIssued = invoice.number !== null
    if (!provider) {
      const failed = {
        state: 'failed',
        code: ownFailures.noContract,
        message: ownFailures.noContract,
      } as const
      if (!isIssued) await db.begin((tx) => applyOutcome(tx, invoice, failed))
      return
    }
    const outcome = isIssued ? await provider.query(invoice.serial!) : await ask(app, provider, invoice)
    if (!isIssued) await db.begin((tx) => applyOutcome(tx, invoice, outcome))
    if (outcome.state === 'sealFailed' && isIssued) await provider.reissue(invoice.serial!)
    if (outcome.state === 'opened') await fetchFiles(app, provider, invoice, outcome.files)
  } catch (error) {
    if (error instanceof ChannelFailure) return log.warn({ err: error, invoice: id }, error.message)
    log.error({ err: error, invoice: id }, 'failed to issue an invoice')
    app.report?.({ source: 'job', traceId: job.id, place: issueJob.type, error, projectId, accountId: null })
  }
}

/** Sends the requests of projects that issue without the office, as they come; returns how many. */
async function openAutomatic(app: AppContext, job: Job): Promise<number> {
  const { db, log } = app
  let opened = 0
  for (const id of await listAutomatic(db, 500)) {
    job.signal.throwIfAborted()
    try {
      await db.begin(async (tx) => {
        const invoice = await lockInvoice(tx, id)
        if (invoice.status === 'requested') await open(tx, app, null, invoice)
      })
      opened++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      log.warn({ err: error, invoice: id }, 'a request is not sent by itself')
    }
  }
  return opened
}

/** Sends invoices to their providers, asks about those without a final answer, and fetches the files of those issued. */
export const issueInvoices: JobHandler = {
  ...issueJob,
  everySeconds: 15,
  async run(job, app) {
    const opened = await openAutomatic(app, job)
    const asked = await bringDue(
      job,
      app,
      (db, limit) => claimDue(db, 'blue', limit),
      (invoice) => bringOne(app, job, invoice),
    )
    return { result: { opened, asked } }
  },
}

/** Asks a provider for its list of a day; a failure is written down, and the list asked for again later. */
async function compareOne(app: AppContext, due: DueDay): Promise<void> {
  const { db, log } = app
  try {
    const provider = await openProvider(app, due.projectId)
    if (!provider) throw new ChannelFailure('the project has no contract with a provider')
    const list = await provider.list(due.day)
    await db.begin((tx) => compareDay(tx, due, list))
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    log.warn({ err: error, ...due }, error.message)
    await db`
      update invoice_days set failure = ${error.message.slice(0, 300)}
      where project_id = ${due.projectId} and day = ${due.day} and compared_at is null`
  }
}

/** Compares the providers' lists of the days that are over with the books. */
export const compareInvoices: JobHandler = {
  type: 'invoice.compare',
  lane: 'money',
  everySeconds: 600,
  async run(job, app) {
    await addDays(app.db, await listProjects(app.db))
    const compared = await bringDue(job, app, claimDays, (due) => compareOne(app, due))
    return { result: { compared } }
  },
}

/** Alarms the staff of a project whose provider can issue less this month than they want to be warned at; returns whether. */
async function warnOfCredit(app: AppContext, projectId: string): Promise<boolean> {
  const { db, log } = app
  const { creditWarning } = await getInvoiceConfig(db, projectId)
  const provider = creditWarning > 0 && (await openProvider(app, projectId))
  if (!provider) return false
  try {
    const { left } = await provider.credit()
    if (left === null || left >= creditWarning) return false
    const alarm = {
      kind: creditAlarm,
      cause: 'invoice credit',
      permission: '/invoice-manage/invoice-list',
    } as const
    await db.begin((tx) => raiseAlarm(tx, projectId, { ...alarm, hours: 24, params: { left } }))
    return true
  } catch (error) {
    if (!(error instanceof ChannelFailure)) throw error
    log.warn({ err: error, projectId }, error.message)
    return false
  }
}

/** Watches the credit lines of projects that issue through a provider, each alarmed about once a day. */
export const watchCredit: JobHandler = {
  type: 'invoice.credit',
  lane: 'money',
  everySeconds: 3600,
  async run(job, app) {
    let low = 0
    for (const projectId of await listProjects(app.db)) {
      job.signal.throwIfAborted()
      if (await warnOfCredit(app, projectId)) low++
    }
    return { result: { low } }
  },
}

/** Deletes files that were uploaded to be recorded with an invoice and were not, a day later. */
export const sweepUploads: JobHandler = {
  type: 'invoice.sweep',
  lane: 'heavy',
  everySeconds: 3600,
  async run(job, { db }) {
    const deleted = await inPieces(
      job,
      (most) => db`
        delete from invoice_uploads where id in (
          select id from invoice_uploads where created_at < moment() - interval '1 day' limit ${most})`,
    )
    return { result: { deleted } }
  },
}
