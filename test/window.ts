// @ts-expect-error -- the package declares no types
import { JSDOM } from 'jsdom'
import { mock } from 'node:test'
import { closeAtEnd } from './closing.ts'

interface Page {
  window: Window & typeof globalThis
  cookieJar: { removeAllCookiesSync(): void }
}
/** The page of this process: packages keep the window in which they were imported. */
let page: Page | undefined

const { setTimeout, setInterval } = globalThis

/** Keeps what an object has; the function that is returned restores it. */
function keep(object: object): () => void {
  const kept = Object.getOwnPropertyDescriptors(object)
  return () => {
    for (const name of Reflect.ownKeys(object)) if (!(name in kept)) Reflect.deleteProperty(object, name)
    for (const [name, descriptor] of Object.entries(kept))
      if (descriptor.configurable) Object.defineProperty(object, name, descriptor)
  }
}

/**
 * Returns the tests of browser code a window: its document, storage and language become the globals that the code
 * reads, before the code is imported. When the tests of the file have ended, the page is empty again and the globals
 * are as they were.
 */
export function openWindow(): void {
  const address = 'http://portal.test/'
  page ??= new JSDOM('<!doctype html><html><body></body></html>', { url: address }) as Page
  const { window, cookieJar } = page
  /** Timers of the page: they end with it, and none holds the process. */
  const timers: NodeJS.Timeout[] = []
  const listeners: Parameters<typeof window.addEventListener>[] = []
  const timed = <F extends typeof setTimeout | typeof setInterval>(start: F) =>
    Object.assign(
      (...given: Parameters<typeof setTimeout>) => timers[timers.push(start(...given)) - 1],
      start,
    )
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
    addEventListener: (...given: (typeof listeners)[number]) => {
      listeners.push(given)
      window.addEventListener(...given)
    },
    removeEventListener: window.removeEventListener.bind(window),
    matchMedia,
    setTimeout: timed(setTimeout),
    setInterval: timed(setInterval),
    // React reads the form that is sent.
    FormData: window.FormData,
  }
  for (const [name, value] of Object.entries(given)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  Object.defineProperty(window, 'matchMedia', { value: matchMedia, configurable: true })
  const { document, history, localStorage, sessionStorage } = window
  const prototypes = Object.getOwnPropertyNames(window).flatMap((name) => {
    const { prototype } = (Reflect.get(window, name) ?? {}) as { prototype?: object }
    return prototype ?? []
  })
  const restored = [globalThis, window, document, ...prototypes].map(keep)
  closeAtEnd(async () => {
    mock.reset()
    for (const timer of timers) clearTimeout(timer)
    for (const [type, listener, options] of listeners) window.removeEventListener(type, listener, options)
    document.head.replaceChildren()
    document.body.replaceChildren()
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    document.title = ''
    cookieJar.removeAllCookiesSync()
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', address)
    for (const restore of restored) restore()
  })
}
