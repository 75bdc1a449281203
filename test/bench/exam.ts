import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allTables } from '../../db/tables.ts'
import { insertQuestions, readQuestion } from '../../features/question/server/actions.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import type { Load, Measured } from './exam/load.ts'

const learners = 8000
const questions = 50
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

/**
 * A class of learners, each with a session and a place, and an exam of fifty single choices out of two hundred;
 * nobody answers all of them right, so that nobody passes and all may begin again.
 */
async function fill(db: Pool): Promise<string> {
  await db.unsafe(allTables())
  const [made] = await db`
    with project as (insert into projects default values returning id),
    category as (insert into class_categories (project_id, class_type, kind, name)
      select id, 'public', 'base', '类别' from project returning id, project_id),
    class as (insert into train_classes (project_id, category_id, code, name, name_bigrams, class_type, year,
        hours_tenths, required_hours_tenths, price, original_price, status)
      select project_id, id, 'B1', '班级', '{}', 'public', 2023, 80, 80, 0, 0, 'on_shelf' from category returning id),
    bank as (insert into question_banks (project_id, name) select id, '题库' from project returning id)
    select project.id as project_id, class.id as class_id, bank.id as bank_id from project, class, bank`
  const { projectId, classId, bankId } = made as unknown as Record<'projectId' | 'classId' | 'bankId', string>
  const stem = '下列关于继续教育学时登记的说法，符合规定的是哪一项？请结合材料选择最恰当的一项。'
  await db.begin((tx) =>
    insertQuestions(
      tx,
      Array.from({ length: 200 }, (_, i) => ({
        projectId,
        createdBy: null,
        bankId,
        resourceId: null,
        atSecond: null,
        mustPass: false,
        rewindTo: null,
        category: '',
        difficulty: 'medium' as const,
        score: 2,
        ...readQuestion({
          type: 'single',
          parts: [{ type: 'single', stem: `${i} ${stem}`, options: ['甲', '乙', '丙', '丁'], answer: ['B'] }],
        }),
      })),
    ),
  )
  const section = { title: '', type: 'single', scoreEach: 2, questionIds: [], count: questions, bankId }
  const [exam] = await db`
    with paper as (insert into papers (project_id, name, mode, sections, total, pass_score, minutes)
      values (${projectId}, '试卷', 'random', ${db.json([{ ...section, category: null, difficulty: null }])},
        ${questions * 2}, ${questions * 2}, 60) returning id)
    insert into exams (project_id, class_id, paper_id, name, attempts, required_progress, status)
    select ${projectId}, ${classId}, id, '考试', 99, 0, 'active' from paper returning id`
  await db`
    with role as (insert into roles (project_id, role_name, role_system, menus)
      values (${projectId}, '学员', 3, '{}') returning id),
    person as (insert into accounts (project_id, role_id, login_name, user_name, password_hash)
      select ${projectId}, id, 'bench' || n, '学员', '-' from role, generate_series(1, ${learners}::int) n
      returning id, role_id, substring(login_name from 6)::int as n),
    session as (insert into sessions (token_hash, account_id, role_id, ip, agent, idle_until, expires_at)
      select sha256(convert_to('bench-' || n, 'UTF8')), id, role_id, '', '', now() + interval '1 day',
        now() + interval '1 day' from person)
    insert into enrolments (project_id, account_id, class_id, source, status)
    select ${projectId}, id, ${classId}, 'free', 'active' from person`
  await db.unsafe('analyze')
  return exam!.id as string
}

