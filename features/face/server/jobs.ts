import { audit } from '../../../server/audit.ts'
import type { Pool } from '../../../server/db.ts'
import type { JobHandler } from '../../../server/jobs.ts'
import { retention } from '../rules.ts'

/** Rows a transaction deletes. */
const some = 500

/** Deletes pictures and templates whose time is over, some of them; returns how many. */
async function expireSome(db: Pool): Promise<number> {
  return db.begin(async (tx) => {
    const pictures = await tx`
      delete from face_pictures where account_id = any(array(
        select p.account_id from face_pictures p join accounts a on a.id = p.account_id
        where p.taken_at < moment() - make_interval(days => ${retention.pictureDays}) or a.status = 'deleted'
        limit ${some}))
      returning account_id`
    // The description of a portrait that was replaced serves nothing any more.
    const templates = await tx`
      update faces set template_sealed = null, template_of = null where account_id = any(array(
        select f.account_id from faces f join accounts a on a.id = f.account_id
          left join students s on s.account_id = f.account_id
        where f.template_sealed is not null
          and (f.last_at < moment() - make_interval(days => ${retention.templateDays}) or a.status = 'deleted'
            or s.photo_key is distinct from f.template_of)
        limit ${some} for update of f))
      returning account_id`
    for (const [what, rows] of [
      ['picture', pictures],
      ['template', templates],
    ] as const) {
      for (const { accountId } of rows as unknown as { accountId: string }[]) {
        const [account] = await tx`select project_id from accounts where id = ${accountId}`
        await audit(tx, {
          by: null,
          projectId: account!.projectId as string,
          action: 'face.expire',
          subjectKind: 'account',
          subjectId: accountId,
          after: { what },
        })
      }
    }
    return pictures.length + templates.length
  })
}

/** Every hour: what comes from faces is deleted when its time is over. */
export const expireFaces: JobHandler = {
  type: 'face.expire',
  lane: 'time',
  everySeconds: 3600,
  async run({ signal }, { db }) {
    while ((await expireSome(db)) > 0) signal.throwIfAborted()
  },
}
