import assert from 'node:assert/strict'
import type { Page, Request } from 'playwright-core'
import { limit } from '../until.ts'

/** Signs of a page that waits for something. */
const busy = '.k-skeleton, .ant-skeleton, .ant-spin-spinning, [aria-busy=true]'

/**
 * Watches a page from before it is opened; returns the wait until it has settled: its frame is drawn, nothing is
 * requested any more, nothing moves or shows a loading state. A video plays on and is not waited for.
 */
export function settled(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'media' && request.resourceType() !== 'eventsource') open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    const isOver = limit()
    for (let quiet = 0; quiet < 2; ) {
      const state = await page.evaluate(async (waiting) => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        const isShown = (element: Element) => element.checkVisibility()
        const moving = document
          .getAnimations()
          .some(
            (one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime),
          )
        if (!document.querySelector('h1, main, .ant-layout-content')) return 'no frame'
        if ([...document.querySelectorAll(waiting)].some(isShown)) return 'it says that it waits'
        return moving ? 'it moves' : null
      }, busy)
      const reason =
        state ?? (open.size > 0 ? `it asks for ${[...open].map((one) => one.url()).join(' ')}` : null)
      quiet = reason ? 0 : quiet + 1
      assert.ok(reason === null || !isOver(), `${page.url()} is not all there: ${reason}`)
    }
  }
}