async function start(path: string, env: NodeJS.ProcessEnv = {}) {
  const child = fork(fileURLToPath(new URL(path, import.meta.url)), { env: { ...process.env, ...env } })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

function report(name: string, values: number[], unit: string, goal: string, met: boolean | null): void {
  const shown = (value: number) => (value < 100 ? value.toFixed(2) : String(Math.round(value)))
  const spread = `${shown(Math.min(...values))}–${shown(Math.max(...values))}`
  const verdict = met === null ? '' : met ? 'met' : 'MISSED'
  process.stdout.write(
    `${name.padEnd(46)} ${`${shown(median(values))} ${unit}`.padEnd(14)} ${`(${spread})`.padEnd(18)} ${goal.padEnd(12)} ${verdict}\n`,
  )
}

/** Enrolments whose learner has a result that they do not know yet; waits until there is none, in seconds. */
async function secondsUntilShown(db: Pool): Promise<number> {
  const began = performance.now()
  for (;;) {
    const [row] = await db`
      select count(*) as waiting from exam_attempts where status = 'scored' and recorded_at is null`
    if (row!.waiting === 0) return (performance.now() - began) / 1000
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * The end of an exam: 8,000 learners submit over 256 connections, and starting, saving and submitting at 16, over
 * real HTTP on a PostgreSQL that syncs; an empty server's hello is measured in between. BENCH_ROUNDS lengthens it.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const embedded = await startEmbedded({ folder: join(folder, 'postgres') })
  const db = connect(embedded.url, { max: 2 })
  const children: ChildProcess[] = []
  try {
    const examId = await fill(db)
    const portal = await start('./heartbeat/portal.ts', { DATABASE_URL: embedded.url, DATA_DIR: folder })
    const hello = await start('./heartbeat/hello.ts')
    const driver = fork(fileURLToPath(new URL('./exam/load.ts', import.meta.url)))
    children.push(portal.child, hello.child, driver)
    let wrong = 0
    const load = async (kind: Load['kind'], connections: number, count: number): Promise<Measured> => {
      const port = kind === 'hello' ? hello.port : portal.port
      driver.send({ port, connections, kind, examId, from: 1, count })
      const [measured] = (await once(driver, 'message')) as [Measured]
      if (kind !== 'hello') wrong += measured.answered - measured.right
      return measured
    }
    // Code warm, sessions known.
    for (const kind of ['start', 'save', 'submit', 'hello'] as const) await load(kind, 16, 2000)
    // As autovacuum does within a minute of a start.
    await db.unsafe('analyze')

    const names = ['hello', 'start', 'save', 'submit', 'storm', 'p95', 'save p95', 'reported'] as const
    const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
      (typeof names)[number],
      number[]
    >
    const rate = ({ answered, seconds }: Measured) => answered / seconds
    for (let round = 0; round < rounds; round++) {
      figures.hello.push(rate(await load('hello', 16, 20_000)))
      figures.start.push(rate(await load('start', 16, learners)))
      const saves = await load('save', 64, learners)
      figures.save.push(rate(saves))
      figures['save p95'].push(saves.p95)
      const storm = await load('submit', 256, learners)
      figures.storm.push(storm.seconds)
      figures.p95.push(storm.p95)
      figures.reported.push(await secondsUntilShown(db))
      figures.hello.push(rate(await load('hello', 16, 20_000)))
      await load('start', 64, learners / 2)
      figures.submit.push(rate(await load('submit', 16, learners / 2)))
      await secondsUntilShown(db)
    }
    const [stored] = await db`
      select count(*) filter (where status <> 'scored') as open, count(*) as attempts,
        (select count(*) from enrolments e where e.exam_score is distinct from (
          select max(a.score) from exam_attempts a where a.enrolment_id = e.id)) as strangers
      from exam_attempts`
    process.stdout.write(
      `Exam of ${questions} questions, ${learners} learners, ${rounds} rounds\n` +
        `  ${stored!.attempts} attempts, ${stored!.open} not scored, ${wrong} answered otherwise than they had to be, ` +
        `${stored!.strangers} enrolments with another score than their best\n`,
    )
    const best = (values: number[], goal: number) => median(values) >= goal
    report('  hello, 16 connections', figures.hello, '/s', '', null)
    report('6 start, 16 connections', figures.start, '/s', '≥ 1000/s', best(figures.start, 1000))
    report('6 submit, 16 connections', figures.submit, '/s', '≥ 1000/s', best(figures.submit, 1000))
    report('  autosave, 64 connections', figures.save, '/s', '', null)
    report('  autosave p95', figures['save p95'], 'ms', '', null)
    report('5 8,000 submits, 256 connections', figures.storm, 's', '≤ 3 s', median(figures.storm) <= 3)
    report('5 p95 of a submit', figures.p95, 'ms', '≤ 100 ms', median(figures.p95) <= 100)
    report('5 all scored right', [wrong], 'wrong', '0', wrong === 0 && stored!.open === 0)
    report('  enrolments told after the last submit', figures.reported, 's', '', null)
    for (const name of ['start', 'submit'] as const) {
      const ratio = median(figures[name]) / median(figures.hello)
      report(`  ${name} ÷ hello`, [ratio], '', '', null)
    }
  } finally {
    for (const child of children) child.disconnect()
    await db.end({ timeout: 2 })
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
