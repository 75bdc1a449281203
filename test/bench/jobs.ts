import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { hlsJob } from '../../features/resource/server/actions.ts'
import { rollUpStudy } from '../../features/study/server/jobs.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import type { AppContext } from '../../server/appContext.ts'
import { enqueue } from '../../server/jobs.ts'
import { writeSheet } from '../../server/sheet.ts'
import { rosterHeader } from '../build/roster.ts'
import { fill } from './heartbeat.ts'
import { anOffice, keys, office, peopleOf } from './import.ts'

const learners = Number(process.env.BENCH_LEARNERS ?? 100_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
const spread = (values: number[]) => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`

function report(name: string, values: number[], goal: string, met: boolean): void {
  const measured = `${median(values).toFixed(2)} s (${spread(values)})`
  process.stdout.write(
    `${name.padEnd(48)} ${measured.padEnd(26)} ${goal.padEnd(10)} ${met ? 'met' : 'MISSED'}\n`,
  )
}

/** A tool in the place of ffmpeg that keeps a processor busy until its playlist's folder is taken away. */
function aBusyEncoder(folder: string): string {
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  const path = join(tools, 'ffmpeg')
  writeFileSync(
    path,
    '#!/bin/sh\nfor last; do :; done\nwhile [ -d "$(dirname "$last")" ]; do i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; done\n',
  )
  chmodSync(path, 0o755)
  return tools
}

/** Seconds of rolling up all learners of the portal, each having watched one video a minute longer. */
async function rollUpAll(db: Pool): Promise<number> {
  await db`
    update watch_coverages set ranges = int4multirange(int4range(0, accepted_ms + 60000)),
      accepted_ms = accepted_ms + 60000, furthest_ms = accepted_ms + 60000, position_ms = accepted_ms + 60000,
      updated_at = moment()`
  await db`update play_leases set last_beat_at = moment(), rolled_at = moment() - interval '1 minute'`
  await db`vacuum (analyze) play_leases, watch_coverages, enrolments`
  const begun = performance.now()
  const job = {
    id: '',
    input: {},
    projectId: null,
    operatorId: null,
    checkpoint: null,
    signal: new AbortController().signal,
    progress: async () => {},
  }
  await rollUpStudy.run(job, { db, log: pino({ level: 'error' }) } as unknown as AppContext)
  const seconds = (performance.now() - begun) / 1000
  const [left] = await db`select count(*) as count from play_leases where rolled_at < last_beat_at`
  if (left!.count !== 0) throw new Error(`${left!.count as number} learners were not rolled up`)
  return seconds
}

/** Lets the time of one attempt be over; returns the seconds until it is submitted. */
async function settleOne(db: Pool, examId: string, number: number): Promise<number> {
  const [row] = await db`
    insert into exam_attempts (project_id, exam_id, enrolment_id, account_id, number, seed, items, sections, total,
      pass_score, started_at, deadline_at)
    select e.project_id, ${examId}, e.id, e.account_id, 1, 1, '[]', '[]', 1, 1, now() - interval '1 hour',
      now() - interval '5 s'
    from enrolments e order by e.id offset ${number} limit 1 returning id`
  const begun = performance.now()
  for (;;) {
    const [found] = await db`select status from exam_attempts where id = ${row!.id as string}`
    if (found!.status !== 'in_progress') return (performance.now() - begun) / 1000
    await wait(20)
  }
}

async function anExamOf(db: Pool): Promise<string> {
  const [row] = await db`
    with paper as (
      insert into papers (project_id, name, mode, sections, total, pass_score, minutes)
      select id, '试卷', 'random', '[]', 1, 1, 60 from projects returning id, project_id)
    insert into exams (project_id, class_id, paper_id, name, attempts, required_progress, status)
    select paper.project_id, c.id, paper.id, '考试', 3, 0, 'active' from paper, train_classes c returning id`
  return row!.id as string
}

/**
 * Lanes: how long an overdue exam waits for its settling while nothing else runs, and while a video is encoded and a
 * roster of 100,000 rows is checked and applied. Then how long the roll-up of 100,000 learners takes.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const embedded = await startEmbedded({ folder: join(folder, 'postgres') })
  const db = connect(embedded.url, { max: 1 })
  let portal: ChildProcess | undefined
  try {
    // Filling takes longer than a call may.
    await db`set statement_timeout = 0`
    await fill(db, learners)
    const rolled = []
    for (let round = 0; round <= rounds; round++) {
      const seconds = await rollUpAll(db)
      // The first round warms the plans.
      if (round > 0) rolled.push(seconds)
    }
    report(`roll-up of ${learners} learners`, rolled, '≤ 10 s', median(rolled) <= 10)

    const examId = await anExamOf(db)
    const unitId = await anOffice(db)
    portal = fork(fileURLToPath(new URL('./import/portal.ts', import.meta.url)), {
      env: {
        ...process.env,
        DATABASE_URL: embedded.url,
        DATA_DIR: folder,
        PATH: `${aBusyEncoder(folder)}${delimiter}${process.env.PATH}`,
      },
    })
    const [{ port }] = (await once(portal, 'message')) as [{ port: number }]
    let attempts = 0
    const quiet: number[] = []
    for (let i = 0; i < 10; i++) quiet.push(await settleOne(db, examId, attempts++))

    const [video] = await db`
      update resources set transcode_status = 'queued', duration_seconds = 3600 returning id`
    await enqueue(db, { ...hlsJob, input: { resourceId: video!.id as string, hls: 'encode' } })
    const path = join(folder, 'roster.xlsx')
    const people = peopleOf(0)
    const columns = rosterHeader(keys).map((title) => ({ title }))
    const sheet = writeSheet({ name: '学员', columns, rows: people.map((cells) => [null, ...cells]) })
    await pipeline(sheet, createWriteStream(path))
    let isOver = false
    const importing = office(port)
      .import(unitId, readFileSync(path), async () => {})
      .finally(() => {
        isOver = true
      })
    const beside: number[] = []
    while (!isOver) beside.push(await settleOne(db, examId, attempts++))
    const { took, progress } = await importing
    const [job] = await db`select status from jobs where type = ${hlsJob.type}`
    process.stdout.write(
      `  ${beside.length} exams were settled while a video was encoded (${job!.status as string} all the time) and ` +
        `${progress.added} learners were imported (${took.visible.toFixed(1)} s to see them, ${took.applied.toFixed(1)} s applied)\n`,
    )
    report('an overdue exam is settled, nothing else runs', quiet, '≤ 2 s', Math.max(...quiet) <= 2)
    report('the same beside encoding and importing', beside, '≤ 2 s', median(beside) <= 2)
    report('  the slowest of them', [Math.max(...beside)], '≤ 2 s', Math.max(...beside) <= 2)
  } finally {
    portal?.disconnect()
    await db.end({ timeout: 2 })
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
