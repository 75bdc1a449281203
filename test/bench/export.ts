import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { listExportCalls } from '../../features/export/contract.ts'
import { studentExports } from '../../features/student/manage/contract.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { fillLearners, unitLearners } from './lists/fill.ts'

const counts = (process.env.BENCH_ROWS ?? '10000,100000,1000000').split(',').map(Number)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const token = 'bench-admin'
const { exportStudentList } = studentExports

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const seconds = (from: number) => (performance.now() - from) / 1000
const mb = (bytes: number) => Math.round(bytes / 2 ** 20)

/** Somebody who may export the learners, signed in by the token. */
async function anOffice(db: Pool, projectId: string): Promise<void> {
  await db`
    with role as (
      insert into roles (project_id, role_name, role_system, menus)
      values (${projectId}, '管理员', 1, '{/student-manage/student}') returning id),
    person as (
      insert into accounts (project_id, role_id, login_name, user_name, password_hash)
      select ${projectId}, id, 'office', '管理员', '-' from role returning id, role_id)
    insert into sessions (token_hash, account_id, role_id, ip, agent, idle_until, expires_at)
    select sha256(${token}), id, role_id, '', '', now() + interval '1 day', now() + interval '1 day' from person`
}

/** Acts as somebody at the office over HTTP. */
function office(db: Pool, port: number) {
  const headers = { token, 'content-type': 'application/json' }
  const url = (path: string) => `http://127.0.0.1:${port}/api${path}`
  const post = (path: string, input: object) =>
    fetch(url(path), { method: 'POST', headers, body: JSON.stringify(input) })

  async function ask<T>(path: string, input: object): Promise<T> {
    const { respCode, respDesc, attribute } = (await (await post(path, input)).json()) as {
      respCode: number
      respDesc: string
      attribute: T
    }
    if (respCode !== 200) throw new Error(`${path}: ${respDesc}`)
    return attribute
  }
  /** Seconds until the first byte, and the bytes. */
  async function fetched(begun: number, answer: Promise<Response>) {
    const response = await answer
    if (response.headers.get('content-type')?.startsWith('application/json'))
      throw new Error(await response.text())
    let first = 0
    let bytes = 0
    for await (const piece of response.body!) {
      first ||= seconds(begun)
      bytes += (piece as Uint8Array).length
    }
    return { first, bytes }
  }
  return {
    /** Has a sheet of all rows made; seconds until it is ready, and until its first byte is there. */
    async make() {
      const begun = performance.now()
      const { exportId } = await ask<{ exportId: string }>(listExportCalls.create.path, {
        path: exportStudentList.path,
        filter: {},
      })
      // Asked of the database: over HTTP it may not be asked as often.
      for (;;) {
        const [found] = await db`select status, rows from list_exports where id = ${exportId}`
        if (found!.status === 'ready') {
          const made = seconds(begun)
          const download = `${url(listExportCalls.download.path)}?exportId=${exportId}`
          const answer = fetch(download, { headers })
          return { made, rows: found!.rows as number, ...(await fetched(performance.now(), answer)) }
        }
        if (found!.status !== 'making') throw new Error(`the export is ${found!.status as string}`)
        await wait(20)
      }
    },
    /** The sheet of one unit's learners at once. */
    stream: () => {
      const unitId = '00000000-0000-7000-9000-000000000003'
      return fetched(performance.now(), post(exportStudentList.path, { unitId }))
    },
  }
}

/** Seconds in which PostgreSQL alone writes the same cells out as text. */
async function copied(db: Pool): Promise<number> {
  const begun = performance.now()
  const rows = await db`
    copy (
      select s.real_name, a.login_name, s.card_mask, a.mobile_mask, u.name, s.personnel_category, a.status,
        s.verify_status, a.created_at
      from students s join accounts a on a.id = s.account_id join units u on u.id = s.unit_id
      order by s.account_id desc) to stdout`.readable()
  for await (const _ of rows);
  return seconds(begun)
}

/**
 * The list of learners as a sheet, over HTTP: made by a job and fetched, at each number of rows in a server process of
 * its own, whose memory is watched; compared with COPY of the same cells; and a unit's sheet that is answered at once.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const server = await startEmbedded({ folder: join(folder, 'postgres') })
  const admin = connect(server.url, { max: 1 })
  const peaks: number[] = []
  try {
    for (const count of counts) {
      await admin.unsafe(`create database rows_${count}`)
      const url = new URL(server.url)
      url.pathname = `/rows_${count}`
      const db = connect(url.href, { max: 2, seconds: 3600 })
      await anOffice(db, await fillLearners(db, count))
      const portal = fork(fileURLToPath(new URL('./import/portal.ts', import.meta.url)), {
        env: { ...process.env, DATABASE_URL: url.href, DATA_DIR: join(folder, String(count)) },
      })
      try {
        const [{ port }] = (await once(portal, 'message')) as [{ port: number }]
        const { make, stream } = office(db, port)
        const watched = async () => {
          portal.send('tell')
          return ((await once(portal, 'message')) as [{ rss: number; peak: number; late: number }])[0]
        }
        const taken = {
          made: [] as number[],
          copy: [] as number[],
          first: [] as number[],
          direct: [] as number[],
        }
        let peak = 0
        let late = 0
        let bytes = 0
        // The first round warms the code and the plans; the largest list is read once.
        for (let round = 0; round <= (count > 100_000 ? 1 : rounds); round++) {
          const copy = await copied(db)
          await watched()
          const file = await make()
          const seen = await watched()
          const direct = await stream()
          if (file.rows !== count) throw new Error(`${file.rows} rows of ${count}`)
          peak = Math.max(peak, seen.peak)
          if (round === 0) continue
          bytes = file.bytes
          late = Math.max(late, seen.late)
          taken.made.push(file.made)
          taken.copy.push(copy)
          taken.first.push(file.first)
          taken.direct.push(direct.first)
        }
        peaks.push(mb(peak))
        const ratio = median(taken.made) / median(taken.copy)
        process.stdout.write(
          `${String(count).padStart(9)} rows: made in ${median(taken.made).toFixed(2)} s = ${ratio.toFixed(1)} × COPY ` +
            `(${median(taken.copy).toFixed(2)} s), ${mb(bytes)} MB, first byte of the file ` +
            `${(median(taken.first) * 1000).toFixed(0)} ms; ${unitLearners} rows at once: first byte ` +
            `${(median(taken.direct) * 1000).toFixed(0)} ms; memory ${mb(peak)} MB, event loop late p99 ${late.toFixed(1)} ms\n`,
        )
      } finally {
        portal.disconnect()
        await once(portal, 'exit')
        await db.end({ timeout: 2 })
      }
    }
    process.stdout.write(
      `memory: ${peaks.join(', ')} MB; goals: 100,000 rows ≤ 4 s, first byte ≤ 100 ms, memory the same at every number of rows\n`,
    )
  } finally {
    await admin.end({ timeout: 2 })
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
