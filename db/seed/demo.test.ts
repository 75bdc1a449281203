import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { batchOrderCalls } from '../../features/batchOrder/contract.ts'
import { certificateCalls } from '../../features/certificate/contract.ts'
import { registerCalls } from '../../features/certificate/register/contract.ts'
import { dashboardCalls } from '../../features/dashboard/contract.ts'
import type { DictionaryKind } from '../../features/dictionary/contract.ts'
import { findUnknownCodes } from '../../features/dictionary/server/actions.ts'
import { blueLifecycle, redLifecycle } from '../../features/invoice/rules.ts'
import { noticeCalls } from '../../features/notice/contract.ts'
import { textCalls } from '../../features/project/text/contract.ts'
import { captureCalls } from '../../features/study/capture/contract.ts'
import { planCalls } from '../../features/trainPlan/contract.ts'
import { unitClassCalls } from '../../features/unitClass/contract.ts'
import { countsOf } from '../../test/build/demo.ts'
import { startClock, turns } from '../../test/build/days.ts'
import { signedIn } from '../../test/build/portal.ts'
import { openWorld, settleImports, silentChannels, type World } from '../../test/harness.ts'
import { classesOn } from './content/classes.ts'
import { people } from './content/people.ts'
import { units } from './content/units.ts'
import { seedDemo } from './demo.ts'

let world: World
before(async () => {
  world = await openWorld(silentChannels)
  assert.equal(await seedDemo({ ...world.app, db: world.db }), true)
})

test('the demo portal is filled once, has something in every list, and breaks no invariant', async () => {
  assert.equal(await seedDemo({ ...world.app, db: world.db }), false)
  const [row] = await world.db`
    select (select count(*) from train_classes)::int as classes, (select count(*) from courses)::int as courses,
      (select count(*) from resources)::int as resources, (select count(*) from students)::int as students,
      (select count(*) from enrolments where status = 'active')::int as studying,
      (select count(*) from certificates)::int as certificates, (select count(*) from orders)::int as orders,
      (select count(*) from exams)::int as exams, (select count(*) from questions)::int as questions`
  assert.ok(row!.classes >= 60 && row!.courses >= 12 && row!.resources >= 3 && row!.students >= 200)
  for (const [name, count] of Object.entries(row!)) assert.ok((count as number) > 0, `${name} is empty`)
  await settleImports(world)
  const imports = await world.db`
    select kind, status, rows, added, rejected, fresh, same, bad from imports order by created_at`
  assert.deepEqual(
    imports.map((one) => ({ ...one })),
    [
      { kind: 'question', status: 'applied', rows: 7, added: 5, rejected: 2, fresh: 5, same: 0, bad: 2 },
      { kind: 'roster', status: 'checked', rows: 10, added: 0, rejected: 0, fresh: 6, same: 1, bad: 3 },
      {
        kind: 'trainingApplicants',
        status: 'checked',
        rows: 6,
        added: 0,
        rejected: 0,
        fresh: 4,
        same: 0,
        bad: 2,
      },
      { kind: 'score', status: 'applied', rows: 12, added: 10, rejected: 2, fresh: 10, same: 0, bad: 2 },
    ],
  )
  for (const file of globSync(new URL('../../test/invariants/*.sql', import.meta.url).pathname)) {
    const violations = await world.db.unsafe(readFileSync(file, 'utf8'))
    assert.deepEqual([...violations], [], file)
  }
})

test('the learner and two others met what last year asked: each has its certificate, in the register and at the check', async () => {
  const [{ year } = { year: 0 }] = await world.db<{ year: number }[]>`
    select extract(year from moment() at time zone 'Asia/Shanghai')::int - 1 as year`
  const admin = await signedIn(world, 'admin', 'Demo2026a')
  const register = await world.ask(registerCalls.find, { kind: ['year'] }, admin)
  assert.deepEqual(
    register.list.map((one) => [one.kind, one.year, one.status]),
    Array.from({ length: 3 }, () => ['year', year, 'valid']),
  )
  const learner = await signedIn(world, 'learner', 'Demo2026a')
  const { list } = await world.ask(certificateCalls.getMyCertificate, { year }, learner)
  const mine = list.find(({ kind }) => kind === 'year')!
  assert.ok(mine.hoursTenths >= 900 && mine.files !== null)
  const check = await world.portal.http.inject(`/check/${mine.verifyCode}?lang=en`)
  assert.ok(check.body.includes(mine.number))
})

