// @ts-expect-error -- the package declares no types
import { JSDOM } from 'jsdom'

/**
 * Returns the tests of browser code a window: its document, storage and language become the globals that the code
 * reads, before the code is imported.
 */
export function openWindow(): void {
  const page = '<!doctype html><html><body></body></html>'
  const { window } = new JSDOM(page, { url: 'http://portal.test/' }) as { window: Window & typeof globalThis }
  const matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} })
  class ResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  const given = {
    ResizeObserver,
    window,
    document: window.document,
    location: window.location,
    navigator: { language: 'zh-CN', onLine: true, userAgent: 'a browser' },
    localStorage: window.localStorage,
    sessionStorage: window.sessionStorage,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    matchMedia,
    // React reads the form that is sent.
    FormData: window.FormData,
  }
  for (const [name, value] of Object.entries(given)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  Object.defineProperty(window, 'matchMedia', { value: matchMedia })
}
