import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { FirstFiles } from '../../app/chunks.ts'
import { allPages } from '../../app/webPages.ts'
import { lightPaths, weightLimits } from '../weights.ts'

/** Files that the built pages begin with: a library in a file of all pages makes each of them wait for it. */
const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const built = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8')) as Record<string, FirstFiles>
const light = new Set<string>(lightPaths)
const first = new Set(['/', '/login', '/register', '/publicClass', '/detail-public', '/classCenter'])
const weights = new Map<string, number>()
/**
 * The most a page may begin with, in KB of 1000 bytes of gzipped JavaScript; for learners it is a little above what is
 * true now, and the goal is lower.
 */
const limits = { learner: 180, office: weightLimits.office }

function weightOf(file: string): number {
  const known = weights.get(file)
  if (known !== undefined) return known
  const weight = gzipSync(readFileSync(join(dist, file))).length / 1000
  weights.set(file, weight)
  return weight
}

test('a page begins with few files', () => {
  const most = (path: string, isOffice: boolean) =>
    first.has(path) ? 6 : isOffice ? (light.has(path) ? 20 : 40) : 10
  const many = allPages.flatMap(({ path, frame }) => {
    const { scripts } = built[path]!
    return scripts.length > most(path, frame === 'admin') ? `${path}: ${scripts.length} scripts` : []
  })
  assert.deepEqual(many, [])
})

test('the first pages of the portal and the lists of the back office begin with little', () => {
  const heavy = [...first, ...light].flatMap((path) => {
    const weight = built[path]!.scripts.reduce((sum, file) => sum + weightOf(file), 0)
    const limit = light.has(path) ? limits.office : limits.learner
    return weight > limit ? `${path}: ${weight.toFixed(0)} KB` : []
  })
  assert.deepEqual(heavy, [])
})
