import type { Language } from '../../../contract/refusal.ts'
import type { Feature } from '../../../server/feature.ts'
import type { JobHandler } from '../../../server/jobs.ts'
import { exportLifecycle, fetchHours } from '../rules.ts'
import { kindsByCode, sendMessage } from '../../message/server/actions.ts'
import { copyPlace, makeJob } from './actions.ts'
import { decide, listDue } from './closing.ts'
import { documentOf } from './document.ts'
import { copyMade } from './messages.ts'
import { collectSections } from './sections.ts'

/** Makes the copy of a person's data and seals it until it is fetched; broken off anywhere it is made again. */
const make = (features: readonly Feature[]): JobHandler => ({
  ...makeJob,
  async run({ input }, { db, files, secrets }) {
    const { id } = input as { id: string }
    // Everything as it was at one moment.
    await db.begin('isolation level repeatable read', async (tx) => {
      const [row] = await tx<{ accountId: string; language: Language; now: string }[]>`
        select account_id, language, moment() as now from data_exports where id = ${id} and status = 'making' for update`
      if (!row) return
      const sections = await collectSections(tx, { files, secrets }, kindsByCode(features), row.accountId)
      const text = documentOf(sections, row.now, row.language)
      const [made] = await tx<{ expiresAt: string }[]>`
        update data_exports set status = ${exportLifecycle.next('making', 'finish')},
          content_sealed = ${secrets.seal(copyPlace, id, text)},
          expires_at = moment() + make_interval(hours => ${fetchHours})
        where id = ${id} returning expires_at`
      await sendMessage(tx, copyMade, row.accountId, { at: row.now, until: made!.expiresAt })
    })
  },
  async onFailed(tx, { input }) {
    const { id } = input as { id: string }
    await tx`
      update data_exports set status = ${exportLifecycle.next('making', 'fail')} where id = ${id} and status = 'making'`
  },
})

/** Closes accounts whose time has come, and deletes copies nobody fetched and identities kept long enough. */
const close = (features: readonly Feature[]): JobHandler => ({
  type: 'personalData.close',
  lane: 'people',
  everySeconds: 3600,
  async run(job, { db, secrets, log }) {
    let [closed, failed] = [0, 0]
    for (const each of await listDue(db)) {
      job.signal.throwIfAborted()
      try {
        if (await db.begin((tx) => decide(tx, secrets, each, features))) closed++
      } catch (error) {
        // One whose values cannot be read keeps nobody else's account open; it is tried again in an hour.
        failed++
        log.error({ err: error, accountId: each.accountId }, 'an account could not be closed')
      }
    }
    const lapsed = await db`
      update data_exports set status = ${exportLifecycle.next('ready', 'lapse')}, content_sealed = null
      where status = 'ready' and expires_at <= moment() returning id`
    const forgotten = await db`
      update account_closings set kept_sealed = null where kept_sealed is not null and kept_until <= moment() returning id`
    return { result: { closed, failed, lapsed: lapsed.length, forgotten: forgotten.length } }
  },
})

/** The background work of personal data, of which these features declare what they know. */
export const personalDataJobs = (features: readonly Feature[]): JobHandler[] => [
  make(features),
  close(features),
]
