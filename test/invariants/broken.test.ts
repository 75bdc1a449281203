import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { approvalCalls } from '../../features/approval/contract.ts'
import { lockInvoice, setStatus } from '../../features/invoice/server/actions.ts'
import { orderCalls } from '../../features/order/contract.ts'
import { enterScores } from '../../features/score/server/actions.ts'
import { applicationCalls } from '../../features/signUp/application/contract.ts'
import { feeCalls } from '../../features/signUp/fee/contract.ts'
import { seatCalls } from '../../features/signUp/seat/contract.ts'
import { anApplication, aSession, aSignUp, signUpMenus } from '../build/signUp.ts'
import { receiptCalls } from '../../features/receipt/contract.ts'
import { pay } from '../../sandbox/payment/actions.ts'
import { aClass } from '../build/class.ts'
import { yearFromNow } from '../build/days.ts'
import { openInvoices, requestInvoice } from '../build/invoice.ts'
import { aShop, type BuiltOrder, type Shop } from '../build/order.ts'
import { until } from '../until.ts'
import { aLearner, anAccount, type BuiltAccount } from '../build/portal.ts'

/** The log refuses changes; the owner of the database can still bypass that. */
const bypass = 'set local session_replication_role = replica;'

/** Writes a red invoice in a status, right in itself, for which a refund should have waited that has gone back. */
const aRedOfMoneyGone = (status: string) => `
  with red as (
    insert into invoices (project_id, colour, kind, apply_no, account_id, title, seller, remark, amount, tax, status, failure,
      original_id, red_reason, refund_id)
    select i.project_id, 'red', i.kind, 'H2', i.account_id, i.title, i.seller, i.remark, 1, 0, '${status}', '-', i.id,
      'serviceEnded', r.id
    from invoices i, refunds r where i.colour = 'blue' and r.status = 'succeeded' limit 1 returning id, original_id)
  insert into invoice_lines (invoice_id, line_no, order_id, class_id, name, tax_code, quantity, amount, rate, tax, original_line)
  select red.id, 1, l.order_id, l.class_id, l.name, l.tax_code, 1, 1, 0, 0, l.line_no
  from red join invoice_lines l on l.invoice_id = red.original_id limit 1`

