import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { taxWithin } from '../../contract/invoicing.ts'
import { issueJob } from '../../features/invoice/issue/server/record.ts'
import { demoTaxNo } from '../../server/channels/openInvoicing.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { enqueue } from '../../server/jobs.ts'
import { anInvoiceConfig } from '../build/invoice.ts'
import { freePort } from '../freePort.ts'
import { fill, upsertsPerSecond } from './heartbeat.ts'
import { fillClasses, median, perSecond, price } from './order.ts'

const perRound = Number(process.env.BENCH_INVOICES ?? 1000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 2)
/** Invoices that are issued before anything is measured: code is warm then, and fonts are loaded. */
const first = Math.min(50, perRound)
const goalSeconds = 60

const seller = { ...anInvoiceConfig().sellers[0]!, taxNo: demoTaxNo }
const title = {
  kind: 'personal',
  name: '学员',
  taxNo: null,
  address: '',
  phone: '',
  bank: '',
  bankAccount: '',
}

/** Paid orders of one class, each with a request for its invoice. */
async function fillRequests(db: Pool, classId: string, from: number, count: number): Promise<void> {
  const { from: _from, ...printed } = seller
  await db`
    with made as (
      insert into orders (project_id, account_id, payer_name, order_no, amount, invoiced, channel, status, paid_at, expires_at)
      select project_id, id, '学员', 'I' || ${from}::int || '-' || row_number() over (order by id), ${price}, ${price},
        'offline', 'paid', moment(), moment() + interval '1 day' from accounts order by id limit ${count}
      returning id, project_id, account_id, order_no),
    lines as (
      insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, payable,
        waiting)
      select id, account_id, ${classId}, 0, '班级', 'public', 2023, 80, ${price}, ${price}, false from made),
    asked as (
      insert into invoices (project_id, colour, kind, apply_no, account_id, applicant_id, title, seller, remark, amount, tax,
        status)
      select project_id, 'blue', 'ordinary', 'F' || order_no, account_id, account_id, ${db.json(title)},
        ${db.json(printed)}, '订单 ' || order_no, ${price}, ${taxWithin(price, 300)}, 'requested' from made
      returning id, apply_no)
    insert into invoice_lines (invoice_id, line_no, order_id, class_id, name, tax_code, quantity, amount, rate, policy, tax)
    select asked.id, 1, made.id, ${classId}, '*非学历教育服务*班级', '3070201020000000000', 1, ${price}, 300, '01',
      ${taxWithin(price, 300)}
    from asked join made on 'F' || made.order_no = asked.apply_no`
  await db`analyze`
}

/** Lets the project issue without the office, or not. */
const setAutomatic = (db: Pool, automatic: boolean) => db`
  insert into project_configs (project_id, kind, content)
  select id, 'invoice', ${db.json(anInvoiceConfig({ automatic, sellers: [seller] }) as never)} from projects
  on conflict (project_id, kind) do update set content = excluded.content`

const seconds = (since: number) => (performance.now() - since) / 1000

/** Seconds until all requests are issued, and until all of their files are there as well. */
async function openAll(db: Pool, total: number): Promise<{ issued: number; filed: number }> {
  await setAutomatic(db, true)
  const since = performance.now()
  await enqueue(db, issueJob)
  let issued: number | null = null
  for (;;) {
    const [row] = await db<{ issued: number; filed: number; failed: number }[]>`
      select count(*) filter (where number is not null)::int as issued,
        count(*) filter (where number is not null and ask_at is null)::int as filed,
        count(*) filter (where status = 'failed')::int as failed from invoices`
    if (row!.failed > 0) throw new Error(`${row!.failed} invoices failed`)
    if (issued === null && row!.issued === total) issued = seconds(since)
    if (row!.filed === total) {
      await setAutomatic(db, false)
      return { issued: issued!, filed: seconds(since) }
    }
    await wait(100)
  }
}

async function memoryOf(portal: ChildProcess): Promise<number> {
  portal.send('memory')
  const [{ rss }] = (await once(portal, 'message')) as [{ rss: number }]
  return rss / 1e6
}

/**
 * Requests of a project that issues by itself: seconds in which the product's own jobs send them all to the demo's gateway,
 * are called back and have their numbers, then their files; memory of the product after each round, and a bare upsert in
 * between, on a PostgreSQL that syncs. BENCH_INVOICES and BENCH_ROUNDS change the size.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const embedded = await startEmbedded({ folder: join(folder, 'postgres') })
  const db = connect(embedded.url, { max: 2 })
  let portal: ChildProcess | undefined
  try {
    await fill(db, perRound)
    const [classId] = await fillClasses(db)
    await setAutomatic(db, false)
    portal = fork(fileURLToPath(new URL('./invoice-open/portal.ts', import.meta.url)), {
      env: {
        ...process.env,
        DATABASE_URL: embedded.url,
        DATA_DIR: folder,
        PORT: String(await freePort()),
      },
    })
    await once(portal, 'message')
    let total = 0
    const round = async (count: number) => {
      await fillRequests(db, classId!, total, count)
      total += count
      return openAll(db, total)
    }
    await round(first)
    const memory = [await memoryOf(portal)]
    const figures = { issued: [] as number[], filed: [] as number[], upsert: [] as number[] }
    for (let n = 0; n < rounds; n++) {
      const { issued, filed } = await round(perRound)
      figures.issued.push(issued)
      figures.filed.push(filed)
      memory.push(await memoryOf(portal))
      figures.upsert.push((await upsertsPerSecond(embedded.url, folder)).rate)
    }
    const [twice] = await db`
      select count(*)::int as count from sandbox_invoices where number is not null`
    if (twice!.count !== total) throw new Error(`${twice!.count as number} of ${total} were issued`)
    const shown = (values: number[]) => values.map((value) => value.toFixed(1)).join(', ')
    const worst = Math.max(...figures.issued)
    process.stdout.write(
      `Invoices issued by the job, ${rounds} rounds of ${perRound}; ${total} issued, each once\n` +
        `  bare upsert, 64 clients  ${perSecond(figures.upsert)}\n` +
        `  until all have a number  ${shown(figures.issued)} s   goal ≤ ${goalSeconds} s   ${worst <= goalSeconds ? 'met' : 'MISSED'}\n` +
        `  until all have files     ${shown(figures.filed)} s\n` +
        `  issued ÷ upsert          ${(perRound / median(figures.issued) / median(figures.upsert)).toFixed(4)}\n` +
        `  memory (rss) of the product before and after each round: ${shown(memory)} MB\n`,
    )
  } finally {
    portal?.disconnect()
    await db.end({ timeout: 2 })
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