test('nobody applied for an exam, or was accepted, after it was closed', async () => {
  const late = await world.db`
    select p.id from sign_up_applications p join sign_ups s on s.id = p.sign_up_id
    where p.created_at > s.closes_at or p.reviewed_at > s.closes_at and s.status = 'closed'`
  assert.deepEqual([...late], [])
})

/** Active learners of the last seven days, as the board shows them. */
async function activeOf(world: World): Promise<number> {
  const [range] = await world.db<{ from: string; to: string }[]>`
    select (china_day(moment()) - 6)::text as "from", china_day(moment())::text as "to"`
  const admin = await signedIn(world, 'admin', 'Demo2026a')
  const { figures } = await world.ask(dashboardCalls.getDashboardDataTotal, { ...range }, admin)
  return figures.find(({ kind }) => kind === 'active')!.value
}

test('the board counts learners who were active in the last seven days, each for a video they opened', async () => {
  const active = await activeOf(world)
  const [opened] = await world.db`
    select count(distinct account_id)::int as learners, min(accepted_ms) as least, bool_and(end_reason = 'released') as closed
    from play_leases`
  assert.ok(active > 0)
  assert.deepEqual({ ...opened }, { learners: active, least: 2000, closed: true })
})

test('one class asks in its video and checks presence: a check was met, one missed, one appealed; another takes photos, of which one waits with its picture', async () => {
  const rows = await world.db`
    select k.id, k.status, c.capture_kind, exists (select from enrolments o join accounts a on a.id = o.account_id
      where o.class_id = c.id and a.login_name = 'learner') as is_first
    from captures k join enrolments e on e.id = k.enrolment_id
    join train_classes c on c.id = e.class_id order by k.told_at`
  assert.deepEqual(
    rows.map(({ status, captureKind, isFirst }) => [status, captureKind, isFirst]),
    [
      ['passed', 'presence', true],
      ['missed', 'presence', true],
      ['appealed', 'presence', true],
      ['passed', 'photo', false],
      ['review', 'photo', false],
    ],
  )
  const clerk = await signedIn(world, 'service')
  const captureId = rows.at(-1)!.id as string
  const { picture } = await world.ask(captureCalls.getCapturePicture, { captureId }, clerk)
  assert.match(picture, /^data:image\/jpeg;base64,\/9j\//)
  const [pinned] = await world.db`
    select count(*)::int as n from questions where at_second is not null and must_pass and status = 'active'`
  assert.equal(pinned!.n, 1)
})

test('visitors read the notices that are not over, and the learners of a class its announcement', async () => {
  await world.portal.drainJobs()
  const { list } = await world.ask(noticeCalls.findFrontList, {})
  assert.deepEqual(
    list.map(({ pinned }) => pinned),
    [true],
  )
  const [row] = await world.db`
    select count(*) filter (where status = 'published' and ends_at < moment())::int as over,
      count(*) filter (where status = 'draft')::int as drafts,
      (select count(*)::int from messages where kind = 'notice.announced') as told from notices`
  assert.deepEqual([row!.over, row!.drafts], [1, 1])
  assert.ok(row!.told > 0)
  assert.ok(await world.ask(textCalls.findShownPopup, {}))
})

test('a training plan of this year is fulfilled by some, and people were reminded of one', async () => {
  const [row] = await world.db`
    select count(*) filter (where p.status = 'published' and p.year = extract(year from t.today))::int as published,
      count(*) filter (where p.status = 'published' and p.year < extract(year from t.today))::int as earlier,
      count(*) filter (where p.status = 'draft')::int as drafts,
      (select count(*)::int from train_plan_reminders) as reminded
    from train_plans p, (select moment() at time zone 'Asia/Shanghai' as today) t`
  assert.deepEqual(row, { published: 2, earlier: 1, drafts: 1, reminded: 3 })
  const token = await signedIn(world, 'admin', 'Demo2026a')
  const [{ year } = { year: 0 }] = await world.db<{ year: number }[]>`
    select extract(year from moment() at time zone 'Asia/Shanghai')::int as year`
  const plans = await world.ask(planCalls.query, { year, status: 'published' }, token)
  const progress = await Promise.all(plans.list.map(({ id }) => world.ask(planCalls.get, { id }, token)))
  assert.ok(progress.some(({ people, fulfilled }) => fulfilled > 5 && fulfilled < people))
})

test('results were pushed: some were given up while the outside system was away, and one of these arrived by a replay', async () => {
  const rows = await world.db<{ status: string; tries: number; count: number }[]>`
    select p.status, (select count(*)::int from push_tries t where t.push_id = p.id) as tries, count(*)::int as count
    from pushes p group by 1, 2 order by 1, 2`
  assert.deepEqual(
    rows.map(({ status, tries }) => [status, tries]),
    [
      ['delivered', 1],
      ['delivered', 2],
      ['failed', 1],
    ],
  )
  const [, again, given] = rows
  assert.ok(again!.count === 1 && given!.count > 1)
})

test('a sign-up has applicants in every state, seats for those who are confirmed, and one that is being written', async () => {
  const applied = await world.db`
    select p.status, count(*)::int as count from sign_up_applications p join sign_ups g on g.id = p.sign_up_id
    where g.kind = 'exam' group by p.status`
  const counts = Object.fromEntries(applied.map(({ status, count }) => [status as string, count as number]))
  const states = ['applied', 'approved', 'confirmed', 'lapsed', 'refunded', 'rejected', 'withdrawn']
  assert.deepEqual(Object.keys(counts).sort(), states)
  assert.ok(Object.values(counts).reduce((sum, count) => sum + count, 0) >= 40)
  const [seats] = await world.db`
    select count(distinct t.application_id)::int as seated, count(*)::int as seats from sign_up_seats t`
  assert.deepEqual([seats!.seats, seats!.seated < counts.confirmed!], [2 * seats!.seated, true])
  const [orders] = await world.db`
    select count(*) filter (where status = 'unpaid')::int as unpaid,
      count(*) filter (where payer_unit_id is not null)::int as of_units from orders where kind = 'cms'`
  assert.deepEqual([orders!.unpaid > 1, orders!.ofUnits], [true, 1])
  const drafts = await world.db`select from sign_ups where status = 'draft'`
  assert.equal(drafts.length, 1)
  const [brought] = await world.db<{ files: number; dates: number }[]>`
    select (select count(*)::int from sign_up_files where application_id is not null) as files,
      (select count(*)::int from sign_up_applications p, jsonb_array_elements(p.answers) a where a ? 'date') as dates`
  assert.ok(brought!.files >= 10 && brought!.dates > brought!.files)
  const meant = await world.db`
    select from sign_ups where status = 'open' and personnel_categories = '{health}' and taken > 0`
  assert.equal(meant.length, 1)
})

test('an exam was sat: scores that are published and others that are not, a correction and an appeal that wait', async () => {
  const [scores] = await world.db`
    select count(*)::int as entered, count(b.subject_id)::int as published, count(*) filter (where c.result = 'absent')::int > 0 as absent
    from scores c left join score_publications b on b.subject_id = c.subject_id where c.subject_id is not null`
  assert.deepEqual({ ...scores }, { entered: 22, published: 12, absent: true })
  const [waiting] = await world.db`
    select (select count(*)::int from approvals where kind = 'scoreChange' and status = 'proposed') as corrections,
      (select count(*)::int from score_appeals where status = 'open') as appeals`
  assert.deepEqual({ ...waiting }, { corrections: 1, appeals: 1 })
})

test('every code of the demo is on the list of its kind', async () => {
  const [project] = await world.db<{ id: string }[]>`select id from projects`
  const learners = people(200)
  const classes = classesOn('2024-11-21')
  const codes: Partial<Record<DictionaryKind, string[]>> = {
    nation: learners.map(({ nation }) => nation),
    education: learners.map(({ education }) => education),
    degree: learners.map(({ degree }) => degree),
    titleLevel: learners.map(({ titleLevel }) => titleLevel),
    jobTitle: learners.map(({ jobTitle }) => jobTitle),
    personnelCategory: [
      ...learners.map(({ personnelCategory }) => personnelCategory),
      ...classes.flatMap(({ personnelCategories }) => personnelCategories),
    ],
    industry: units.map(({ industry }) => industry),
    region: [...units.map(({ regionCode }) => regionCode), ...classes.flatMap(({ regions }) => regions)],
  }
  for (const [kind, used] of Object.entries(codes)) {
    const unknown = await findUnknownCodes(world.db, project!.id, kind as DictionaryKind, [...new Set(used)])
    assert.deepEqual(unknown, [], kind)
  }
})

/** Orders whose money did not go in the order in which money goes, or after now. */
async function untimely({ db }: World) {
  const orders = await db`
    select o.order_no, o.created_at, o.paid_at, o.closed_at, p.succeeded_at, r.created_at as asked, r.decided_at, r.succeeded_at
    from orders o left join payments p on p.order_id = o.id left join refunds r on r.order_id = o.id
    left join enrolments e on e.source_id in (select id from order_items where order_id = o.id)
    where not (o.created_at <= least(o.paid_at, o.closed_at, p.created_at, e.created_at)
      and p.created_at <= least(p.paid_at, p.succeeded_at) is not false
      and coalesce(p.succeeded_at, o.paid_at) <= r.created_at is not false
      and r.created_at <= least(r.decided_at, r.succeeded_at, r.asked_at) is not false
      and greatest(o.paid_at, o.closed_at, r.created_at, r.decided_at, r.succeeded_at) <= moment() is not false)
      or to_char(o.created_at at time zone 'Asia/Shanghai', 'YYYYMMDD') <> left(o.order_no, 8)`
  const events = await db`
    select r.refund_no, e.kind, e.created_at, r.decided_at, r.succeeded_at, r.asked_at
    from refund_events e join refunds r on r.id = e.refund_id
    where e.created_at <> case e.kind when 'sent' then coalesce(r.decided_at, r.created_at)
      when 'failed' then r.asked_at else r.succeeded_at end`
  return [...orders, ...events]
}

test('money stands in each of its states, each proved by what came, and in the order in which it went', async () => {
  const states = await world.db<{ state: string }[]>`
    select 'order ' || status as state from orders
    union select 'refund ' || status from refunds where kind <> 'surplus'
    union select 'surplus ' || status from refunds where kind = 'surplus'
    union select 'refund offline' from refunds where offline is not null
    union select 'learner ' || o.status from orders o join accounts a on a.id = o.account_id where a.login_name = 'learner'
    union select 'learner refund ' || r.status from refunds r join accounts a on a.id = r.account_id
      where a.login_name = 'learner'
    union select 'transfer ' || status from approvals where kind = 'receipt'
    union select 'receipt ' || case allocated when 0 then 'without an order' when amount then 'used up' else 'with an excess' end
      from receipts
    union select 'paid by ' || o.channel || coalesce(' ' || p.method, '') || case o.kind when 'batch' then ' by a unit' else '' end
      from orders o left join payments p on p.order_id = o.id and p.status = 'succeeded' where o.paid_at is not null`
  assert.deepEqual(
    states.map(({ state }) => state).sort(),
    [
      'learner paid',
      'learner refund applied',
      'learner unpaid',
      'order cancelled',
      'order free',
      'order paid',
      'order part_refunded',
      'order refunded',
      'order unpaid',
      'paid by alipay precreate',
      'paid by alipay wap',
      'paid by offline',
      'paid by offline by a unit',
      'paid by wechat h5',
      'paid by wechat native',
      'receipt used up',
      'receipt with an excess',
      'receipt without an order',
      'refund applied',
      'refund awaiting_red',
      'refund cancelled',
      'refund failed',
      'refund offline',
      'refund processing',
      'refund rejected',
      'refund succeeded',
      'surplus processing',
      'surplus succeeded',
      'transfer applied',
      'transfer proposed',
    ].sort(),
  )
  const unproved = await world.db`
    select o.order_no from orders o
    where o.paid_at is not null and o.amount <> (select coalesce(sum(p.amount), 0) from payments p
        where p.order_id = o.id and p.status = 'succeeded')
      + (select coalesce(sum(l.amount), 0) from allocations l where l.order_id = o.id)`
  assert.deepEqual([...unproved], [])
  assert.deepEqual(await untimely(world), [])
  const [terms] = await world.db`
    select count(*) filter (where u.name = '江海供电服务有限公司')::int as of_group,
      count(*) filter (where i.discount > 0)::int as discounted
    from order_items i join orders o on o.id = i.order_id join units u on u.id = o.unit_id
    where i.class_type = 'professional' and o.kind = 'personal'`
  assert.equal(terms!.ofGroup, 0)
  assert.ok(terms!.discounted > 0)
})

/** Invoices of the demo by colour and status, with what is special about one, and whose they are. */
const invoiceStates = async ({ db }: World) =>
  (
    await db<{ state: string }[]>`
      select colour || ' ' || status as state from invoices
      union select 'marked ' || status from invoices where provider = 'manual'
      union select 'form waits for the ' || form_by from invoices where form_by is not null
      union select 'replacement ' || status from invoices where replaces_id is not null
      union select 'for a refund ' || r.status from invoices i join refunds r on r.id = i.refund_id
      union select 'of a batch ' || i.kind || ' ' || i.status from invoices i
        join units u on u.id = i.payer_unit_id join accounts a on a.unit_id = u.id where a.login_name = 'unit'
      union select 'failed: ' || failure from invoices where failure is not null
      union select 'rejected: ' || decision from invoices where decision is not null
      union select 'learner ' || i.status from invoices i join accounts a on a.id = i.account_id
        where a.login_name = 'learner' and i.colour = 'blue'
      union select 'title of the learner ' || t.kind from invoice_titles t join accounts a on a.id = t.account_id
        where a.login_name = 'learner'`
  )
    .map(({ state }) => state)
    .sort()

const allInvoiceStates = [
  ...blueLifecycle.states.map((state) => `blue ${state}`),
  ...redLifecycle.states.map((state) => `red ${state}`),
  'failed: 税务系统繁忙，红字发票开具失败，请稍后重试',
  'failed: 该发票不能重复冲红',
  'failed: 购方名称与纳税人识别号不一致，请核对后重新开具',
  'for a refund awaiting_red',
  'form waits for the buyer',
  'form waits for the seller',
  'learner failed',
  'learner opened',
  'learner reddened',
  'learner requested',
  'marked opened',
  'marked reddening',
  'marked requested',
  'of a batch special opened',
  'rejected: 单位报销的发票请填写单位全称和税号，修改后重新提交',
  'replacement opened',
  'title of the learner enterprise',
  'title of the learner personal',
].sort()

test('an invoice stands in each of its states, and those of the provider are known there by number and sum', async () => {
  assert.deepEqual(await invoiceStates(world), allInvoiceStates)
  const unknown = await world.db`
    select i.apply_no from invoices i left join sandbox_invoices g on g.number = i.number
      and g.amount = case i.colour when 'red' then -i.amount else i.amount end and g.tax = sign(g.amount) * i.tax
    where i.number is not null and i.provider = 'nuonuo' and g.number is null`
  assert.deepEqual([...unknown], [])
  const [left] = await world.db`
    select count(*)::int as count from orders o join accounts a on a.id = o.account_id
    where a.login_name = 'learner' and o.status = 'paid' and o.invoiced = 0 and o.paid_at > moment() - interval '730 days'`
  assert.ok(left!.count > 0, 'the learner has something to request an invoice for')
})

test('a unit’s group orders stand in each stage that lasts, and its board shows people in each state', async () => {
  await world.portal.drainJobs()
  const unit = await signedIn(world, 'unit', 'Demo2026a')
  const orders = await world.ask(batchOrderCalls.queryPageList, { limit: 50 }, unit)
  assert.deepEqual([...new Set(orders.list.map(({ stage }) => stage))].toSorted(), [
    'cancelled',
    'inReview',
    'opened',
    'openedWithErrors',
    'partPaid',
    'partRefunded',
    'refunded',
    'toApprove',
    'toFree',
    'toPay',
    'toTransfer',
    'voucherRejected',
  ])
  const { list } = await world.ask(unitClassCalls.queryPageList, { keyword: '年度全员培训' }, unit)
  const { counts } = await world.ask(unitClassCalls.getUnitClassDetailAndList, { id: list[0]!.id }, unit)
  const seen = Object.entries(counts).flatMap(([state, count]) => (count > 0 ? [state] : []))
  assert.deepEqual(seen.toSorted(), [
    'ended',
    'expired',
    'failedToOpen',
    'idle',
    'listed',
    'passed',
    'studying',
    'unpaid',
  ])
})

test("on New Year's Day there is as much to join, to study, to pay and to pass", async () => {
  const other = await openWorld(silentChannels)
  await startClock(other, turns['half an hour into the next year'])
  assert.equal(await seedDemo({ ...other.app, db: other.db }), true)
  // The places of paid batches are opened by a job, sooner or later.
  await Promise.all([other, world].map(({ portal }) => portal.drainJobs()))
  const counts = await countsOf(other)
  assert.deepEqual(counts, await countsOf(world))
  assert.ok(Object.values(counts).every((count) => count > 0) && counts.openClasses >= 30)
  assert.ok((await activeOf(other)) > 0)
  assert.deepEqual(await untimely(other), [])
  assert.deepEqual(await invoiceStates(other), allInvoiceStates)
})
