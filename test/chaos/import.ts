import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../db/seed/content/random.ts'
import { commonRefusals } from '../../contract/refusal.ts'
import { importCalls, type ImportProgress } from '../../features/import/contract.ts'
import { encodeCredential } from '../../features/session/rules.ts'
import { sessionCalls } from '../../features/session/contract.ts'
import { rosterCalls } from '../../features/student/import/contract.ts'
import { aPerson, aRosterFile } from '../build/roster.ts'
import { aProduct, type Product, started, victims } from './kill/product.ts'
import { freePort } from '../freePort.ts'
import { until } from '../until.ts'

export interface ImportKillOptions {
  kills: number
  rows: number
  seed: number
  /** Called on every kill. */
  say(line: string): void
}

const invariant = readFileSync(new URL('../invariants/31-import-adds-up.sql', import.meta.url), 'utf8')

/** Asks again until somebody answers. */
async function answered<T>(ask: () => Promise<T | null>): Promise<T> {
  let answer: T | null = null
  await until(async () => (answer = await ask()) !== null)
  return answer!
}

/** Calls of a person at the office; null where nobody answered. */
function anOffice(address: string) {
  let token = ''
  async function post<T>(path: string, body: BodyInit, headers: Record<string, string>): Promise<T | null> {
    const response = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { ...headers, ...(token ? { token } : {}) },
      body,
    }).catch(() => null)
    const envelope = (await response?.json().catch(() => null)) as {
      respCode: number
      respDesc: string
      attribute: T
    } | null
    // On a starved machine the portal is busy now and then.
    if (!envelope || envelope.respCode === -1 || envelope.respCode === commonRefusals.overloaded.code)
      return null
    if (envelope.respCode !== 200) throw new Error(`${path}: ${envelope.respDesc}`)
    return envelope.attribute
  }
  const ask = <T>(path: string, input: object) =>
    post<T>(path, JSON.stringify(input), { 'content-type': 'application/json' })
  return {
    ask,
    async signIn() {
      const [account, password] = ['admin', 'Demo2026a'].map(encodeCredential)
      const { data } = await answered(() =>
        ask<{ data: { tokenCode: string } }>(sessionCalls.login.path, { account, password }),
      )
      token = data.tokenCode
    },
    async begin(unitId: string, file: Buffer): Promise<string> {
      const form = new FormData()
      form.append('unitId', unitId)
      form.append('file', new Blob([new Uint8Array(file)]), 'roster.xlsx')
      const begun = await answered(() => post<{ importId: string }>(rosterCalls.importUnitStu.path, form, {}))
      return begun.importId
    },
  }
}

/** Lists faults in what the database holds of the rosters so far. */
function audit(
  product: Product,
  { since, begun, rows, isOver }: { since: Date; begun: number; rows: number; isOver: boolean },
): Promise<string[]> {
  return product.look(async (db) => {
    const broken = await db.unsafe(invariant)
    const [found] = await db`
      with brought as (
        select id from accounts where login_name ~ '^[0-9]{4}(-[0-9]{4}){3}$' and created_at > ${since})
      select count(*) as learners, count(distinct s.card_index) as people,
        (select count(*) from brought b
          where not exists (select from students s where s.account_id = b.id)) as halves,
        (select coalesce(sum(added), 0) from imports where kind = 'roster' and created_at > ${since}) as told
      from students s join brought b on b.id = s.account_id`
    const { learners, people, halves, told: reported } = found as Record<string, number>
    return [
      ...broken.map((row) => `invariant 31: ${JSON.stringify(row)}`),
      ...(learners === people ? [] : [`${learners! - people!} learners twice`]),
      ...(halves === 0 ? [] : [`${halves} accounts without a profile`]),
      ...(learners === reported ? [] : [`${learners} learners, but ${reported} counted`]),
      ...(!isOver || learners === begun * rows ? [] : [`${learners} learners of ${begun * rows}`]),
    ]
  })
}

/**
 * Kills the product at moments of its imports, drawn again each time, until every roster is in: gives what was lost or
 * done twice, which is nothing in a sound product.
 */
