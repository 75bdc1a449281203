import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { encodeCredential } from '../../features/session/rules.ts'
import { passwordCost } from '../../server/password.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const connections = 16

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function child(file: string): Promise<{ process: ChildProcess; first: unknown }> {
  const started = fork(fileURLToPath(new URL(file, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [first] = (await once(started, 'message')) as [unknown]
  return { process: started, first }
}

/** Sign-ins with the right password, each connection going through the accounts from a place of its own. */
async function logins(url: string, accounts: readonly string[]): Promise<{ rate: number; p99: number }> {
  let client = 0
  const request = (n: number) => ({
    method: 'POST' as const,
    path: '/api/login/login.action',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${(n >> 8) & 255}.${n & 255}` },
    body: JSON.stringify({
      account: encodeCredential(accounts[n % accounts.length]!),
      password: encodeCredential('Demo2026a'),
    }),
  })
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    setupClient(one) {
      const start = Math.floor((client++ * accounts.length) / connections)
      one.setRequests(Array.from({ length: 500 }, (_, i) => request(start + i)))
    },
    verifyBody: (answer) => String(answer).includes('"respCode":200'),
  })
  const bad = result.non2xx + result.errors + result.mismatches
  if (bad > 0) throw new Error(`${bad} sign-ins were refused`)
  return { rate: result.requests.average, p99: result.latency.p99 }
}

async function hellos(url: string): Promise<number> {
  return (await autocannon({ url, connections, duration: seconds })).requests.average
}

async function hashes(process: ChildProcess): Promise<number> {
  process.send(seconds)
  const [rate] = (await once(process, 'message')) as [number]
  return rate
}

/** Sign-ins with account and password, 16 connections, beside an empty node:http hello and the bare hash. */
export async function run(): Promise<void> {
  const portal = await child('./login/portal.ts')
  const hello = await child('./class-list/hello.ts')
  const hash = await child('./login/hash.ts')
  const { url, accounts } = portal.first as { url: string; accounts: string[] }
  const measured = { login: [] as number[], p99: [] as number[], hello: [] as number[], hash: [] as number[] }
  try {
    await logins(url, accounts)
    for (let round = 0; round < rounds; round++) {
      const { rate, p99 } = await logins(url, accounts)
      measured.login.push(rate)
      measured.p99.push(p99)
      measured.hash.push(await hashes(hash.process))
      measured.hello.push(await hellos(hello.first as string))
    }
  } finally {
    for (const each of [portal, hello, hash]) each.process.kill('SIGTERM')
  }
  const { login, hash: bare } = measured
  const share = median(login.map((rate, i) => rate / bare[i]!))
  const { memory, passes, parallelism } = passwordCost
  const lines = [
    `sign-ins     ${median(login).toFixed(1)}/s (${Math.min(...login).toFixed(1)}–${Math.max(...login).toFixed(1)}), p99 ${median(measured.p99)} ms`,
    `bare hash    ${median(bare).toFixed(1)}/s, two at a time: argon2id ${memory / 1024} MiB, ${passes} passes, ${parallelism} lane`,
    `hello        ${median(measured.hello).toFixed(0)}/s`,
    `ratio        ${share.toFixed(2)} of the bare hash`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
