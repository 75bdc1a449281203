import { refuse } from '../../../contract/refusal.ts'
import type { Ground } from '../../../server/ground.ts'
import type { Session } from '../../../server/session.ts'
import type { Upload } from '../../../server/upload.ts'
import { imageRefusals } from '../contract.ts'
import { imageLimits } from '../rules.ts'
import { redraw } from './redraw.ts'

/** Keeps an uploaded image, drawn anew, for the account that brought it; gives its key and its size in pixels. */
export async function keepImage(
  { db, files }: Pick<Ground, 'db' | 'files'>,
  session: Session,
  file: Upload['file'],
): Promise<{ key: string; width: number; height: number }> {
  if (!file) refuse(imageRefusals.imageOnly)
  if (file.bytes > imageLimits.kilobytes * 1024) refuse(imageRefusals.tooLarge)
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
