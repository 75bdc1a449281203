import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPages } from '../../app/build.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { launch, stop } from './start/launch.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Empty data folder to serving the filled demo (pages built), and a warm start, beside a bare initdb and start. */
export async function run(): Promise<void> {
  await buildPages()
  const empty: number[] = []
  const warm: number[] = []
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
    try {
      const begun = performance.now()
      const database = await startEmbedded({ folder: join(folder, 'bare') })
      bare.push(performance.now() - begun)
      await database.stop()
      const first = await launch(join(folder, 'data'))
      empty.push(first.milliseconds)
      await stop(first.child)
      const second = await launch(join(folder, 'data'))
      warm.push(second.milliseconds)
      await stop(second.child)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const line = (name: string, values: number[], goal: string) =>
    process.stdout.write(
      `${name.padEnd(28)} ${(median(values) / 1000).toFixed(2)} s (${(Math.min(...values) / 1000).toFixed(2)}–${(Math.max(...values) / 1000).toFixed(2)})  ${goal}\n`,
    )
  line('bare initdb and start', bare, 'denominator')
  line('empty folder to serving', empty, 'goal ≤ 4 s')
  line('warm start to serving', warm, 'goal ≤ 1 s')
}
