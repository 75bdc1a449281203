import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bannerCalls } from '../../features/banner/contract.ts'
import { catalogueCalls } from '../../features/catalogue/contract.ts'
import { detailPath } from '../../features/class/rules.ts'
import { enrolmentCalls } from '../../features/enrolment/contract.ts'
import { studyPath } from '../../features/enrolment/rules.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** Adds up from the first moment how far what is drawn moves by itself. */
function observe(): void {
  const seen = { shift: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function addresses(token: string): Promise<{ path: string; token?: string }[]> {
  const { list: offered } = await portal.world.ask(catalogueCalls.findClassList, { limit: 1 })
  const { list: studied } = await portal.world.ask(
    enrolmentCalls.myClass,
    { state: 'studying', limit: 1 },
    token,
  )
  const open = ['/', '/publicClass', '/classSelectCenter', detailPath(offered[0]!.id)]
  const own = ['/classCenter', '/my', studyPath(studied[0]!.enrolmentId)]
  return [...open.map((path) => ({ path })), ...[...open, ...own].map((path) => ({ path, token }))]
}

test('on a phone nothing moves while the first pages load, and what they begin with is what they ask for', async (t) => {
  const token = await portal.signIn('learner')
  for (const { path, ...who } of await addresses(token)) {
    const visitor = await openWindow(t, portal.url, { width: 390, height: 844, fresh: true, ...who })
    await visitor.page.addInitScript(observe)
    await visitor.page.goto(path)
    await visitor.settled()
    // What is drawn last comes with a file of its own, and takes its answer then.
    await visitor.page
      .waitForFunction(() => (globalThis as unknown as { begun?: Map<string, unknown> }).begun?.size === 0)
      .catch(() => {})
    const { shift, left } = await visitor.page.evaluate(() => {
      const { seen, begun } = globalThis as unknown as {
        seen: { shift: number }
        begun?: Map<string, unknown>
      }
      return { shift: seen.shift, left: begun ? [...begun.keys()] : null }
    })
    const name = `${path}, ${who.token ? 'learner' : 'visitor'}`
    assert.deepEqual(left, [], `${name}: nobody took what was begun`)
    assert.ok(shift < 0.05, `${name}: moved by ${shift.toFixed(3)}`)
    await visitor.putAway()
  }
})

test('the home page names the banner that a visitor sees first, for each kind of screen', async () => {
  const named = async (path: string, headers: Record<string, string> = {}) => {
    const html = await (await fetch(portal.url + path, { headers })).text()
    return [...html.matchAll(/<link rel="preload" as="image" media="[^"]+" href="([^"]+)">/g)].map(
      ([, to]) => to,
    )
  }
  const [first] = await portal.world.ask(bannerCalls.findPcFrontList, {})
  assert.deepEqual(await named('/'), [first!.pcPath, first!.phonePath])
  assert.deepEqual(await named('/publicClass'), [])
  assert.deepEqual(await named('/', { cookie: `sid=${'a'.repeat(43)}` }), [], 'theirs come later on the page')
})