/** Statements that break an invariant directly in the database, by its number; each must be detected separately. */
const breaks: Record<string, string[]> = {
  '01': [
    `${bypass} delete from allocations`,
    'update receipts set allocated = 0',
    `${bypass} update allocations l set operator_id = r.operator_id from receipts r where r.id = l.receipt_id`,
    `insert into receipts (project_id, serial_no, payer_name, day, amount, reversed, is_void)
      select id, 'VOID', '-', '2023-01-01', 1, 1, true from projects limit 1`,
    `with entered as (
        insert into receipts (project_id, serial_no, payer_name, day, amount, operator_id)
        select project_id, 'OWN', '-', '2023-01-01', 1, id from accounts limit 1 returning *)
      insert into receipt_reversals (project_id, receipt_id, kind, amount, reason, operator_id, approved)
      select project_id, id, 'void', 1, '-', operator_id, true from entered`,
    "update orders set channel = 'offline' where channel = 'wechat'",
    "update orders set channel = 'none' where channel = 'offline'",
  ],
  '02': [
    'update order_items set refunding = 1 where payable > 0',
    'delete from refund_events; delete from refunds',
    "update payments set refunding = 1 where status = 'succeeded'",
  ],
  '03': [
    'update orders set invoiced = invoiced - 1 where invoiced > 0',
    'update invoices set amount = amount + 1',
    `insert into invoice_lines (invoice_id, line_no, order_id, class_id, name, tax_code, quantity, amount, rate, tax)
      select invoice_id, 99, order_id, class_id, name, tax_code, 1, 1, 0, 0 from invoice_lines limit 1`,
    ...['requested', 'confirming', 'opening', 'stalled', 'failed', 'lapsed', 'refused'].map(aRedOfMoneyGone),
  ],
  '04': [
    'update invoice_lines set reddened = 1',
    "update invoices set status = 'reddened' where number is not null",
    `with red as (
        insert into invoices (project_id, colour, kind, apply_no, account_id, title, seller, remark, amount, tax, status,
          original_id, red_reason)
        select project_id, 'red', kind, 'H1', account_id, title, seller, remark, amount, tax, 'requested', id, 'error'
        from invoices limit 1 returning id)
      insert into invoice_lines (invoice_id, line_no, order_id, class_id, name, tax_code, quantity, amount, rate, tax, original_line)
      select red.id, 1, order_id, class_id, name, tax_code, 1, 1, 0, 0, 98 from invoice_lines, red limit 1`,
  ],
  '41': [
    'update invoices set amount = amount + 1',
    'update invoices set tax = tax - 1',
    'delete from invoice_lines',
    'update invoices set account_id = (select id from accounts a where a.id <> invoices.account_id limit 1)',
  ],
  '05': [
    'delete from order_adjustments',
    'update orders set amount = amount + 1 where id in (select order_id from order_adjustments)',
  ],
  '06': [
    "update orders set remark = ' ' where status = 'free'",
    "update orders set channel = 'wechat' where status = 'free'",
    `${bypass} delete from operation_logs where action = 'order.free'`,
  ],
  '07': [
    `insert into operation_logs (action, subject_kind, subject_id, before, after)
      select action, subject_kind, subject_id, before, after from operation_logs where action = 'order.pay'`,
    "update enrolments set source = 'order', source_id = (select id from order_items limit 1)",
  ],
  '08': [
    `insert into bills (channel, day, read_at)
      select channel, (moment() at time zone 'Asia/Shanghai')::date, moment() from (values ('wechat'), ('alipay')) c (channel)
      on conflict on constraint bills_day do update set read_at = moment(), ask_at = null, failure = null;
    insert into gateway_refunds (refund_no, out_trade_no, amount)
      select 'X', out_trade_no, 1 from gateway_payments where state = 'SUCCESS'`,
    'delete from payment_notices; delete from refund_events; delete from refunds; delete from payment_events; delete from payments where out_trade_no in (select out_trade_no from gateway_payments where transaction_id is not null)',
    "update gateway_payments set amount = amount + 1 where state = 'SUCCESS'",
    "update gateway_payments set transaction_id = '42' where state = 'SUCCESS'",
    "update gateway_payments set state = 'NOTPAY', transaction_id = null, paid_at = null where state = 'SUCCESS'",
    'delete from gateway_refunds',
    'update gateway_refunds set amount = amount * 2',
    `update payments set status = 'closed', transaction_id = null, succeeded_at = null, paid_at = null, ask_at = null
      where status = 'succeeded'`,
  ],
  '10': [
    `${bypass} delete from operation_logs where action = 'order.pay'`,
    "update orders set status = 'cancelled', closed_reason = 'expired', closed_at = moment(), paid_at = null where status = 'paid'",
    `insert into operation_logs (action, subject_kind, subject_id, before, after)
      select 'order.pay', 'order', id, '{"status":"cancelled"}', '{"status":"paid"}' from orders where status = 'cancelled'`,
    `insert into operation_logs (action, subject_kind, subject_id, before, after)
      select action, subject_kind, subject_id, before, after from operation_logs where action = 'refund.succeeded'`,
    "update enrolments set status = 'expired' where status = 'active'",
  ],
  '39': [
    'delete from sole_decisions where source_id = subject_id',
    'delete from sole_decisions where source_id <> subject_id',
    'update sole_decisions set amount = amount + 1',
    `insert into sole_decisions (project_id, operator_id, effect, subject_id, source_id, amount)
      select project_id, id, 'reduction', id, id, 0 from accounts where project_id is not null limit 1`,
    "update orders set status = 'free', paid_at = null, closed_at = moment(), operator_id = account_id, remark = '-' where status = 'paid'",
    `insert into receipt_reversals (project_id, receipt_id, kind, amount, reason, bank, serial_no, day, operator_id, approved)
      select project_id, id, 'return', 1, '-', 'B', 'S', '2023-01-01', operator_id, false from receipts`,
  ],
  '40': [
    'delete from refund_events',
    "delete from refund_events where kind = 'sent'",
    "update refunds set status = 'processing', succeeded_at = null where status = 'succeeded'",
    'delete from payment_events',
    "insert into payment_events (project_id, payment_id, kind) select project_id, id, 'opened' from payments",
    "insert into payment_events (project_id, payment_id, kind) select project_id, id, 'closed' from payments where status = 'succeeded'",
  ],
  '15': [
    `with twin as (
        insert into enrolments (project_id, account_id, class_id, source, status)
        select e.project_id, e.account_id, c.id, 'free', 'active' from enrolments e, train_classes c
        where e.status = 'active' and c.id <> e.class_id limit 1)
      update train_classes set version_of = (select class_id from enrolments where status = 'active' limit 1), version = 2
      where id <> (select class_id from enrolments where status = 'active' limit 1)`,
  ],
  '16': [
    "update enrolments set source = 'apply' where status = 'active'",
    `${bypass} delete from operation_logs where action = 'enrolment.open'`,
    "update enrolments set status = 'refunded' where status = 'passed'",
    "update enrolments set suspended_by = 'refund:' || new_id() where status = 'active'",
    `update order_items i set refunded = payable from enrolments e where e.source_id = i.id and e.status = 'active'`,
  ],
  '17': ['update train_classes set sold = sold + 1', 'update train_classes set held = held + 1'],
  '26': [
    "update enrolments set status = 'active' where status = 'passed'",
    "update enrolments set study_done_at = null where status = 'passed' and passed_by = 'rule'",
    "update enrolments set passed_by = 'manual', pass_reason = ' ' where status = 'passed'",
    "update certificates set number = number || 'X'",
    'update certificate_serials set last = 0',
    'update certificates set holder = holder || \'{"hoursTenths": 70}\'',
    "update certificates set kind = 'year', enrolment_id = null, holder = holder || '{\"hoursTenths\": 90}'",
    'update train_classes set elective_min_tenths = 5',
  ],
  '27': [
    "update hour_entries set hours_tenths = 90 where source = 'class'",
    "update enrolments set status = 'active' where status = 'passed'",
    'update hour_entries set year = 2022',
    "delete from hour_entries where source = 'class'",
    `update hour_entries h set course_root_id = (select id from courses o where o.id <> h.course_root_id limit 1)`,
    `with twin as (
        insert into enrolments (project_id, account_id, class_id, source, status, passed_at, passed_by)
        select project_id, account_id, class_id, 'free', 'passed', moment(), 'rule' from (
          select e.project_id, e.account_id, c.id as class_id from enrolments e, train_classes c
          where e.status = 'passed' and c.id <> e.class_id limit 1) other
        returning id)
      insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, enrolment_id,
        course_root_id, title)
      select h.project_id, h.account_id, h.year, h.class_type, h.attribute, h.hours_tenths, 'class', twin.id,
        h.course_root_id, '-' from hour_entries h, twin`,
    `insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, title, reason)
      select project_id, account_id, year, class_type, attribute, -hours_tenths - 10, 'correction', '-', '-'
      from hour_entries`,
  ],
  '29': [
    "update accounts set status = 'disabled' where role_id in (select id from roles where role_system = 1)",
    "update roles set menus = '{/order-manage/list}' where role_system = 3",
    `with other as (insert into projects default values returning id)
      update accounts set project_id = other.id from other`,
  ],
  '30': [
    "update accounts set status = 'disabled'",
    'update sessions set role_id = (select id from roles r where r.id <> sessions.role_id limit 1)',
    `insert into operation_logs (action, subject_kind, subject_id, created_at)
      select 'account.resetPassword', 'account', id, moment() + interval '1 s' from accounts`,
  ],
  '31': [
    "delete from import_rows where state = 'accepted' and row_no = 2",
    "update import_rows set state = 'good' where row_no = 2",
    'update import_rows set target_id = new_id()',
    `update import_rows r set target_id = new_id() from imports i
      where i.id = r.import_id and i.kind = 'bankStatement'`,
    "update import_rows set target_id = (select id from questions limit 1) where state = 'accepted'",
    "insert into import_rows (import_id, row_no, group_no, label, cells) values (new_id(), 2, 2, '', '[]')",
  ],
  '32': [
    "update jobs set status = 'running', lease_until = null",
    "update jobs set status = 'running', fence = 0, lease_until = moment() + interval '1 minute'",
    "update jobs set lease_until = moment() where status = 'succeeded'",
    'update jobs set done = 3, total = 2',
  ],
  '33': [
    "update students set work_place = 'call 13912345678'",
    "update orders set remark = '110101199003070038'",
    "insert into jobs (type, lane, input) values ('x', 'time', '{\"card\": \"11010119900307003X\"}')",
    "update jobs set error = 'no text for +8613912345678'",
    "update imports set file_name = '张三_13912345678.xlsx'",
    "update imports set header = '{姓名,电话139-1234-5678}'",
    `update import_rows set cells = '["１３９１２３４５６７８"]'`,
    `update import_rows set cells = '["第一行\\n110101 19900307 003x。"]'`,
    "update orders set remark = '退到6222021234567890123'",
    `insert into operation_logs (action, subject_kind, subject_id, reason)
      values ('exception.register', 'account', '-', '新号码是“139 1234 5678”')`,
    `insert into operation_logs (action, subject_kind, subject_id, after)
      values ('import.apply', 'import', '-', '{"fileName": "110101900307003.xlsx"}')`,
    `with face as (update accounts set image_key = 'image/x.jpg' returning id, project_id)
      insert into images (key, project_id, account_id, bytes, width, height)
      select 'image/x.jpg', project_id, id, 1, 1, 1 from face limit 1`,
  ],
  '36': [
    `${bypass} update operation_logs set actor_id = new_id() where action = 'order.pay'`,
    `${bypass} update operation_logs set created_at = created_at - interval '1 day' where action = 'order.pay'`,
    `${bypass} delete from operation_logs where action = 'order.pay'`,
    `${bypass} delete from operation_logs l using operation_lanes e where (e.lane, e.serial) = (l.lane, l.serial)`,
    `${bypass} update operation_logs set hash = sha256(hash)`,
    `${bypass} insert into operation_logs (action, subject_kind, subject_id, lane, serial, hash)
      values ('order.pay', 'order', 'x', 1, 1000000, '')`,
    'delete from operation_lanes',
  ],
  '34': [
    'update units set parent_id = id',
    "update units set path = id || '/x/'",
    `with gone as (
        insert into units (id, project_id, path, name, status)
        select i.id, p.project_id, i.id || '/', 'x', 'deleted'
        from (select project_id from units limit 1) p, (select new_id() as id) i returning id, project_id)
      insert into units (id, project_id, path, name, status, merged_into)
      select i.id, gone.project_id, i.id || '/', 'y', 'merged', gone.id from gone, (select new_id() as id) i`,
    `with top as (insert into class_categories (project_id, class_type, kind, name, status)
      select project_id, class_type, kind, name, 'deleted' from class_categories limit 1 returning id)
      update class_categories c set parent_id = top.id from top where c.id <> top.id`,
  ],
  '38': [
    'update order_items set account_id = (select id from accounts a where a.id <> order_items.account_id limit 1)',
    'update refunds set account_id = (select id from accounts a where a.id <> refunds.account_id limit 1)',
    `with unit as (
        insert into units (id, project_id, path, name)
        select i.id, p.id, i.id || '/', 'x' from (select id from projects limit 1) p, (select new_id() as id) i returning id)
      update orders set kind = 'batch', account_id = null, payer_unit_id = unit.id from unit`,
    `${bypass} delete from order_adjustments; delete from refund_items; delete from order_items`,
    `with other as (insert into projects default values returning id) update orders set project_id = other.id from other`,
  ],
  '42': [
    'update sign_ups set taken = taken + 1',
    "update sign_up_applications set status = 'approved', pay_until = moment() where fee > 0",
    "update orders set status = 'cancelled', closed_reason = 'expired', closed_at = moment(), paid_at = null where kind = 'cms'",
    'update order_items set refunded = payable where sign_up_id is not null',
    'update sign_up_applications set order_item_id = (select id from order_items where class_id is not null limit 1) where fee > 0',
    "update sign_up_applications set subject_ids = '{}'",
  ],
  '43': [
    "update scores set points = points - 1 where result = 'passed'",
    'update scores set entry_no = entry_no + 1',
    `${bypass} update score_entries set no = 2; update scores set entry_no = 2`,
    `${bypass} update score_entries set points = 101; update scores set points = 101`,
    `${bypass} update score_entries set result = 'failed'; update scores set result = 'failed'`,
    `${bypass} update score_entries set source = 'correction'; update scores set source = 'correction'`,
    'update scores set account_id = (select id from accounts a where a.id <> scores.account_id limit 1)',
    `insert into score_appeals (score_id, account_id, reason)
      select c.id, a.id, 'x' from scores c join accounts a on a.id <> c.account_id limit 1`,
  ],
  '44': [
    'delete from board_deltas; delete from board_counts',
    'select fold_boards(100000); update board_counts set amount = amount + 1',
    `insert into board_days (account_id, day, project_id, since)
      select id, '2023-01-01', project_id, '-infinity' from accounts limit 1`,
    `${bypass} update enrolments set created_at = created_at - interval '3 days'`,
    `${bypass} update orders set amount = amount + 1, paid_at = paid_at - interval '2 days'`,
    `${bypass} update hour_entries set hours_tenths = hours_tenths + 1`,
    `${bypass} update certificates set status = 'superseded'`,
    `select fold_boards(100000); ${bypass} update accounts set unit_id = null`,
  ],
  '37': [
    `update import_rows set problems = '[{"column": null, "zh": "重复", "en": "is repeated"}]'`,
    `insert into jobs (type, lane, result) values ('x', 'time', '{"values": {"a": 1}, "why": {"zh": "重复", "en": "-"}}')`,
  ],
}

