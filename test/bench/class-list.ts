import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const connections = 16

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function load(
  url: string,
  options: { method: 'GET' | 'POST'; body?: string },
): Promise<{ rate: number; p99: number; bad: number }> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: Array.from({ length: 1000 }, (_, i) => ({
      ...options,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${i >> 8}.${i & 255}` },
    })),
    verifyBody: (answer) => !String(answer).includes('"respCode":429'),
  })
  return {
    rate: result.requests.average,
    p99: result.latency.p99,
    bad: result.non2xx + result.errors + result.mismatches,
  }
}

async function child(name: string): Promise<{ process: ChildProcess; url: string }> {
  const started = fork(fileURLToPath(new URL(`./class-list/${name}.ts`, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [url] = (await once(started, 'message')) as [string]
  return { process: started, url }
}

/** The public class list of the demo portal, 16 connections, beside an empty node:http hello. */
export async function run(): Promise<void> {
  const portal = await child('portal')
  const hello = await child('hello')
  const body = JSON.stringify({ classType: 'public', year: 2023, page: 1, limit: 20 })
  const path = '/api/base/class-entity/cms/find-class-list.action'
  const lists: number[] = []
  const hellos: number[] = []
  const p99s: number[] = []
  try {
    await load(portal.url + path, { method: 'POST', body })
    for (let round = 0; round < rounds; round++) {
      const list = await load(portal.url + path, { method: 'POST', body })
      if (list.bad > 0) throw new Error(`${list.bad} requests failed`)
      lists.push(list.rate)
      p99s.push(list.p99)
      hellos.push((await load(hello.url, { method: 'GET' })).rate)
    }
  } finally {
    portal.process.kill('SIGTERM')
    hello.process.kill('SIGTERM')
  }
  const ratios = lists.map((rate, i) => rate / hellos[i]!)
  process.stdout.write(
    `class list   ${median(lists).toFixed(0)}/s (${Math.min(...lists).toFixed(0)}–${Math.max(...lists).toFixed(0)}), p99 ${median(p99s)} ms\n`,
  )
  process.stdout.write(
    `hello        ${median(hellos).toFixed(0)}/s\nratio        ${median(ratios).toFixed(3)}   goal: list ≥ 1000/s\n`,
  )
}
