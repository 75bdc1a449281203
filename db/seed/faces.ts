import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { requestReview } from '../../features/face/server/actions.ts'
import { takePersonal } from '../../features/file/server/actions.ts'
import type { Tx } from '../../server/db.ts'
import type { AppContext } from '../../server/appContext.ts'
import { mintScope } from '../../server/session.ts'
import type { SeededPortal } from './portal.ts'
import { staffOf } from './staff.ts'

/** A drawn photo for a document: the demo shows nobody's face. */
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480">
  <rect width="480" height="480" fill="#7fb2d9"/>
  <path d="M70 480c10-110 80-150 170-150s160 40 170 150z" fill="#2f3e52"/>
  <path d="M200 300h80v60q-40 40-80 0z" fill="#e6b999"/>
  <ellipse cx="240" cy="210" rx="88" ry="112" fill="#f1c9a8"/>
  <path d="M146 200q0-120 94-120t94 120q-20-70-94-70t-94 70z" fill="#262a33"/>
  <circle cx="206" cy="210" r="8"/><circle cx="274" cy="210" r="8"/>
  <path d="M208 268q32 22 64 0" fill="none" stroke="#8c4a3a" stroke-width="6"/>
</svg>`

/** The drawn photo as a picture. */
export const drawnPhoto = () => sharp(Buffer.from(drawn)).jpeg()

/** A learner with a photo on file who requested a review by a person instead of a camera check. */
export async function seedFaces(
  tx: Tx,
  { files }: AppContext,
  portal: SeededPortal,
  accountIds: readonly string[],
): Promise<void> {
  const accountId = accountIds[16]!
  const { projectId } = portal
  const folder = await mkdtemp(join(tmpdir(), 'jixu-demo-'))
  try {
    const path = join(folder, 'portrait.jpg')
    const { width, height, size: bytes } = await drawnPhoto().toFile(path)
    const key = await files.take(path, 'image', '.jpg')
    await tx`insert into images ${tx({ key, projectId, accountId, width, height, bytes })}`
    await takePersonal(tx, accountId, key)
    await tx`update students set photo_key = ${key} where account_id = ${accountId}`
    await tx`update accounts set image_key = ${key} where id = ${accountId}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const [account] = await tx`select login_name from accounts where id = ${accountId}`
  const somebody = await staffOf(tx, portal, account!.loginName as string)
  const scope = mintScope({ projectId, unitPath: null, accountId })
  await requestReview(tx, { ...somebody, roleSystem: 3, menus: new Set(), scope })
}
