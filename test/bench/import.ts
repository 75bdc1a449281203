import type { ChildProcess } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { importCalls, type ImportProgress } from '../../features/import/contract.ts'
import { clearCells, type SealedRow } from '../../features/import/server/staging.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { readEnvironment } from '../../server/environment.ts'
import { openSecrets, type Secrets } from '../../server/secrets.ts'
import { writeSheet } from '../../server/sheet.ts'
import { aPerson, rosterHeader } from '../build/roster.ts'
import { fill } from './heartbeat.ts'
import { type Heard, portOf, reported, start } from './import/children.ts'

const count = Number(process.env.BENCH_ROWS ?? 100_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
/** The columns of the roster. */
export const keys = [
  'realName',
  'cardNumber',
  'mobile',
  'personnelCategory',
  'nation',
  'politicalStatus',
  'education',
  'degree',
  'schoolName',
  'major',
  'workPlace',
  'workSince',
]

/** Rows of a roster of twelve columns, another one for each round. */
export function peopleOf(round: number): string[][] {
  return Array.from({ length: count }, (_, i) => {
    const n = round * count + i
    const { realName, cardNumber, mobile } = aPerson(n)
    const chosen = ['工程技术人员', '汉族', '群众', '大学本科', '学士']
    const rest = [
      `某某大学${n % 97}`,
      '土木工程',
      `工程部${n % 31}`,
      `20${String(n % 20).padStart(2, '0')}-07-01`,
    ]
    return [realName, cardNumber, mobile, ...chosen, ...rest].map(String)
  })
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const spread = (values: number[]) => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`

function report(name: string, measured: string, goal: string, met: boolean): void {
  process.stdout.write(
    `${name.padEnd(44)} ${measured.padEnd(30)} ${goal.padEnd(12)} ${met ? 'met' : 'MISSED'}\n`,
  )
}

/** A unit whose administrator is signed in by the token `bench-admin`; returns the unit's id. */
export async function anOffice(db: Pool): Promise<string> {
  const [row] = await db`
    with project as (
      update projects set register_fields = ${db.json(keys.map((key) => ({ key, required: false })))}
      returning id),
    fresh as (select new_id() as id),
    unit as (
      insert into units (id, project_id, path, name) select fresh.id, project.id, fresh.id || '/', '单位'
      from fresh, project returning id),
    role as (
      insert into roles (project_id, role_name, role_system, menus)
      select id, '管理员', 1, '{/student-manage/student,/student-manage/student#import}' from project
      returning id, project_id),
    person as (
      insert into accounts (project_id, role_id, login_name, user_name, password_hash)
      select project_id, id, 'office', '管理员', '-' from role returning id, role_id),
    session as (
      insert into sessions (token_hash, account_id, role_id, ip, agent, idle_until, expires_at)
      select sha256('bench-admin'), id, role_id, '', '', now() + interval '1 day', now() + interval '1 day' from person)
    select id from unit`
  return row!.id as string
}

/** Time of one import, in seconds. */
interface Took {
  sent: number
  visible: number
  applied: number
}

/** Acts as a person at the office over HTTP. */
export function office(port: number) {
  const headers = { token: 'bench-admin' }
  async function ask<T>(path: string, input: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    const envelope = (await response.json()) as { respCode: number; respDesc: string; attribute: T }
    if (envelope.respCode !== 200) throw new Error(`${path}: ${envelope.respDesc}`)
    return envelope.attribute
  }
  async function until(importId: string, status: ImportProgress['status']): Promise<ImportProgress> {
    for (;;) {
      const found = await ask<ImportProgress>(importCalls.getProgress.path, { importId })
      if (found.status === status) return found
      if (found.status === 'failed') throw new Error(found.problem!.en)
      await wait(150)
    }
  }
  async function upload(file: Buffer): Promise<string> {
    const announced = await ask<{ uploadId: string; token: string; endpoint: string; chunkBytes: number }>(
      importCalls.getUploadToken.path,
      { name: 'a.xlsx', bytes: file.length },
    )
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const url = `http://127.0.0.1:${port}${announced.endpoint}`
    const tus = { ...headers, 'tus-resumable': '1.0.0' }
    await fetch(url, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(file.length),
        'upload-metadata': `token ${base64(announced.token)},name ${base64('a.xlsx')}`,
      },
    })
    for (let at = 0; at < file.length; at += announced.chunkBytes) {
      await fetch(`${url}/${announced.uploadId}`, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(file.subarray(at, at + announced.chunkBytes)),
      })
    }
    return announced.uploadId
  }
  return {
    /** Uploads, checks and reads the rows, confirms them, then applies. */
    async import(
      unitId: string,
      file: Buffer,
      seen: () => Promise<void>,
    ): Promise<{ importId: string; took: Took; progress: ImportProgress }> {
      const begun = performance.now()
      const since = () => (performance.now() - begun) / 1000
      const uploadId = await upload(file)
      const sent = since()
      const { importId } = await ask<{ importId: string }>(importCalls.begin.path, {
        kind: 'roster',
        params: { unitId },
        uploadId,
      })
      await until(importId, 'checked')
      await ask(importCalls.findRows.path, { importId, only: 'good' })
      const visible = since()
      await seen()
      const applying = performance.now()
      await ask(importCalls.apply.path, { importId })
      const progress = await until(importId, 'applied')
      return { importId, took: { sent, visible, applied: (performance.now() - applying) / 1000 }, progress }
    },
  }
}

