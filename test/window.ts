import { JSDOM } from 'jsdom'

/**
 * Gives the tests of browser code a window: its document, storage and language become the globals that the code
 * reads, before the code is imported.
 */
export function openWindow(options: { url?: string; language?: string } = {}): JSDOM {
  const dom = new JSDOM('<!doctype html><html><body></body></html>', {
    url: options.url ?? 'http://portal.test/',
  })
  const { window } = dom
  const matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {} })
  const given = {
    window,
    document: window.document,
    location: window.location,
    navigator: { language: options.language ?? 'zh-CN', clipboard: window.navigator.clipboard },
    localStorage: window.localStorage,
    sessionStorage: window.sessionStorage,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    matchMedia,
  }
  for (const [name, value] of Object.entries(given)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  Object.defineProperty(window, 'matchMedia', { value: matchMedia })
  return dom
}