const folder = new URL('./', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8')

let shop: Shop
before(async () => {
  shop = await aShop([
    '/order-manage/list',
    '/order-manage/list#free',
    '/order-manage/list#receipt',
    '/customer/exception-register#approve',
    '/account-manage/role',
    '/account-manage/administrator-list',
    '/project-manage/setting',
    ...signUpMenus,
  ])
  const { world, portal } = shop
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const paid = await shop.order()
  const lowered = { itemId: paid.order.items[0]!.id, payable: 5000 }
  const change = { orderId: paid.order.id, items: [lowered], reason: '老学员续报优惠' }
  await world.ask(orderCalls.updatePrice, change, clerk.token)
  await shop.payAt(await shop.code(paid))
  await until(async () => (await shop.rows(paid.order.id)).status === 'paid')
  await anIssuedInvoice(clerk, paid)
  await anOfflineOrder(clerk)
  const waived = await shop.order()
  await world.ask(orderCalls.freeOrder, { orderId: waived.order.id, reason: '困难职工' }, clerk.token)
  const cancelled = await shop.order()
  await shop.code(cancelled)
  await world.db.begin((tx) => pay(tx, `${cancelled.order.orderNo}_1`, { notices: 0 }))
  await world.ask(orderCalls.cancelMyOrder, { orderId: cancelled.order.id }, cancelled.learner.token)
  for (let minutes = 1; (await shop.rows(cancelled.order.id)).payments[0]!.status !== 'refunded'; minutes++) {
    assert.ok(minutes < 20, 'the surplus goes back')
    await world.moveClock(`${minutes} minutes`)
    await shop.poll()
  }
  await aLearner(world, portal)
  await aSeated(clerk)
  await aPassedClass()
  await anImport()
  await world.portal.drainJobs()
})

/** An invoice of an order that was issued. */
async function anIssuedInvoice(clerk: BuiltAccount, { order, learner }: BuiltOrder): Promise<void> {
  const { world } = shop
  await openInvoices(world, clerk)
  const id = await requestInvoice(world, learner, [order.id], 5000)
  await world.app.db.begin(async (tx) => {
    const [now] = await tx<{ at: string }[]>`select moment() as at`
    const invoice = await lockInvoice(tx, id)
    await setStatus(tx, null, invoice, 'mark', { set: { number: '2'.repeat(20), issuedAt: now!.at } })
  })
}

/** An order that a bank transfer paid, which left a balance. */
async function anOfflineOrder(clerk: BuiltAccount): Promise<void> {
  const { world, portal } = shop
  const { order } = await shop.order()
  const [today] = await world.db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  const transfer = {
    serialNo: 'ICBC0001',
    payerName: '王芳',
    day: today!.day as string,
    amount: order.amount + 500,
  }
  const proposal = await world.ask(receiptCalls.record, { ...transfer, orderId: order.id }, clerk.token)
  const chief = await anAccount(world, portal, { role: 'admin' })
  await world.ask(approvalCalls.approve, { id: proposal.approvalId! }, chief.token)
}

/** An applicant for an exam whose fee is waived, who has a seat and a score. */
async function aSeated({ token, accountId: operatorId }: BuiltAccount): Promise<void> {
  const { world, portal } = shop
  const signUp = await aSignUp(world, token, {
    kind: 'exam',
    fee: 5000,
    subjects: [{ name: '理论', sessions: [aSession(2)] }],
  })
  const learner = await aLearner(world, portal)
  const applicationId = await anApplication(world, learner.token, signUp)
  await world.ask(applicationCalls.review, { ids: [applicationId], approve: true }, token)
  const due = { applicationId, expectedAmount: 5000 }
  const { orderId } = await world.ask(feeCalls.orderMyFee, due, learner.token)
  await world.ask(orderCalls.freeOrder, { orderId, reason: '困难职工' }, token)
  await world.ask(seatCalls.assign, { signUpId: signUp.id }, token)
  const { projectId } = portal
  const [subjectId] = signUp.subjectIds as [string]
  const { accountId } = learner
  const entry = { scoreId: null, projectId, accountId, applicationId, subjectId, points: 80 }
  const by = { accountId: operatorId, projectId }
  await world.db.begin((tx) => enterScores(tx, [{ ...entry, result: 'passed' }], { source: 'import', by }))
}

/** A class passed by rule, with its certificate. */
async function aPassedClass(): Promise<void> {
  const { world, portal } = shop
  const { db } = world
  const { accountId } = await aLearner(world, portal)
  const { classId, courses } = await aClass(world, portal)
  await db`
    with template as (
      insert into certificate_templates (project_id, name, kind, design, numbering)
      values (${portal.projectId}, 'T', 'class', '{}', '{serial}') returning id),
    passed as (
      insert into enrolments (project_id, account_id, class_id, source, status, study_done_at, passed_at, passed_by)
      values (${portal.projectId}, ${accountId}, ${classId}, 'free', 'passed', moment(), moment(), 'rule')
      returning id, project_id, account_id),
    begun as (
      insert into operation_logs (project_id, action, subject_kind, subject_id)
      select project_id, 'enrolment.open', 'enrolment', id::text from passed),
    seat as (update train_classes set sold = sold + 1 where id = ${classId}),
    serial as (insert into certificate_serials values (${portal.projectId}, ${yearFromNow()}, 1)),
    line as (
      insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, enrolment_id,
        course_root_id, title)
      select project_id, account_id, ${yearFromNow()}::int, 'public', 'required', 80, 'class', id, ${courses[0]!.courseId}, 'C' from passed)
    insert into certificates (project_id, account_id, enrolment_id, template_id, template_version, kind, number,
      verify_code, holder, design)
    select passed.project_id, account_id, passed.id, template.id, 1, 'class', 'N1', 'code',
      jsonb_build_object('number', 'N1', 'hoursTenths', 80, 'year', ${yearFromNow()}::int), '{}' from passed, template`
}

/** An applied import of two accepted rows and one that was refused, and one of a transfer that is a receipt. */
async function anImport(): Promise<void> {
  const { world, portal } = shop
  await world.db`
    with bank as (insert into question_banks (project_id, name) values (${portal.projectId}, 'B') returning id, project_id),
    question as (
      insert into questions (project_id, bank_id, type, difficulty, score, stem_bigrams, content_hash)
      select project_id, id, 'judge', 'easy', 1, '{}', sha256(n::text::bytea) from bank, generate_series(2, 3) n
      returning id, bank_id),
    made as (
      insert into imports (project_id, kind, operator_id, params, file_name, job_id, status, rows, added, rejected)
      select ${portal.projectId}, 'question', a.id, '{}', 'f.xlsx', new_id(), 'applied', 3, 2, 1
      from (select id from accounts where project_id = ${portal.projectId} limit 1) a returning id)
    insert into import_rows (import_id, row_no, group_no, label, cells, state, target_id, problems)
    select made.id, n, n, '', '[]', case when n < 4 then 'accepted' else 'bad' end,
      (select q.id from question q order by q.id offset n - 2 limit 1),
      case when n < 4 then '[]' else '[{"code": "nearType", "values": {"text": "x", "near": {"zh": "单选题"}}}]'::jsonb end
    from made, generate_series(2, 4) n`
  await world.db`
    with made as (
      insert into imports (project_id, kind, operator_id, params, file_name, job_id, status, rows, added)
      select r.project_id, 'bankStatement', r.operator_id, '{}', 'f.csv', new_id(), 'applied', 1, 1
      from (select project_id, operator_id from receipts where project_id = ${portal.projectId} limit 1) r returning id)
    insert into import_rows (import_id, row_no, group_no, label, cells, state, target_id)
    select made.id, 9, 9, '', '[]', 'accepted', (select id from receipts where project_id = ${portal.projectId} limit 1)
    from made`
}

test('after orders, refunds, an import and a pass the invariants hold', async () => {
  for (const file of files.filter((name) => breaks[name.slice(0, 2)])) {
    assert.deepEqual([...(await shop.world.db.unsafe(textOf(file)))], [], file)
  }
})

test('every one of them sees what breaks it', async () => {
  for (const [number, statements] of Object.entries(breaks)) {
    const file = files.find((name) => name.startsWith(number))!
    for (const statement of statements) {
      const undone = new Error('undone')
      let seen = 0
      const attempt = shop.world.db.begin(async (tx) => {
        await tx.unsafe(statement)
        seen = (await tx.unsafe(textOf(file))).length
        throw undone
      })
      await assert.rejects(
        attempt,
        (error) => error === undone || Boolean(assert.fail(`${statement}: ${String(error)}`)),
      )
      assert.ok(seen > 0, `${file} does not see: ${statement}`)
    }
  }
})
