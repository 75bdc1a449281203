import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { buildPages } from '../../app/build.ts'
import { findChromium } from '../chromium.ts'
import { startPortal } from '../journeys/portal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a browser fetches for one address: scripts and styles, gzipped, in KB of 1000 bytes. */
export async function run(): Promise<void> {
  await buildPages()
  const weights = new Map<string, number>()
  for (const name of readdirSync(join(root, 'dist/assets'))) {
    if (/\.(js|css)$/.test(name))
      weights.set(`/assets/${name}`, gzipSync(readFileSync(join(root, 'dist/assets', name))).length)
  }
  const portal = await startPortal()
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    for (const [who, path, limit] of [
      [null, '/', 130],
      [null, '/login', 130],
      [null, '/publicClass', 130],
      ['learner', '/my', 130],
      ['learner', '/classCenter', 130],
      ['admin', '/home/index', 250],
      ['admin', '/order-manage/list', 250],
    ] as const) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      if (who) {
        await page.goto(`${portal.url}/healthz`)
        const token = await portal.signIn(who)
        await page.evaluate((value) => localStorage.setItem('token', value), token)
      }
      let scripts = 0
      let styles = 0
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        const weight = weights.get(pathname) ?? 0
        if (pathname.endsWith('.js')) scripts += weight
        else styles += weight
      })
      await page.goto(portal.url + path)
      await page.waitForLoadState('networkidle')
      const line = `${path.padEnd(22)} ${(scripts / 1000).toFixed(1).padStart(7)} KB js  ${(styles / 1000).toFixed(1).padStart(5)} KB css`
      process.stdout.write(`${line}  goal ≤ ${limit} KB js${scripts / 1000 > limit ? '  MISSED' : ''}\n`)
      await context.close()
    }
  } finally {
    await browser.close()
    await portal.close()
  }
}
