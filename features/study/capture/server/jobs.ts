import sharp from 'sharp'
import type { AppContext } from '../../../../server/appContext.ts'
import type { JobHandler } from '../../../../server/jobs.ts'
import { likenessOf } from '../../../face/server/actions.ts'
import { consentVersion } from '../../../face/rules.ts'
import { captureLifecycle, comparedSide, isAlike, pictureDays } from '../rules.ts'
import { capturePlace, judgeJob } from './actions.ts'

const rasterOf = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .flatten()
    .greyscale()
    .resize(comparedSide, comparedSide, { fit: 'fill' })
    .normalise()
    .raw()
    .toBuffer()

const rasterPlace = 'capture_pictures.raster'

/**
 * Finds the newest earlier check of the same account whose picture is almost the one of this: a copy compressed or scaled
 * again, which its index does not know. As far back as pictures are kept; null where there is none. Keeps the raster of
 * this one, and of those that are being judged beside it.
 */
async function findAlike(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  captureId: string,
  picture: Buffer,
): Promise<string | null> {
  const opened = (place: string, id: string, sealed: Buffer) =>
    Buffer.from(secrets.open(place, id, sealed), 'base64')
  const keepRaster = async (id: string, of: Buffer): Promise<Buffer> => {
    const raster = await rasterOf(of)
    await db`
      update capture_pictures set raster_sealed = ${secrets.seal(rasterPlace, id, raster.toString('base64'))}
      where capture_id = ${id}`
    return raster
  }
  const raster = await keepRaster(captureId, picture)
  const earlier = await db<{ id: string; rasterSealed: Buffer | null; pictureSealed: Buffer | null }[]>`
    select o.id, p.raster_sealed, case when p.raster_sealed is null then p.picture_sealed end as picture_sealed
    from captures k
    join captures o on o.account_id = k.account_id and (o.answered_at, o.id) < (k.answered_at, k.id)
    join capture_pictures p on p.capture_id = o.id
    where k.id = ${captureId} order by o.answered_at desc, o.id desc`
  for (const { id, rasterSealed, pictureSealed } of earlier) {
    const known = rasterSealed
      ? opened(rasterPlace, id, rasterSealed)
      : await keepRaster(id, opened(capturePlace, id, pictureSealed!))
    if (isAlike(raster, known)) return id
  }
  return null
}

/**
 * Judges the picture of a check: a face by its likeness to the portrait, a photo by being one, and both by being no copy of
 * an earlier one. Any doubt is a person's to settle, never a loss by itself.
 */
export const judgeCapture: JobHandler = {
  ...judgeJob,
  async run({ input }, app) {
    const captureId = input.captureId as string
    const { db, secrets } = app
    const [capture] = await db<{ accountId: string; kind: string; pictureSealed: Buffer | null }[]>`
      select k.account_id, k.kind, p.picture_sealed from captures k left join capture_pictures p on p.capture_id = k.id
      where k.id = ${captureId} and k.status = 'taken'`
    if (!capture) return
    const { accountId, kind, pictureSealed } = capture
    const picture =
      pictureSealed && Buffer.from(secrets.open(capturePlace, captureId, pictureSealed), 'base64')
    const { isSame, distance } = !picture
      ? { isSame: false, distance: null }
      : kind === 'photo'
        ? { isSame: true, distance: null }
        : await likenessOf(app, accountId, picture)
    const resemblesId = picture && (await findAlike(app, captureId, picture))
    const status = captureLifecycle.next('taken', isSame && !resemblesId ? 'match' : 'doubt')
    await db`
      update captures set status = ${status}, distance = ${distance}, resembles_id = ${resemblesId}
      where id = ${captureId} and status = 'taken'`
  },
  async onFailed(tx, { input }) {
    const captureId = input.captureId as string
    await tx`
      update captures set status = ${captureLifecycle.next('taken', 'doubt')} where id = ${captureId} and status = 'taken'`
  },
}

/** Every hour: pictures whose time is over, or whose consent is, are deleted; checks nobody came back to count as missed. */
export const expireCaptures: JobHandler = {
  type: 'study.expire-captures',
  lane: 'time',
  everySeconds: 3600,
  async run(_job, { db }) {
    await db`
      delete from capture_pictures p using captures k join accounts a on a.id = k.account_id
      where k.id = p.capture_id and (p.taken_at < moment() - make_interval(days => ${pictureDays})
        or a.status = 'deleted'
        or k.kind = 'face' and not exists (
          select from faces f where f.account_id = k.account_id and f.consent_version = ${consentVersion}))`
    await db`
      update captures set status = ${captureLifecycle.next('open', 'lapse')}, settled_at = due_at
      where status = 'open' and due_at < moment() - interval '1 day'`
  },
}
