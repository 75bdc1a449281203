import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'
import { timeout } from './until.ts'

/** Packages of the back-office kit, written for a bundler: their modules lie in `es`, named without endings. */
const kit = /^(@rc-component\/[^/]+|@ant-design\/[^/]+|antd)(?:\/(?:es|lib))?(\/.+)?$/
const endings = ['', '.js', '/index.js']

/** Replacement of the kit's styles: finding what is visible would weigh each for each element. */
const noStyles = `export const updateCSS = () => document.createElement('style')
export const [injectCSS, removeCSS, clearContainerCache] = Array(3).fill(() => {})`

/** A channel that keeps no process alive. */
class Channel {
  port1: { onmessage?: () => void } = {}
  port2 = { postMessage: () => void setImmediate(() => this.port1.onmessage?.()) }
}
/** A window without layout has no sizes to report. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** JSX is compiled as it is loaded, and styles are left out. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const known = kit.exec(specifier)
    const inKit = /\/node_modules\/(antd|@ant-design|@rc-component)\//.test(context.parentURL ?? '')
    if (!known && !(inKit && !specifier.startsWith('node:'))) return nextResolve(specifier, context)
    const names = [
      ...(known ? [`${known[1]}/es${known[2] ?? ''}`] : []),
      specifier.replace(/^@emotion\/(\w+)$/, '@emotion/$1/dist/$1.esm.js'),
      specifier,
    ]
    for (const name of names.flatMap((stem) => endings.map((ending) => stem + ending))) {
      try {
        return nextResolve(name, context)
      } catch {}
    }
    return nextResolve(specifier, context)
  },
  load(url, context, nextLoad) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    if (file.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true }
    if (file.endsWith('/dynamicCSS.js')) return { format: 'module', source: noStyles, shortCircuit: true }
    if (!file.endsWith('.tsx')) return nextLoad(url, context)
    const { code } = transformSync(file, readFileSync(file, 'utf8'), { jsx: { runtime: 'automatic' } })
    return { format: 'module', source: code, shortCircuit: true }
  },
})

/** Lets a test with an open window import components and draw them. */
export function openComponents(): void {
  for (const name of Object.getOwnPropertyNames(window)) {
    if (name in globalThis) continue
    const value: unknown = Reflect.get(window, name)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
  Object.assign(globalThis, {
    MessageChannel: Channel,
    ResizeObserver: Observer,
    IS_REACT_ACT_ENVIRONMENT: true,
  })
  // As browsers from Chromium 156 on return, though their types declare nothing.
  Element.prototype.scrollIntoView = (): unknown => Promise.resolve()
  const dialog = window.HTMLDialogElement.prototype
  dialog.showModal = function () {
    this.open = true
  }
  dialog.close = function () {
    this.open = false
  }
  // Loaded only now: it reads the window as it is imported.
  const { configure } = createRequire(import.meta.url)('@testing-library/react')
  configure({ asyncUtilTimeout: timeout() })
}
