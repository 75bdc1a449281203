import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './tasks.ts'
import { openWindow } from './window.ts'

/** Modules the process has once: packages, the window, and what is to be closed. */
const once = /^(node_modules\/|test\/(closing|dice|jsx|together|until|window)\.ts$)/

/**
 * Runs test files that open a window in this one process, as `together.ts` does. Packages are imported once; the
 * product's own modules once more for each file, so that none meets what another left in them.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context)
    if (!found.url.startsWith('file:') || !context.parentURL?.startsWith('file:')) return found
    const path = relative(root, fileURLToPath(found.url))
    const parent = new URL(context.parentURL)
    const isTest = relative(root, fileURLToPath(parent)) === 'test/together.ts' && path.endsWith('.test.ts')
    const file = isTest ? path : parent.searchParams.get('file')
    if (!file || once.test(path)) return found
    const url = new URL(found.url)
    url.searchParams.set('file', file)
    return { ...found, url: url.href }
  },
})
openWindow()
await import('./together.ts')