/** Seconds PostgreSQL takes to copy the same cells into a table of twelve columns, and nothing more. */
async function copyIdle(db: Pool, people: readonly string[][]): Promise<number> {
  await db.unsafe(
    `drop table if exists bench_copies; create table bench_copies (${keys.map((_, i) => `c${i} text`).join()})`,
  )
  const begun = performance.now()
  const copy = await db`copy bench_copies from stdin`.writable()
  await pipeline(
    Readable.from(
      (function* () {
        for (let at = 0; at < people.length; at += 500) {
          yield people
            .slice(at, at + 500)
            .map((cells) => `${cells.join('\t')}\n`)
            .join('')
        }
      })(),
    ),
    copy,
  )
  return (performance.now() - begun) / 1000
}

/** Cells of an import that are not what was sent, every one compared. */
async function wrongCells(db: Pool, secrets: Secrets, importId: string, people: readonly string[][]) {
  let wrong = 0
  let seen = 0
  for await (const rows of db`
    select row_no, cells, cells_sealed, card_sealed, mobile_sealed from import_rows where import_id = ${importId} order by row_no`.cursor(
    5000,
  )) {
    for (const row of rows) {
      const cells = clearCells(secrets, importId, row as unknown as SealedRow, { card: 2, mobile: 3 })
      const wanted = people[(row.rowNo as number) - 2]!
      for (const [i, text] of wanted.entries()) if (cells[i + 1] !== text) wrong++
      seen++
    }
  }
  return wrong + Math.abs(people.length - seen) * keys.length
}

interface Watched {
  rss: number
  peak: number
  late: number
}

