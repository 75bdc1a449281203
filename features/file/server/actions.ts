import { readFile } from 'node:fs/promises'
import sanitize from 'sanitize-html'
import { isId } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { enqueue, type JobKind } from '../../../server/jobs.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { isSignedInHere, type Session } from '../../../server/session.ts'
import { endOfNextDay, readSignedQuery, signedQuery } from '../../../server/signedQuery.ts'
import type { Upload } from '../../../server/upload.ts'
import { imageRefusals } from '../contract.ts'
import { imageLimits, isPicturePath, picturePath } from '../rules.ts'
import { type Redrawn, redraw } from './redraw.ts'

type UploadedFile = NonNullable<Upload['file']>

function assertPicture(file: Upload['file']): asserts file is UploadedFile {
  if (!file) refuse(imageRefusals.imageOnly, {}, 'file')
  if (file.bytes > imageLimits.kilobytes * 1024) refuse(imageRefusals.tooLarge, {}, 'file')
}

/** Re-encodes an uploaded picture without storing it. Refuses what is no image or too large. */
export async function readPicture(file: Upload['file']): Promise<Redrawn> {
  assertPicture(file)
  return redraw(file.path)
}

/** Stores an uploaded image, re-encoded, for the account that sent it; returns its key and its size in pixels. */
export async function saveImage(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  session: Session,
  file: Upload['file'],
): Promise<{ key: string; width: number; height: number }> {
  assertPicture(file)
  const [today] = await db`
    select count(*) as brought from images
    where account_id = ${session.accountId} and created_at > moment() - interval '1 day'`
  if ((today!.brought as number) >= imageLimits.perDay) refuse(imageRefusals.tooManyToday)
  const { path, extension, ...facts } = await redraw(file.path)
  const key = await files.keep(path, 'image', extension)
  try {
    await db`insert into images ${db({
      key,
      projectId: session.projectId,
      accountId: session.accountId,
      ...facts,
    })}`
  } catch (error) {
    await files.remove(key)
    throw error
  }
  return { key, width: facts.width, height: facts.height }
}

export const sealJob = { type: 'file.seal', lane: 'people' } as const satisfies JobKind

/**
 * Takes a picture for somebody's face or papers, or as a proof for one refund or person; whether the account did bring it,
 * and for nothing that it may not be beside. From now on it is shown by a signed address only, and a job seals it.
 */
export async function takePersonal(
  tx: Tx,
  accountId: string,
  key: string,
  proves: string | null = null,
): Promise<boolean> {
  const taken = await tx`
    update images set is_personal = true, used_at = moment(), proves = ${proves}
    where key = ${key} and account_id = ${accountId}
      and (used_at is null or is_personal and proves is not distinct from ${proves}::uuid) returning key`
  if (taken.length > 0) await enqueue(tx, { ...sealJob, key, input: { key } })
  return taken.length > 0
}

/**
 * Makes the pictures of a text public, and another one by its key; everybody who knows their addresses sees them from then on.
 * Refuses (422) one that is nobody's here, that somebody else has not used yet, or that shows a person.
 */
export async function publishPictures(
  tx: Tx,
  session: { accountId: string; projectId: string },
  { html, key, field }: { html: string; key?: string | null | undefined; field: string },
): Promise<void> {
  const given = new Map([...html.matchAll(ownPicture)].map((match) => [match[1]!, Boolean(match[2])]))
  if (key) given.set(key, true)
  if (given.size === 0) return
  const keys = [...given.keys()].toSorted()
  const rows = await tx`
    update images set used_at = coalesce(used_at, moment())
    where key = any(${keys}) and project_id = ${session.projectId} and not is_personal
      and (used_at is not null or account_id = ${session.accountId}) returning key`
  const shown = new Set(rows.map((row) => row.key as string))
  // A text from elsewhere may name a picture that is gone; what was uploaded for this one has to be there.
  if (keys.some((each) => given.get(each) && !shown.has(each))) refuse(imageRefusals.gone, {}, field)
}

/** A picture of ours in a text, and whether by the address its uploader had. */
const ownPicture = /\/media\/image\/(image\/\d{4}\/[0-9a-f-]{36}\.(?:jpg|png))(\?who=)?/g

