import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { applicationCalls } from '../../features/signUp/application/contract.ts'
import { seatCalls } from '../../features/signUp/seat/contract.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { fillLearners } from './lists/fill.ts'

const applicants = Number(process.env.BENCH_ROWS ?? 20_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const token = 'bench-admin'
const goal = 10

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const mb = (bytes: number) => Math.round(bytes / 2 ** 20)

/** An exam of two subjects that so many learners have applied for, and somebody who reviews them, signed in by the token. */
async function fillSignUp(db: Pool, count: number): Promise<string> {
  const projectId = await fillLearners(db, count)
  await db`
    with role as (
      insert into roles (project_id, role_name, role_system, menus)
      values (${projectId}, '管理员', 1, '{/cms-manage/apply-exam-manage,/cms-manage/apply-exam-manage#review,/cms-manage/apply-exam-manage#seat}')
      returning id),
    person as (
      insert into accounts (project_id, role_id, login_name, user_name, password_hash)
      select ${projectId}, id, 'office', '管理员', '-' from role returning id, role_id)
    insert into sessions (token_hash, account_id, role_id, ip, agent, idle_until, expires_at)
    select sha256(${token}), id, role_id, '', '', now() + interval '1 day', now() + interval '1 day' from person`
  const [signUp] = await db<{ id: string }[]>`
    insert into sign_ups (project_id, kind, title, opens_at, closes_at, quota, taken, fee, status)
    values (${projectId}, 'exam', '考试', now() - interval '1 day', now() + interval '9 days', ${count}, ${count}, 0, 'open')
    returning id`
  const { id } = signUp!
  await db`insert into sign_up_forms (sign_up_id, version, fields) values (${id}, 1, '[]')`
  const rooms = JSON.stringify(
    Array.from({ length: 100 }, (_, n) => ({ name: `第 ${n + 1} 考场`, seats: Math.ceil(count / 100) })),
  )
  await db`
    with subject as (
      insert into sign_up_subjects (sign_up_id, name, sort) select ${id}, '科目' || n, n from generate_series(1, 2) n
      returning id, sort)
    insert into sign_up_sessions (subject_id, starts_at, ends_at, rooms, sort)
    select id, now() + make_interval(days => 30 + sort), now() + make_interval(days => 30 + sort, hours => 2), ${rooms}::text::jsonb, 0
    from subject`
  await db`
    insert into sign_up_applications (project_id, sign_up_id, account_id, unit_id, applied_by, form_version, answers, subject_ids, fee)
    select a.project_id, ${id}, a.id, a.unit_id, a.id, 1, '[]',
      array(select j.id from sign_up_subjects j where j.sign_up_id = ${id} order by j.sort), 0
    from accounts a join students s on s.account_id = a.id order by a.id`
  await db.unsafe('vacuum analyze')
  return id
}

/** Seconds in which PostgreSQL alone counts the applicants by their status and name. */
async function counted(db: Pool, signUpId: string): Promise<number> {
  const begun = performance.now()
  await db`
    select p.status, s.real_name from sign_up_applications p join students s on s.account_id = p.account_id
    where p.sign_up_id = ${signUpId} order by s.real_name limit 20`
  return (performance.now() - begun) / 1000
}

/** Seconds in which PostgreSQL alone writes as many rows as a review does: a step, an entry and a message each. */
async function written(db: Pool, signUpId: string): Promise<number> {
  const begun = performance.now()
  await db.begin(async (tx) => {
    for (const table of ['one', 'two', 'three'])
      await tx`
        create temp table ${tx(table)} on commit drop as
        select id, account_id, created_at from sign_up_applications where sign_up_id = ${signUpId}`
    await tx`update sign_up_applications set reason = 'x' where sign_up_id = ${signUpId}`
  })
  return (performance.now() - begun) / 1000
}

/**
 * One exam with many applicants, over HTTP in a server process of its own whose memory is watched: its list by pages,
 * filters and orders, the review of all that match by a job, and the seats of all of them; each beside what PostgreSQL
 * alone takes for a like number of rows.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const server = await startEmbedded({ folder: join(folder, 'postgres') })
  const db = connect(server.url, { max: 2, seconds: 3600 })
  try {
    const signUpId = await fillSignUp(db, applicants)
    const portal = fork(fileURLToPath(new URL('./import/portal.ts', import.meta.url)), {
      env: { ...process.env, DATABASE_URL: server.url, DATA_DIR: join(folder, 'data') },
    })
    try {
      const [{ port }] = (await once(portal, 'message')) as [{ port: number }]
      const headers = { token, 'content-type': 'application/json' }
      async function ask<T>(path: string, input: object): Promise<T> {
        const body = JSON.stringify(input)
        const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, { method: 'POST', headers, body })
        const { respCode, respDesc, attribute } = (await reply.json()) as {
          respCode: number
          respDesc: string
          attribute: T
        }
        if (respCode !== 200) throw new Error(`${path}: ${respDesc}`)
        return attribute
      }
      const watched = async () => {
        portal.send('tell')
        return ((await once(portal, 'message')) as [{ peak: number; late: number }])[0]
      }
      const report = async (what: string, seconds: number, alone: number) => {
        const { peak } = await watched()
        portal.send('held')
        const [{ held }] = (await once(portal, 'message')) as [{ held: number }]
        process.stdout.write(
          `${what.padEnd(34)} ${seconds.toFixed(3)} s = ${(seconds / alone).toFixed(1)} × PostgreSQL alone (${alone.toFixed(3)} s), ` +
            `memory ${mb(peak)} MB at most, ${mb(held)} MB in use after it${seconds > goal ? '  MISSED' : ''}\n`,
        )
      }
      const name = String.fromCodePoint(19968 + 7)
      for (const [what, input] of [
        ['first page with the count', {}],
        ['of those to review', { status: ['applied'] }],
        ['a family name', { keyword: name }],
        ['by name', { sort: 'realName' }],
        ['by unit, downwards', { sort: '-unitName' }],
        ['the last page', { page: applicants / 20 }],
      ] as const) {
        const [taken, alone]: [number[], number[]] = [[], []]
        await watched()
        for (let round = 0; round <= rounds; round++) {
          const single = await counted(db, signUpId)
          const begun = performance.now()
          await ask(applicationCalls.query.path, { signUpId, limit: 20, ...input })
          if (round === 0) continue
          taken.push((performance.now() - begun) / 1000)
          alone.push(single)
        }
        await report(`list: ${what}`, median(taken), median(alone))
      }
      const alone = await written(db, signUpId)
      await watched()
      let begun = performance.now()
      const { batchId } = await ask<{ batchId: string }>(applicationCalls.review.path, {
        filter: { signUpId, status: ['applied'] },
        approve: true,
      })
      for (;;) {
        const [row] = await db`select status, succeeded from batches where id = ${batchId}`
        if (row!.status === 'done') {
          if (row!.succeeded !== applicants)
            throw new Error(`${row!.succeeded} of ${applicants} were approved`)
          break
        }
        if (row!.status !== 'running') throw new Error(`the batch is ${row!.status as string}`)
        await wait(20)
      }
      await report('review of all that match', (performance.now() - begun) / 1000, alone)
      begun = performance.now()
      const { seats } = await ask<{ seats: number }>(seatCalls.assign.path, { signUpId })
      if (seats !== applicants * 2) throw new Error(`${seats} seats of ${applicants * 2}`)
      await report('seats of all, two subjects', (performance.now() - begun) / 1000, alone)
      process.stdout.write(
        `${applicants} applicants; goals: each ≤ ${goal} s, as much memory in use after every step\n`,
      )
    } finally {
      portal.disconnect()
      await once(portal, 'exit')
    }
  } finally {
    await db.end({ timeout: 2 })
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
