import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { buildPages } from '../../app/build.ts'
import { encodeCredential } from '../../features/session/rules.ts'
import { launch, stop } from './start/launch.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 30)
const connections = 16
/** Many addresses sign in, without a captcha. */
const settings = { CAPTCHA: 'off', TRUST_PROXY: '127.0.0.1' }
const goal = 250

/** Megabytes of a process: its own and its share of what others use as well (PSS). */
function megabytesOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1024)
}

/** People who open pages, look through lists and sign in, all at once. */
async function load(url: string): Promise<{ answered: number; refused: number }> {
  const list = { classType: 'public', year: 2023, page: 1, limit: 20 }
  const learner = { account: encodeCredential('learner'), password: encodeCredential('Demo2026a') }
  const post = (path: string, body: object) => ({ method: 'POST' as const, path, body: JSON.stringify(body) })
  const kinds = [
    { method: 'GET' as const, path: '/' },
    post('/api/base/class-entity/cms/find-class-list.action', list),
    { method: 'GET' as const, path: '/class' },
    post('/api/login/login.action', learner),
  ]
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: Array.from({ length: 1000 }, (_, i) => ({
      ...kinds[i % kinds.length]!,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${i >> 8}.${i & 255}` },
    })),
  })
  return { answered: result['2xx'], refused: result.non2xx + result.errors }
}

/** Memory of the server on the filled demo: where it begins, at most while it is used, and at rest afterwards. */
export async function run(): Promise<void> {
  await buildPages()
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  try {
    const first = await launch(folder, settings)
    const filled = megabytesOf(first.child)
    await stop(first.child)
    const { url, child } = await launch(folder, settings)
    try {
      const begun = megabytesOf(child)
      let most = begun
      const watch = setInterval(() => (most = Math.max(most, megabytesOf(child))), 250)
      const { answered, refused } = await load(url).finally(() => clearInterval(watch))
      const after = megabytesOf(child)
      await wait(20_000)
      const rested = megabytesOf(child)
      process.stdout.write(
        `memory of the server (PSS)   ${filled} MB having filled the demo; ${begun} MB started again, ${most} MB at most ` +
          `and ${after} MB after ${seconds} s of load (${answered} answered, ${refused} refused), ${rested} MB after a rest of 20 s   ` +
          `goal ≤ ${goal} MB after load   ${after <= goal ? 'met' : 'MISSED'}\n`,
      )
    } finally {
      await stop(child)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
