import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noticeOf } from '../../sandbox/payment/wechatNotice.ts'
import { applyNotices } from '../../features/payment/server/notices.ts'
import { demoMerchant } from '../../server/channels/demoMerchant.ts'
import { noticePaths } from '../../server/channels/openPayment.ts'
import { wechatPay } from '../../server/channels/wechatPay.ts'
import { connect, type Pool } from '../../server/db.ts'
import { startEmbedded } from '../../server/embedded.ts'
import { fill, learners, upsertsPerSecond } from './heartbeat.ts'
import { fillClasses, launch, listed, median, perSecond, price, statementsOf } from './order.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const perRound = Number(process.env.BENCH_NOTICES ?? 2000)
const connections = 64
const goal = 0.3

/**
 * Unpaid orders of one of these classes each, each with a code that its learner has scanned; gives the numbers of their payments.
 * They are asked about only when the bench is over.
 */
async function fillPayments(db: Pool, classIds: readonly string[], from: number): Promise<string[]> {
  const rows = await db`
    with person as materialized (
      select id, project_id, n, (${classIds as string[]}::uuid[])[1 + (n + (${from}::int + turn) / ${learners}) % ${classIds.length}] as class_id
      from (select id, project_id, n, (n + ${learners} - ${from}::int % ${learners}) % ${learners} as turn
        from (select id, project_id, substring(login_name from 6)::int - 1 as n from accounts) a) a
      where turn < ${perRound}),
    made as (
      insert into orders (project_id, account_id, payer_name, order_no, amount, expires_at)
      select project_id, id, '学员', 'N' || ${from}::int || '-' || n, ${price}, moment() + interval '1 day' from person
      returning id, project_id, account_id, order_no),
    lines as (
      insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, payable,
        holds_seat)
      select made.id, made.account_id, person.class_id, 0, '班级', 'public', 2023, 80, ${price}, ${price}, true
      from made join person on person.id = made.account_id returning class_id),
    held as (
      update train_classes c set held = held + l.count
      from (select class_id, count(*) from lines group by class_id) l where c.id = l.class_id)
    insert into payments (project_id, order_id, channel, method, out_trade_no, description, amount, code_url, expires_at,
      ask_at)
    select project_id, id, 'wechat', 'native', order_no || '-1', '班级', ${price}, 'bench', moment() + interval '1 day',
      moment() + interval '1 day' from made
    returning out_trade_no`
  return rows.map((row) => row.outTradeNo as string)
}

/**
 * Notices of payments, signed and sealed as the provider does, over real HTTP into an order paid and a class opened, on
 * a PostgreSQL that syncs; a bare upsert runs in between. Counts the statements of one notice.
 * BENCH_ROUNDS and BENCH_NOTICES lengthen it.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-bench-'))
  const embedded = await startEmbedded({ folder: join(folder, 'postgres') })
  const db = connect(embedded.url, { max: 2 })
  let product: Awaited<ReturnType<typeof launch>> | null = null
  try {
    await fill(db)
    const [popular, ...classIds] = await fillClasses(db)
    const keys = await demoMerchant(folder)
    product = await launch(embedded.url, folder)
    let serial = 0
    const noticeFor = (outTradeNo: string) =>
      noticeOf(keys, `bench-${++serial}`, {
        appid: keys.appId,
        mchid: keys.mchId,
        out_trade_no: outTradeNo,
        trade_state: 'SUCCESS',
        transaction_id: `42${String(serial).padStart(20, '0')}${randomInt(1e6)}`,
        amount: { total: price, currency: 'CNY' },
      })
    let filled = 0
    const open = async (of = classIds) => {
      const numbers = await fillPayments(db, of, filled)
      filled += perRound
      return numbers
    }
    const settle = async (numbers: readonly string[]) => {
      const requests = numbers.map((outTradeNo) => {
        const { body, headers } = noticeFor(outTradeNo)
        const lines = Object.entries({ ...headers, 'content-length': String(Buffer.byteLength(body)) })
        return (
          `POST ${noticePaths.wechat} HTTP/1.1\r\nhost: bench\r\n` +
          `${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
        )
      })
      return product!.load({ connections, requests, right: 'HTTP/1.1 204' })
    }
    // Code warm, statements planned.
    await settle(await open())
    await db`analyze`
    const [one, ...others] = await open()
    const channel = wechatPay({ ...keys, baseUrl: '' }, '')
    const { body, headers } = noticeFor(one!)
    const statements = await statementsOf(db, async () => {
      const notice = await channel.readNotice(headers, Buffer.from(body))
      const through = { channel: 'wechat', merchantId: null } as const
      await db.begin((tx) => applyNotices(tx, [{ through, outTradeNo: one!, notice }]))
    })
    const began = performance.now()
    for (let i = 0; i < 1000; i++) await channel.readNotice(headers, Buffer.from(body))
    const reading = performance.now() - began
    await settle(others)
    const figures = {
      notice: [] as number[],
      upsert: [] as number[],
      p50: [] as number[],
      p99: [] as number[],
    }
    for (let round = 0; round < rounds; round++) {
      const numbers = await open()
      const { answered, seconds, p50, p99 } = await settle(numbers)
      figures.notice.push(answered / seconds)
      figures.p50.push(p50)
      figures.p99.push(p99)
      figures.upsert.push((await upsertsPerSecond(embedded.url, folder)).rate)
    }
    const crowd = await settle(await open([popular!]))
    const [stored] = await db`
      select count(*) filter (where o.status = 'paid') as paid, count(*) as orders,
        (select count(*) from enrolments where source = 'order') as opened from orders o`
    if (stored!.paid !== filled || stored!.opened !== filled)
      throw new Error(`${filled} payments were notified: ${JSON.stringify(stored)}`)
    const ratio = median(figures.notice) / median(figures.upsert)
    process.stdout.write(
      `Notices of payments, ${connections} connections, ${rounds} rounds of ${perRound}; ${filled} settled, each once\n` +
        `  bare upsert, 64 clients  ${perSecond(figures.upsert)}\n` +
        `  settled by notice        ${perSecond(figures.notice)}; ` +
        `p50 ${median(figures.p50).toFixed(1)} ms, p99 ${median(figures.p99).toFixed(1)} ms\n` +
        `  all of one class         ${Math.round(crowd.answered / crowd.seconds)}/s\n` +
        `  notice ÷ upsert          ${ratio.toFixed(3)}   goal ≥ ${goal}   ${ratio >= goal ? 'met' : 'MISSED'}\n` +
        `  signature and seal of one notice are read in ${reading.toFixed(0)} µs; it is settled by ${statements.length} statements:\n` +
        listed(statements),
    )
  } finally {
    product?.stop()
    await db.end({ timeout: 2 })
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
