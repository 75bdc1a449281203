import { lockInvoice, type StoredInvoice } from '../../server/actions.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { bringDue } from '../../../../server/channels/due.ts'
import type { InvoiceProvider, RedForm, RedFormOutcome } from '../../../../server/channels/invoicing.ts'
import { ChannelFailure } from '../../../../server/channels/payment.ts'
import type { Job, JobHandler } from '../../../../server/jobs.ts'
import {
  claimDue,
  fetchFiles,
  listProjects,
  openProvider,
  providerFor,
  redJob,
  serialOf,
} from '../../issue/server/actions.ts'
import { ownFailures } from '../../issue/rules.ts'
import { takeBuyerForm } from './actions.ts'
import { newRedFormOf } from './draw.ts'
import { applyForm, applyIssued, endRed, follow, lapseRed } from './settle.ts'

/** Asks the provider for the form of a red invoice, under serials that are fixed: again, it is the same form. */
const sendForm = async (app: AppContext, provider: InvoiceProvider, red: StoredInvoice) =>
  provider.requestRed(await newRedFormOf(app.db, app, red))

/** True if we began the form, and not the buyer. */
const isOwnForm = ({ id, attempts, formSerial }: StoredInvoice) => formSerial === serialOf('F', id, attempts)

/** Asks what became of a form; one that the provider knows nothing of is sent again, if it is ours. */
async function askForm(
  app: AppContext,
  provider: InvoiceProvider,
  red: StoredInvoice,
): Promise<RedFormOutcome> {
  const known = await provider.queryRed(red.formSerial!)
  return known.state === 'unknown' && isOwnForm(red) ? sendForm(app, provider, red) : known
}

/** Lets a form lapse that still waits after its time, at the provider first: nobody may confirm what we gave up. */
async function lapseIfOver(
  app: AppContext,
  provider: InvoiceProvider,
  red: StoredInvoice,
  outcome: RedFormOutcome,
) {
  const waits = outcome.state === 'form' && /^waitsFor/.test(outcome.form.state)
  if (!red.formOver || !waits) return
  const revoked = isOwnForm(red) ? await provider.revokeRed(red.formSerial!) : null
  if (revoked?.state !== 'silent') await app.db.begin((tx) => lapseRed(tx, red))
}

async function bringForm(app: AppContext, provider: InvoiceProvider, red: StoredInvoice): Promise<void> {
  const { db } = app
  if (red.status === 'requested') {
    // Written down before anything is sent: what is only requested was never sent, and is cancelled by us alone.
    const isAsked = await db.begin(async (tx) => {
      const locked = await lockInvoice(tx, red.id)
      if (locked.status !== 'requested' || locked.formSerial !== red.formSerial) return false
      await follow(tx, null, locked, 'ask')
      return true
    })
    if (!isAsked) return
  }
  const isFirst = red.status === 'requested' && isOwnForm(red)
  const outcome = await (isFirst ? sendForm : askForm)(app, provider, red)
  await db.begin((tx) => applyForm(tx, red, outcome))
  await lapseIfOver(app, provider, red, outcome)
}

async function bringOne(app: AppContext, job: Pick<Job, 'id'>, red: StoredInvoice): Promise<void> {
  const { db, log } = app
  const { id, projectId } = red
  try {
    const provider = await providerFor(app, red)
    if (!provider) return await giveUp(app, red)
    if (red.status === 'requested' || red.status === 'confirming') return await bringForm(app, provider, red)
    const outcome = await provider.query(red.serial!)
    if (red.number === null) await db.begin((tx) => applyIssued(tx, red, outcome))
    if (outcome.state === 'sealFailed') await provider.reissue(red.serial!)
    if (outcome.state === 'opened') await fetchFiles(app, provider, red, outcome.files)
  } catch (error) {
    if (error instanceof ChannelFailure) return log.warn({ err: error, invoice: id }, error.message)
    log.error({ err: error, invoice: id }, 'failed to reverse an invoice')
    app.report?.({ source: 'job', traceId: job.id, place: redJob.type, error, projectId, accountId: null })
  }
}

/** Fails what was never sent and cannot be: the contract is gone. What was sent waits for it to come back. */
async function giveUp({ db }: AppContext, { id }: StoredInvoice): Promise<void> {
  await db.begin(async (tx) => {
    const red = await lockInvoice(tx, id)
    if (red.status !== 'requested') return
    await follow(tx, null, red, 'ask')
    const code = ownFailures.noContract
    await endRed(tx, null, { ...red, status: 'confirming' }, 'fail', { code, words: code })
  })
}

/** Asks for the forms of red invoices, and for what became of them. */
export const reverseInvoices: JobHandler = {
  ...redJob,
  everySeconds: 15,
  async run(job, app) {
    const asked = await bringDue(
      job,
      app,
      (db, limit) => claimDue(db, 'red', limit),
      (red) => bringOne(app, job, red),
    )
    return { result: { asked } }
  },
}

/** Days back for which forms that buyers began are looked for. */
const formDays = 4

/** Finds the forms that buyers have begun of our invoices. */
export const pullForms: JobHandler = {
  type: 'invoice.forms',
  lane: 'money',
  everySeconds: 1800,
  async run(job, app) {
    const { db, log } = app
    const [days] = await db<{ from: string; to: string }[]>`
      select to_char((moment() at time zone 'Asia/Shanghai')::date - ${formDays}::int, 'YYYY-MM-DD') as from,
        to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as to`
    let found = 0
    for (const projectId of await listProjects(db)) {
      job.signal.throwIfAborted()
      let forms: RedForm[] = []
      try {
        forms = (await (await openProvider(app, projectId))?.listBuyerForms(days!.from, days!.to)) ?? []
      } catch (error) {
        if (!(error instanceof ChannelFailure)) throw error
        log.warn({ err: error, project: projectId }, error.message)
      }
      for (const form of forms) if (await db.begin((tx) => takeBuyerForm(tx, projectId, form))) found++
    }
    return { result: { found } }
  },
}
