import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { catalogueCalls } from '../../features/catalogue/contract.ts'
import { detailPath } from '../../features/class/rules.ts'
import { enrolmentCalls } from '../../features/enrolment/contract.ts'
import { studyPath } from '../../features/enrolment/rules.ts'
import { sessionCalls } from '../../features/session/contract.ts'
import { encodeCredential } from '../../features/session/rules.ts'
import { findChromium } from '../chromium.ts'
import { settled } from '../journeys/settled.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
/** A checkout with its modules that is measured in turn with this one: the state before. */
const before = process.env.BENCH_BEFORE
const only = process.env.BENCH_PAGE
/** A phone on a slow line: bytes a second, milliseconds a request waits, and how much slower its processor is. */
const line = { downloadThroughput: 200_000, uploadThroughput: 90_000, latency: 562, offline: false }
const processor = 4
const goals = 'goals: first ≤ 2.0 s, largest ≤ 3.5 s, shift < 0.05, ≤ 20 requests, ≤ 200 KB'

interface Portal {
  name: string
  url: string
  token: string
  companion: string
  pages: { who: 'visitor' | 'learner'; path: string; title: string }[]
  close(): Promise<void>
}

interface Figures {
  first: number
  largest: number
  shift: number
  requests: number
  scripts: number
  kilobytes: number
}

async function ask(url: string, call: string, input: object, token = '') {
  const response = await fetch(`${url}/api${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { token: encodeURIComponent(token) } : {}) },
    body: JSON.stringify(input),
  })
  const { respCode, respDesc, attribute } = (await response.json()) as {
    respCode: number
    respDesc: string
    attribute: never
  }
  if (respCode !== 200) throw new Error(`${call}: ${respDesc}`)
  return { attribute, companion: /sid=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '' }
}

/** Starts the product of a checkout with a demo of its own, as anyone would. */
async function openPortal(name: string, root: string): Promise<Portal> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const child: ChildProcess = spawn(process.execPath, [join(root, 'app/start.ts')], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', CAPTCHA: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.on('exit', () => child.kill())
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      const ready = /ready: (\S+)/.exec((said += String(chunk)))
      if (ready) resolve(ready[1]!)
    })
    child.on('exit', () => reject(new Error(`${name} ended before it was ready`)))
  })
  const signedIn = await ask(url, sessionCalls.login.path, {
    account: encodeCredential('learner'),
    password: encodeCredential('Demo2026a'),
  })
  const { tokenCode: token } = (signedIn.attribute as { data: { tokenCode: string } }).data
  const mine = await ask(url, enrolmentCalls.myClass.path, { state: 'studying', limit: 1 }, token)
  const [studied] = (mine.attribute as { list: { enrolmentId: string }[] }).list
  const shelf = await ask(url, catalogueCalls.findClassList.path, { limit: 1 })
  const [offered] = (shelf.attribute as { list: { id: string }[] }).list
  return {
    name,
    url,
    token,
    companion: signedIn.companion,
    pages: [
      { who: 'visitor', path: '/', title: 'home' },
      { who: 'learner', path: '/', title: 'home' },
      { who: 'visitor', path: '/publicClass', title: 'catalogue' },
      { who: 'learner', path: '/publicClass', title: 'catalogue' },
      { who: 'learner', path: detailPath(offered!.id), title: 'detail' },
      { who: 'learner', path: studyPath(studied!.enrolmentId), title: 'study' },
      { who: 'learner', path: '/classCenter', title: 'my classes' },
      { who: 'learner', path: '/my', title: 'my page' },
    ],
    async close() {
      child.removeAllListeners('exit')
      const gone = new Promise((resolve) => child.on('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Observes what is drawn from the first moment of a page. */
function observe(): void {
  const seen = { first: 0, largest: 0, shift: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') seen.first = startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largest = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function visit(
  browser: Browser,
  portal: Portal,
  { who, path }: Portal['pages'][number],
): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    // It stores pages for later once one is drawn; what it fetches is not this page's.
    serviceWorkers: 'block',
  })
  if (who === 'learner') {
    const { hostname } = new URL(portal.url)
    await context.addCookies([{ name: 'sid', value: portal.companion, domain: hostname, path: '/' }])
    await context.addInitScript((token) => localStorage.setItem('token', token), portal.token)
  }
  await context.addInitScript(observe)
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
  const sum = { requests: 0, scripts: 0, kilobytes: 0 }
  const films = new Set<string>()
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (type === 'Media') films.add(requestId)
    else sum.requests += 1
    if (type === 'Script') sum.scripts += 1
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!films.has(requestId)) sum.kilobytes += encodedDataLength / 1000
  })
  const ready = settled(page)
  await page.goto(portal.url + path)
  await ready()
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: Pick<Figures, 'first' | 'largest' | 'shift'> }).seen,
  )
  await context.close()
  return { ...seen, ...sum }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

function report(portal: Portal, title: string, all: Figures[]): void {
  const of = (key: keyof Figures) => all.map((one) => one[key])
  const seconds = (key: 'first' | 'largest') => {
    const [least, most] = [Math.min(...of(key)), Math.max(...of(key))].map((value) =>
      (value / 1000).toFixed(1),
    )
    return `${(median(of(key)) / 1000).toFixed(2)} s (${least}–${most})`
  }
  process.stdout.write(
    `${portal.name.padEnd(7)} ${title.padEnd(20)} first ${seconds('first')}  largest ${seconds('largest')}  shift ${median(of('shift')).toFixed(3)}  requests ${median(of('requests'))}, scripts ${median(of('scripts'))}  ${median(of('kilobytes')).toFixed(0)} KB\n`,
  )
}

/** First loads of the learner's pages on a phone over a slow line, without a cache; of two checkouts in turn. */
export async function run(): Promise<void> {
  const own = fileURLToPath(new URL('../..', import.meta.url))
  if (before) execFileSync(process.execPath, ['app/build.ts'], { cwd: before })
  const portals: Portal[] = []
  const figures = new Map<string, Figures[]>()
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    if (before) portals.push(await openPortal('before', before))
    portals.push(await openPortal(before ? 'after' : 'now', own))
    const titles = portals[0]!.pages.map(({ who, title }) => `${title}, ${who}`)
    for (let round = 0; round < rounds; round++) {
      for (const [i, title] of titles.entries()) {
        if (only && !title.startsWith(only)) continue
        for (const portal of portals) {
          const key = `${portal.name} ${title}`
          figures.set(key, [...(figures.get(key) ?? []), await visit(browser, portal, portal.pages[i]!)])
        }
      }
    }
    process.stdout.write(`${goals}\n`)
    for (const title of titles) {
      for (const portal of portals) {
        const all = figures.get(`${portal.name} ${title}`)
        if (all) report(portal, title, all)
      }
    }
  } finally {
    await browser.close()
    for (const portal of portals) await portal.close()
  }
}
