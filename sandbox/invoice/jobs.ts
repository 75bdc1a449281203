import { nuonuoPath } from '../../server/channels/openInvoicing.ts'
import { ownAddress } from '../../server/channels/openPayment.ts'
import type { JobHandler } from '../../server/jobs.ts'
import { callbackJob, issue, issueJob } from './actions.ts'
import { callbackBody } from './answers.ts'
import { lockInvoice } from './data.ts'

/** Issues an invoice that was asked for. */
export const issueInvoice: JobHandler = {
  ...issueJob,
  async run(job, { db }) {
    const { serialNo } = job.input as { serialNo: string }
    await db.begin((tx) => issue(tx, serialNo))
  },
}

/** Calls the seller back; what is not acknowledged is sent again later. */
export const callSeller: JobHandler = {
  ...callbackJob,
  async run(job, { db, environment }) {
    const { serialNo } = job.input as { serialNo: string }
    const found = await db.begin((tx) => lockInvoice(tx, serialNo))
    if (!found) return
    const answer = await fetch(found.callbackUrl, {
      method: 'POST',
      body: callbackBody(found, ownAddress(environment) + nuonuoPath),
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      signal: AbortSignal.timeout(5000),
    })
    const text = await answer.text()
    if (!answer.ok || !/"status":\s*"0000"/.test(text)) {
      throw new Error(`The seller answered ${answer.status} to a callback`)
    }
  },
}