export async function killImports({ kills, rows, seed, say }: ImportKillOptions): Promise<string[]> {
  const random = seededRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'jixu-chaos-'))
  const product = aProduct(join(folder, 'data'), await freePort())
  const faults: string[] = []
  try {
    let { run } = await started(product)
    const office = anOffice(product.address)
    await office.signIn()
    // The demo has learners that were brought in before.
    const { unitId, since } = await product.look(async (db) => {
      const [unit] = await db`
        select u.id, moment() as since from units u join accounts a on a.project_id = u.project_id and a.login_name = 'admin'
        where u.status = 'active' order by u.id limit 1`
      return { unitId: unit!.id as string, since: unit!.since as Date }
    })
    let [killed, begun] = [0, 0]
    const look = (importId: string) => office.ask<ImportProgress>(importCalls.getProgress.path, { importId })
    /** Waits for the moment of the next kill: some time while it is checked, or so far into the applying of it. */
    async function moment(importId: string): Promise<ImportProgress | null> {
      if (killed < kills && random.next() < 0.3) {
        await wait(random.int(20, 1500))
        return look(importId)
      }
      const target = killed < kills ? random.int(0, rows) : rows
      for (;;) {
        const progress = await look(importId)
        if (progress?.status === 'applied' || progress?.status === 'failed') return progress
        if (killed < kills && progress?.status === 'applying' && progress.done >= target) return progress
        await wait(120)
      }
    }
    while (faults.length === 0 && killed < kills) {
      const first = begun++ * rows
      const people = Array.from({ length: rows }, (_, n) => aPerson(1_000_000 + first + n))
      const importId = await office.begin(unitId, aRosterFile(people))
      let done = 0
      let lastStatus = ''
      for (;;) {
        const progress = await moment(importId)
        if (progress) {
          if (progress.status === 'failed') faults.push(`failed: ${progress.problem?.en}`)
          if (progress.status === lastStatus && progress.done < done) {
            faults.push(`progress went back from ${done} to ${progress.done} while ${lastStatus}`)
          }
          ;[done, lastStatus] = [progress.done, progress.status]
          if (progress.status === 'applied' || faults.length > 0) break
        }
        if (killed >= kills) continue
        const victim = random.pick(victims)
        await product.kill(run, victim)
        killed++
        ;({ run } = await started(product))
        // The lease of who was killed runs out; nobody waits a minute for it here.
        await product.look(
          (db) => db`update jobs set lease_until = moment() - interval '1 s' where status = 'running'`,
        )
        const wrong = await audit(product, { since, begun, rows, isOver: false })
        faults.push(...wrong.map((line) => `kill ${killed}, ${victim}: ${line}`))
        say(
          `${String(killed).padStart(3)}  ${victim} killed while ${lastStatus || 'begun'} at ${done} of ${rows}: ${wrong.length === 0 ? 'sound' : wrong.join('; ')}`,
        )
        if (wrong.length > 0) break
      }
    }
    faults.push(...(await audit(product, { since, begun, rows, isOver: true })))
    // What was brought is known again: the same file adds nothing.
    const again = await office.begin(
      unitId,
      aRosterFile(Array.from({ length: rows }, (_, n) => aPerson(1_000_000 + n))),
    )
    await until(async () => {
      const progress = await look(again)
      return progress !== null && progress.status !== 'checking' && progress.status !== 'applying'
    })
    faults.push(...(await audit(product, { since, begun, rows, isOver: true })))
    await product.stop(run)
    return faults
  } finally {
    await product.clear()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `npm run chaos -- import [--kills 50] [--rows 10000] [--seed N]`. */
export async function run(options: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: options,
    options: { kills: { type: 'string' }, rows: { type: 'string' }, seed: { type: 'string' } },
  })
  const seed = Number(values.seed ?? Date.now() % 1_000_000)
  const kills = Number(values.kills ?? 50)
  const rows = Number(values.rows ?? 10_000)
  process.stdout.write(`Imports of ${rows} learners, killed ${kills} times, seed ${seed}\n`)
  const faults = await killImports({ kills, rows, seed, say: (line) => process.stdout.write(`${line}\n`) })
  process.stdout.write(faults.length === 0 ? 'Nothing lost, nothing twice\n' : `${faults.join('\n')}\n`)
  return faults.length === 0
}
