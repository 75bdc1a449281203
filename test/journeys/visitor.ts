import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import jsQR from 'jsqr'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { timeout } from '../until.ts'
import { settled } from './settled.ts'

/** A person at a browser: what the pages complain of is collected, and must be nothing at the end. */
export interface Visitor {
  page: Page
  context: BrowserContext
  complaints: string[]
  /** Waits until the page has loaded and drawn what it shows, and nothing moves. */
  settled(): Promise<void>
  /** Ends the visit; the window waits empty for the next person who wants one like it. */
  putAway(): Promise<void>
}

export interface WindowOptions {
  /** Pixels; below 500 it is a telephone. */
  width?: number
  height?: number
  locale?: string
  dark?: boolean
  /** A browser without what came after the oldest that the pages run in. */
  oldest?: boolean
  /** With the service worker, which opens the portal without a network; other journeys do without. */
  worker?: boolean
  /** Name of the browser; a desk's unless given. */
  userAgent?: string
  /** The session that the window already holds, as if its person had signed in earlier. */
  token?: string
  /** A window of its own, whose scripts are not compiled yet and which the test may prepare for good. */
  fresh?: boolean
}

/** Name of a telephone's browser. */
export const phoneAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

/** The companion cookies of sessions that a test opened for a window. */
export const companions = new Map<string, string>()

let browser: Promise<Browser> | undefined

/** The browser of this run. Background networking is off: a closed network would hold every page back. */
function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--mute-audio',
    ],
  })
  return browser
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = undefined
  spare.clear()
}

/** Windows that nobody uses any more, by what they look like: they hold the compiled scripts and nothing else. */
const spare = new Map<string, BrowserContext[]>()

/** Storage of a window that its person has signed in with before. */
function storageOf(url: string, token: string | undefined) {
  const companion = token && companions.get(token)
  const sid = { name: 'sid', domain: new URL(url).hostname, path: '/', expires: -1, secure: false }
  return {
    cookies: companion ? [{ ...sid, value: companion, httpOnly: true, sameSite: 'Strict' as const }] : [],
    origins: token ? [{ origin: url, localStorage: [{ name: 'token', value: token }] }] : [],
  }
}

/** Opens a window with nothing stored but the given session; one that was put away before compiles nothing again. */
export async function visit(url: string, options: WindowOptions = {}): Promise<Visitor> {
  const { width = 1440, height = width < 500 ? 844 : 900, locale = 'zh-CN', token, fresh, ...look } = options
  const key = JSON.stringify([url, width, height, locale, look])
  const used = fresh ? undefined : spare.get(key)?.pop()
  const storageState = storageOf(url, token)
  await used?.setStorageState(storageState)
  const context =
    used ??
    (await (
      await openBrowser()
    ).newContext({
      baseURL: url,
      viewport: { width, height },
      hasTouch: width < 500,
      locale,
      ...(look.userAgent ? { userAgent: look.userAgent } : {}),
      colorScheme: look.dark ? 'dark' : 'light',
      acceptDownloads: true,
      serviceWorkers: look.worker ? 'allow' : 'block',
      storageState,
    }))
  context.setDefaultTimeout(timeout())
  if (look.oldest && !used) {
    // What every browser can is a table of many megabytes.
    const { becomeOldest } = await import('./oldest.ts')
    await context.addInitScript({ content: becomeOldest })
  }
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  return {
    page,
    context,
    complaints,
    settled: settled(page),
    async putAway() {
      // A worker would answer the next person, and a fresh window is one that was prepared.
      if (fresh || look.worker) return context.close()
      await Promise.all(context.pages().map((each) => each.close()))
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.clearPermissions()
      await context.setOffline(false)
      spare.set(key, [...(spare.get(key) ?? []), context])
    },
  }
}

/** Every page of a window with its text and the complaints so far: what to read when a test failed. */
async function whatIsShown({ context, complaints }: Visitor): Promise<string> {
  const pages = context.pages().map(async (page) => {
    const text = await page
      .locator('body')
      .innerText({ timeout: 5000 })
      .catch(() => '(no answer)')
    return `${page.url()}\n${text}`
  })
  return [...(await Promise.all(pages)), ...complaints].join('\n---\n')
}

/** Opens a window for one test: closed at its end, when it must have complained of nothing but what was expected. */
export async function openWindow(
  t: TestContext,
  url: string,
  { expected, ...options }: WindowOptions & { expected?: RegExp } = {},
): Promise<Visitor> {
  const visitor = await visit(url, options)
  t.after(async () => {
    if (!t.passed) t.diagnostic(await whatIsShown(visitor))
    await visitor.putAway()
    assert.deepEqual(
      visitor.complaints.filter((complaint) => !expected?.test(complaint)),
      [],
    )
  })
  return visitor
}

/** Makes the page's machine as slow as a phone; returns the way back. */
export async function slowDown(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return () => session.detach()
}

/** Gives a page the line of a phone on 3G, which can be cut and joined again. */
export async function slowLine(page: Page): Promise<{ cut(): Promise<void>; rejoin(): Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  const line = { latency: 300, downloadThroughput: 200_000, uploadThroughput: 90_000 }
  const set = async (offline: boolean) => {
    await session.send('Network.emulateNetworkConditions', { offline, ...line })
  }
  await session.send('Network.enable')
  await set(false)
  return { cut: () => set(true), rejoin: () => set(false) }
}

/** Reads a picture on the page as a phone's camera does. */
export async function scan(page: Page, alt: RegExp): Promise<string> {
  const picture = page.getByRole('img', { name: alt })
  await picture.waitFor()
  // With the quiet margin around it, as a camera sees it.
  const box = (await picture.boundingBox())!
  const margin = 12
  const clip = {
    x: box.x - margin,
    y: box.y - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  }
  const png = await page.screenshot({ clip })
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const code = jsQR(new Uint8ClampedArray(data), info.width, info.height)
  assert.ok(code, 'the QR code cannot be read')
  return code.data
}

/** The newest message code that the demo's outbox shows for a mobile number. */
export async function readCode(context: BrowserContext, mobile: string): Promise<string> {
  const page = await context.newPage()
  await page.goto('/dev/outbox')
  const text = await page.getByRole('listitem').filter({ hasText: mobile }).first().innerText()
  await page.close()
  const [code] = /\b\d{6}\b/.exec(text.replace(mobile, '')) ?? []
  assert.ok(code, `no code in "${text}"`)
  return code
}
