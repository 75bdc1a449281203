import { readFile } from 'node:fs/promises'
import type { JobHandler } from '../../../server/jobs.ts'
import { picturePlace, sealJob } from './actions.ts'

/** Seals the picture of a face or papers into its row and removes the file; broken off anywhere it is done again. */
export const sealPictures: JobHandler = {
  ...sealJob,
  async run({ input }, { db, files, secrets }) {
    const { key } = input as { key: string }
    const [image] = await db`select picture_sealed is not null as is_sealed from images where key = ${key}`
    if (!image!.isSealed) {
      const bytes = await readFile(files.path(key))
      const pictureSealed = secrets.seal(picturePlace, bytes.toString('base64'))
      await db`update images set picture_sealed = ${pictureSealed} where key = ${key}`
    }
    await files.remove(key)
  },
}