/** Column that a sealed picture is bound to. */
export const picturePlace = 'images.picture'

/** The bytes of a picture, wherever they lie; null where there are none. */
export async function readSaved(
  { db, files, secrets }: Pick<AppContext, 'db' | 'files' | 'secrets'>,
  key: string,
): Promise<Buffer | null> {
  // Between two looks its file may be sealed and removed.
  for (let look = 0; look < 2; look++) {
    const [image] = await db<{ pictureSealed: Buffer | null }[]>`
      select picture_sealed from images where key = ${key}`
    if (image?.pictureSealed)
      return Buffer.from(secrets.open(picturePlace, key, image.pictureSealed), 'base64')
    const bytes = await readFile(files.path(key)).catch(() => null)
    if (bytes) return bytes
  }
  return null
}

/**
 * Address of somebody's face or papers for a page, or of an unused picture for its uploader, valid to the end
 * of the next day: the same all day long, so that a browser caches the picture. `<img>` cannot send the token, but sends
 * the companion cookie: the address shows the picture only where the account it was given to is signed in.
 */
export function personalPicturePath<K extends string | null>(
  secrets: Secrets,
  { accountId }: { accountId: string },
  key: K,
): K {
  if (key === null) return key
  const query = signedQuery(secrets, 'picture', key, { accountId, until: endOfNextDay() })
  return `${picturePath(key)}?${query}` as K
}

/**
 * Returns who is shown a picture by an address: `all`, `signed` for the account that has the address and is signed in in
 * the browser of the companion, `fresh` likewise while nobody has used it, or nobody.
 */
export async function whoSees(
  db: Db,
  secrets: Secrets,
  key: string,
  query: Record<string, unknown>,
  companion: string | null,
): Promise<'all' | 'signed' | 'fresh' | null> {
  const signed = readSignedQuery(secrets, 'picture', key, query)
  const isGood = signed !== null && isId(signed.accountId) && signed.until * 1000 > Date.now()
  const who = isGood ? signed.accountId : null
  const [image] = await db<{ isPersonal: boolean; isUsed: boolean; isHere: boolean }[]>`
    select is_personal, used_at is not null as is_used,
      ${who === null ? db`false` : isSignedInHere(db, { who, companion }, db`i.project_id`)} as is_here
    from images i where key = ${key}`
  // Posters of videos are made here and have no row.
  if (!image) return key.startsWith('poster/') ? 'all' : null
  if (image.isUsed && !image.isPersonal) return 'all'
  if (!image.isHere) return null
  return image.isUsed ? 'signed' : 'fresh'
}

const side = (given = '') => (/^\d{1,4}$/.test(given) && Number(given) <= imageLimits.side ? given : null)

/** Attributes left to a picture: its address, its description, if only empty, and its size. */
function picture({ src: address = '', alt = '', ...size }: sanitize.Attributes): sanitize.Attributes {
  // What its uploader saw it by until it was used.
  const src = address.replace(/\?who=[\w-]+(?:&amp;|&)until=\d+(?:&amp;|&)signature=[\w-]+$/, '')
  const [width, height] = [side(size.width), side(size.height)]
  return { src, alt, ...(width && { width }), ...(height && { height }) }
}

const blocks = 'h2 h3 h4 p br hr blockquote ul ol li pre figure figcaption'.split(' ')
const tables = 'table thead tbody tr th td'.split(' ')
const phrases = 'strong b em i u s a img code span'.split(' ')

/** The HTML a manager may write; scripts, frames, forms, styles and foreign pictures go. */
export function cleanHtml(html: string): string {
  return sanitize(html, {
    allowedTags: [...blocks, ...tables, ...phrases],
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'width', 'height'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: {
      h1: 'h2',
      img: (tagName, attributes) => ({ tagName, attribs: picture(attributes) }),
      a: (tagName, attributes) => ({
        tagName,
        attribs: { ...attributes, rel: 'noopener noreferrer nofollow' },
      }),
    },
    // Only pictures stored here: a foreign one would reveal readers to its owner, another address of ours would be
    // requested.
    exclusiveFilter: (frame) => frame.tag === 'img' && !isPicturePath(frame.attribs.src ?? ''),
  })
}
