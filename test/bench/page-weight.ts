import { chromium, type Request } from 'playwright-core'
import { buildPages } from '../../app/build.ts'
import { detailPath } from '../../features/class/rules.ts'
import { findChromium } from '../chromium.ts'
import { startPortal } from '../journeys/portal.ts'
import { settled } from '../journeys/settled.ts'
import { lightPaths, weigh, weightLimits } from '../weights.ts'

/**
 * Measures what a browser fetches for one address: scripts and styles, gzipped, and all requests with their headers, in
 * KB of 1000 bytes.
 */
export async function run(): Promise<void> {
  await buildPages()
  const portal = await startPortal()
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  const [onShelf] = await portal.world.db<{ id: string }[]>`
    select id from train_classes where status = 'on_shelf' order by id limit 1`
  try {
    for (const [who, path, limit, width] of [
      [null, '/', weightLimits.learner, 390],
      [null, '/login', weightLimits.learner, 390],
      [null, '/publicClass', weightLimits.learner, 390],
      [null, '/classSelectCenter', weightLimits.learner, 390],
      [null, detailPath(onShelf!.id), weightLimits.learner, 390],
      ['learner', '/student/cart', weightLimits.learner, 390],
      ['learner', '/my', weightLimits.learner, 390],
      ['learner', '/classCenter', weightLimits.learner, 390],
      ['admin', '/home/index', weightLimits.office, 390],
      ['admin', '/order-manage/list', weightLimits.office, 390],
      ...lightPaths.map((path) => ['admin', path, weightLimits.office, 1440] as const),
    ] as const) {
      const context = await browser.newContext({ viewport: { width, height: 900 } })
      const page = await context.newPage()
      if (who) {
        await page.goto(`${portal.url}/healthz`)
        const token = await portal.signIn(who)
        await page.evaluate((value) => localStorage.setItem('token', value), token)
      }
      const fetched = weigh(page)
      const requests: Request[] = []
      page.on('requestfinished', (request) => requests.push(request))
      // A network that is quiet for a moment says little on a machine that is busy.
      const ready = settled(page)
      await page.goto(portal.url + path)
      await ready()
      const { scripts, styles } = fetched
      const sizes = await Promise.all(requests.map((request) => request.sizes()))
      const headers = sizes.reduce((sum, size) => sum + size.responseHeadersSize, 0) / 1000
      const line = `${path.padEnd(36)} ${width} px ${scripts.toFixed(1).padStart(7)} KB js  ${styles.toFixed(1).padStart(5)} KB css  ${String(requests.length).padStart(3)} requests, ${headers.toFixed(1)} KB of headers`
      process.stdout.write(`${line}  goal ≤ ${limit} KB js${scripts > limit ? '  MISSED' : ''}\n`)
      await context.close()
    }
  } finally {
    await browser.close()
    await portal.close()
  }
}