/**
 * A roster of 100,000 rows and twelve columns over real HTTP: sent, checked, looked at, applied. Each round imports one
 * with no other load, compared with COPY of the same cells, and one while learners watch videos.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const embedded = await startEmbedded({ folder: join(folder, 'postgres') })
  const db = connect(embedded.url, { max: 2 })
  const children: ChildProcess[] = []
  try {
    await fill(db)
    const unitId = await anOffice(db)
    const environment = { DATABASE_URL: embedded.url, DATA_DIR: folder }
    const portal = start('portal', environment)
    children.push(portal)
    const port = await portOf(portal)
    const secrets = openSecrets(readEnvironment({ ...process.env, ...environment }))
    const beats = start('beats')
    children.push(beats)
    beats.send({ port, learners: 200, every: 1000 })
    const path = join(folder, 'roster.xlsx')
    const load = { wrong: 0, failed: 0 }

    async function aFile(set: number): Promise<string[][]> {
      const people = peopleOf(set)
      const columns = rosterHeader(keys).map((title) => ({ title }))
      const sheet = writeSheet({ name: '学员', columns, rows: people.map((cells) => [null, ...cells]) })
      await pipeline(sheet, createWriteStream(path))
      return people
    }

    /**
     * Imports what is in the file; learners watch meanwhile where `listen` is given, which hears how it was for them.
     */
    async function bringIn(people: string[][], listen?: (onReport: Heard) => void) {
      await reported(portal)
      if (listen) beats.send('watch')
      const report = async () => {
        if (!listen) return
        listen(await reported<Heard>(beats))
        beats.send('watch')
      }
      let checking: Watched | undefined
      const { importId, took, progress } = await office(port).import(unitId, readFileSync(path), async () => {
        await report()
        checking = await reported<Watched>(portal)
      })
      await report()
      await reported(beats)
      load.wrong += (await wrongCells(db, secrets, importId, people)) + (count - progress.added)
      return { took, checking: checking!, applying: await reported<Watched>(portal) }
    }

    /** Lets the database do what the import before left it to do. */
    async function settle(): Promise<void> {
      await db`vacuum (analyze) accounts, students, import_rows`
      await db`checkpoint`
    }

    const idle = { visible: [] as number[], applied: [] as number[], copy: [] as number[] }
    const beside = {
      visible: [] as number[],
      quiet: [] as number[],
      checking: [] as number[],
      applying: [] as number[],
    }
    const most = { before: 0, checking: 0, applying: 0, late: 0 }
    for (let round = 0; round <= rounds; round++) {
      let people = await aFile(2 * round)
      const copied = await copyIdle(db, people)
      await settle()
      const first = await bringIn(people)
      people = await aFile(2 * round + 1)
      await settle()
      beats.send('watch')
      await wait(6000)
      const quiet = await reported<Heard>(beats)
      const onReport: Heard[] = []
      const second = await bringIn(people, (one) => onReport.push(one))
      const [checking, applying] = onReport as [Heard, Heard]
      const mb = (bytes: number) => Math.round(bytes / 2 ** 20)
      process.stdout.write(
        `  ${round === 0 ? 'warm-up' : `round ${round}`}: idle ${first.took.visible.toFixed(2)} s visible ` +
          `(${first.took.sent.toFixed(2)} s sent), ${first.took.applied.toFixed(1)} s applied, ` +
          `${mb(first.checking.rss)} → ${mb(first.checking.peak)} → ${mb(first.applying.peak)} MB, ` +
          `COPY idle ${copied.toFixed(2)} s; watched ${second.took.visible.toFixed(2)} s visible, ` +
          `${second.took.applied.toFixed(1)} s applied, beats p99 ${quiet.p99.toFixed(1)} quiet, ` +
          `${checking.p99.toFixed(1)} checking, ${applying.p99.toFixed(1)} applying\n`,
      )
      load.failed += onReport.reduce((sum, { failed }) => sum + failed, 0)
      // The first round warms the code and the plans.
      if (round === 0) continue
      idle.visible.push(first.took.visible)
      idle.applied.push(first.took.applied)
      idle.copy.push(copied)
      beside.visible.push(second.took.visible)
      beside.quiet.push(quiet.p99)
      beside.checking.push(checking.p99)
      beside.applying.push(applying.p99)
      most.before = Math.max(most.before, mb(first.checking.rss))
      most.checking = Math.max(most.checking, mb(first.checking.peak))
      most.applying = Math.max(most.applying, mb(first.applying.peak))
      for (const { checking, applying } of [first, second]) {
        most.late = Math.max(most.late, checking.late, applying.late)
      }
    }
    const times = (values: number[]) => `${median(values).toFixed(2)} s (${spread(values)})`
    process.stdout.write(
      `Import of ${count} rows × ${keys.length}, ${rounds} rounds\n` +
        `  COPY idle    ${times(idle.copy)}\n` +
        `  visible      ${(median(idle.visible) / median(idle.copy)).toFixed(1)} × COPY; ` +
        `while learners watch ${times(beside.visible)}\n` +
        `  applied      ${times(idle.applied)} after confirmation\n` +
        `  memory       ${most.before} MB before, ${most.applying} MB at most while applying\n`,
    )
    report('7 upload → checked → rows visible', times(idle.visible), '≤ 5 s', median(idle.visible) <= 5)
    report('7 memory of the server process', `${most.checking} MB`, '≤ 300 MB', most.checking <= 300)
    report('7 event-loop delay p99', `${most.late.toFixed(1)} ms`, '≤ 30 ms', most.late <= 30)
    report('7 wrong cells', String(load.wrong), '0', load.wrong === 0)
    for (const phase of ['checking', 'applying'] as const) {
      const ratio = median(beside[phase]) / median(beside.quiet)
      report(
        `  heartbeat p99 while ${phase} ÷ quiet`,
        `${ratio.toFixed(2)} (${median(beside.quiet).toFixed(1)} → ${median(beside[phase]).toFixed(1)} ms)`,
        '≤ 2',
        ratio <= 2 && load.failed === 0,
      )
    }
  } finally {
    for (const child of children) child.disconnect()
    await db.end({ timeout: 2 })
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
