import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { allPages } from '../app/webPages.ts'

const assets = fileURLToPath(new URL('../dist/assets', import.meta.url))

/** The most a page may load at first, in KB of 1000 bytes of gzipped JavaScript. */
export const weightLimits = { learner: 130, office: 250 } as const

/** The pages of the back office that are drawn without antd: its home and its lists. */
export const lightPaths = allPages.flatMap((page) => (page.frame === 'admin' && page.light ? page.path : []))

/**
 * Adds up what the browser fetches from now on of the built pages: scripts and styles, gzipped, in KB. The library that
 * draws charts comes after a board's figures and is not counted.
 */
export function weigh(page: Page): { scripts: number; styles: number } {
  const sum = { scripts: 0, styles: 0 }
  const weights = new Map(
    readdirSync(assets)
      .filter((name) => /\.(js|css)$/.test(name) && !name.startsWith('drawChart-'))
      .map((name) => [`/assets/${name}`, gzipSync(readFileSync(join(assets, name))).length / 1000]),
  )
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    sum[pathname.endsWith('.js') ? 'scripts' : 'styles'] += weights.get(pathname) ?? 0
  })
  return sum
}
