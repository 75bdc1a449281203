import { readFile } from 'node:fs/promises'
import type { Db } from '../../../server/db.ts'
import type { JobHandler } from '../../../server/jobs.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { unusedHours } from '../rules.ts'
import { picturePlace, sealJob } from './actions.ts'

/** Seals the picture of a face or papers into its row and removes the file; broken off anywhere it is done again. */
export const sealPictures: JobHandler = {
  ...sealJob,
  async run({ input }, { db, files, secrets }) {
    const { key } = input as { key: string }
    const [image] = await db`select picture_sealed is not null as is_sealed from images where key = ${key}`
    if (!image!.isSealed) {
      const bytes = await readFile(files.path(key))
      const pictureSealed = secrets.seal(picturePlace, key, bytes.toString('base64'))
      await db`update images set picture_sealed = ${pictureSealed} where key = ${key}`
    }
    await files.remove(key)
  },
}

interface Shown {
  table: string
  column: string
}

/** Columns that show somebody's picture: two without a foreign key, and each that has one. */
async function showing(db: Db): Promise<Shown[]> {
  const keys = await db<Shown[]>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'images'::regclass`
  return [{ table: 'accounts', column: 'image_key' }, { table: 'students', column: 'photo_key' }, ...keys]
}

/** Pictures nobody used in time, and those of people that nothing shows any more: replaced, or of a closed account. */
const leftovers = (db: Db, shown: readonly Shown[]) => db`
  select key from images i
  where (used_at is null and created_at < moment() - make_interval(hours => ${unusedHours}))
    or (is_personal and used_at < moment() - interval '1 hour' ${shown.map(
      ({ table, column }) => db`and not exists (select from ${db(table)} where ${db(column)} = i.key) `,
    )})`

/** Removes a picture that is still left over; its file first, so that what breaks off is found again. */
async function removeLeftover(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  shown: readonly Shown[],
  key: string,
): Promise<boolean> {
  return db.begin(async (tx) => {
    await tx`select from images where key = ${key} for update`
    const [left] = await tx`select from (${leftovers(tx, shown)}) l where l.key = ${key}`
    if (!left) return false
    await files.remove(key)
    await tx`delete from images where key = ${key}`
    return true
  })
}

/** Removes what nothing shows, once an hour. */
export const sweepPictures: JobHandler = {
  type: 'file.sweep',
  lane: 'heavy',
  everySeconds: 3600,
  async run(_job, app) {
    let pictures = 0
    const shown = await showing(app.db)
    for (const { key } of await leftovers(app.db, shown)) {
      if (await removeLeftover(app, shown, key as string)) pictures++
    }
    return { result: { pictures } }
  },
}
