import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { saveBanner } from '../../features/banner/server/actions.ts'
import { bannerSlots } from '../../features/banner/contract.ts'
import type { AppContext } from '../../server/appContext.ts'
import type { Tx } from '../../server/db.ts'
import { portalOn } from './content/portal.ts'
import type { SeededPortal } from './portal.ts'
import { staffOf } from './staff.ts'

/** Days from now in which each banner is shown, the first one for all of its year. */
const periods: readonly (readonly [from: number, to: number | null])[] = [
  [-30, 60],
  [-7, null],
]

/** The banners of the front page, as the demo's administrator added them. */
export async function seedBanners(tx: Tx, { files }: AppContext, portal: SeededPortal): Promise<void> {
  const session = await staffOf(tx, portal, 'admin')
  const { projectId, accountId } = session
  const folder = await mkdtemp(join(tmpdir(), 'jixu-demo-'))
  const year = Number(portal.today.slice(0, 4))
  const startOf = (given: number) => `${given}-01-01T00:00:00+08:00`
  const later = (days: number) => new Date(Date.parse(portal.now) + days * 86_400_000).toISOString()

  /** Draws a picture of a slot and stores it, as if it had been uploaded. */
  async function store(drawing: string, { width, height }: { width: number; height: number }) {
    const path = join(folder, 'banner.jpg')
    const drawn = sharp(Buffer.from(drawing), { density: 144 })
      .resize(width, height)
      .jpeg({ quality: 82, mozjpeg: true })
    const { size: bytes } = await drawn.toFile(path)
    const key = await files.take(path, 'image', '.jpg')
    await tx`insert into images ${tx({ key, projectId, accountId, width, height, bytes })}`
    return key
  }
  try {
    for (const [i, banner] of portalOn(portal.today).banners.entries()) {
      const [from, to] = periods[i - 1] ?? []
      await saveBanner(tx, session, {
        title: banner.title,
        titleEn: banner.titleEn,
        showTitle: true,
        classId: null,
        address: banner.link,
        places: ['home'],
        showPc: true,
        showPhone: true,
        pcKey: await store(banner.art, bannerSlots.pc.most),
        phoneKey: await store(banner.phoneArt, bannerSlots.phone.most),
        startsAt: from === undefined ? startOf(year) : later(from),
        endsAt: to === undefined ? startOf(year + 1) : to === null ? null : later(to),
      })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
