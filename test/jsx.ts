import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'
import { timeout } from './until.ts'

/** Packages of the back-office kit, written for a bundler: their modules lie in `es`, named without endings. */
const kit = /^(@rc-component\/[^/]+|@ant-design\/[^/]+|antd)(?:\/(?:es|lib))?(\/.+)?$/
const endings = ['', '.js', '/index.js']

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

/**
 * Lets a test with an open window import components and draw them: JSX is compiled as it is loaded, and styles are left
 * out.
 */
export function openComponents(): void {
  for (const name of Object.getOwnPropertyNames(window)) {
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: Reflect.get(window, name) })
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
      if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true }
      if (!url.endsWith('.tsx')) return nextLoad(url, context)
      const file = fileURLToPath(url)
      const { code } = transformSync(file, readFileSync(file, 'utf8'), { jsx: { runtime: 'automatic' } })
      return { format: 'module', source: code, shortCircuit: true }
    },
  })
  // Loaded only now: it reads the window as it is imported.
  const { configure } = createRequire(import.meta.url)('@testing-library/react')
  configure({ asyncUtilTimeout: timeout() })
}
