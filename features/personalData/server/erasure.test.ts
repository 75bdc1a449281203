import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aBank, aQuestion } from '../../../test/build/exam.ts'
import { runJob } from '../../../test/build/job.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { ownTables } from '../../../test/ownTables.ts'
import { correctionCalls } from '../../correction/contract.ts'
import { revealCalls } from '../../student/reveal/contract.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { personalDataCalls as calls } from '../contract.ts'

const password = 'Demo2026a'
/** A picture of one pixel, as it is sealed. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const person = { name: '欧阳震天动地', newName: '欧阳惊雷动地', mail: 'ouyang.zhentian@example.com' }
/** Data that may stay of a person, and why; every other text of theirs is gone from every table. */
const kept: Readonly<Record<string, string>> = {
  certificates: 'says whom it was issued to, for as long as anyone may check it',
  outbox_messages: 'the telephone of the demo; a portal with a carrier writes none',
}

const isKept = (row: string) => Object.hasOwn(kept, row.split(':')[0]!)

let world: World
let portal: BuiltPortal
let chief: BuiltAccount
before(async () => {
  world = await openWorld()
})

/** A learner, in a portal of their own, of whom every feature knows something. */
async function aKnownLearner() {
  portal = await aPortal(world, { menus: ['/customer/exception-register', '/student-manage/student'] })
  chief = await anAccount(world, portal, { role: 'admin', userName: '主管' })
  const { db, app } = world
  const { secrets } = app
  const learner = await aLearner(world, portal, { name: person.name })
  const other = await aLearner(world, portal, { name: '王某' })
  const { accountId } = learner
  const { projectId } = portal
  const { classId } = await aClass(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { accountId, classId })
  const { classId: leftId } = await aClass(world, portal)
  await db`
    with former as (
      insert into enrolments ${db({ projectId, accountId, classId: leftId, source: 'free', status: 'transferred' })} returning id)
    insert into transfer_records (project_id, account_id, from_id, to_id, carried_ms, carried_videos, progress_before,
      progress_after, price_difference, reason, operator_id)
    select ${projectId}, ${accountId}, id, ${enrolmentId}, 0, 0, 0, 0, 0, '换到新班', ${chief.accountId} from former`
  const [numbers] = await db`
    select a.mobile_sealed, a.mobile_index, a.mobile_mask, s.card_sealed, s.card_index, s.card_mask from accounts a
    join students s on s.account_id = a.id where a.id = ${accountId}`
  const mobile = secrets.open('accounts.mobile', accountId, numbers!.mobileSealed as Buffer)
  const card = secrets.open('students.card', accountId, numbers!.cardSealed as Buffer)
  await world.ask(
    correctionCalls.propose,
    {
      accountId,
      change: { kind: 'identity', realName: person.newName, cardNumber: card },
      reason: '来电更正，证件已核对',
    },
    chief.token,
  )
  await world.ask(
    supportCaseCalls.register,
    { accountId, kind: 'hours', note: '学员反映学时不符' },
    chief.token,
  )
  await db`update approvals set reason = ${`${person.name}来电`} where subject_id = ${accountId}`
  await db`update exception_registers set note = ${`${person.name}反映学时不符`} where account_id = ${accountId}`
  await db`
    insert into message_mails (account_id, address_sealed, address_mask, confirmed_at)
    values (${accountId}, ${secrets.seal('message_mails.address', accountId, person.mail)}, 'o***@example.com', moment())`
  await db`
    with m as (
      insert into messages (project_id, account_id, kind, params)
      values (${projectId}, ${accountId}, 'order.paid', ${db.json({ name: person.name })}) returning id)
    insert into message_deliveries (project_id, message_id, account_id, kind, channel, mobile_sealed, mobile_index,
      recipient_mask, status)
    select ${projectId}, id, ${accountId}, 'order.paid', 'sms', ${numbers!.mobileSealed as Buffer},
      ${numbers!.mobileIndex as Buffer}, ${numbers!.mobileMask as string}, 'sent' from m`
  const codeId = (await db`select new_id() as id`)[0]!.id as string
  await db`
    insert into message_deliveries (id, project_id, kind, channel, mobile_sealed, mobile_index, recipient_mask, status)
    values (${codeId}, ${projectId}, 'code.login', 'sms', ${secrets.seal('accounts.mobile', codeId, mobile)},
      ${numbers!.mobileIndex as Buffer}, ${numbers!.mobileMask as string}, 'sent')`
  await db`insert into message_refusals (account_id, channel) values (${accountId}, 'sms')`
  await db`
    insert into message_budgets (project_id, day, mobile_index, used)
    values (${projectId}, current_date, ${numbers!.mobileIndex as Buffer}, 1)`
  await db`
    insert into message_codes (purpose, mobile_index, code_hash, expires_at)
    values ('login', ${numbers!.mobileIndex as Buffer}, '\\x00', moment())`
  await db`insert into account_links (account_id, linked_id, proof) values (${other.accountId}, ${accountId}, '\\x00')`
  await db`insert into account_accesses (account_id, giver_id) values (${accountId}, ${other.accountId})`
  await db`insert into second_factors (account_id, secret_sealed) values (${accountId}, '\\x00')`
  await db`insert into recovery_codes (account_id, code_hash) values (${accountId}, '\\x00')`
  await db`
    insert into session_tickets (ticket_hash, account_id, role_id, expires_at)
    values (${secrets.blindIndex('t', accountId)}, ${accountId}, ${portal.roles.learner}, moment())`
  const [text] = await db`select id from project_texts limit 1`
  await db`
    insert into agreement_consents (account_id, text_id, ip) values (${accountId}, ${text!.id as string}, '198.51.100.7')`
  const [category] = await db`
    insert into class_categories ${db({ projectId, name: '技能', classType: 'vocational', kind: 'skill' })} returning id`
  await db`insert into chosen_skills (account_id, category_id) values (${accountId}, ${category!.id as string})`
  await db`insert into cart_items (account_id, class_id, price_seen) values (${accountId}, ${classId}, 0)`
  await db`
    with p as (
      insert into partners (project_id, code, name, kind, key_sealed)
      values (${projectId}, ${accountId}, ${accountId}, 'standard', '\\x00') returning id)
    insert into partner_accounts (partner_id, external_id, account_id, source)
    select id, 'their-number', ${accountId}, 'proved' from p`
  await db`update accounts set wechat_open_id = ${`o${accountId}`} where id = ${accountId}`
  await db`
    with w as (
      insert into wechat_apps (project_id, kind, name, app_id, secret_sealed)
      values (${projectId}, 'open', 'x', ${accountId}, '\\x00') returning id),
    scene as (
      insert into wechat_scenes (project_id, app_id, scene_hash, browser_hash, way, purpose, open_id, expires_at,
        agreed_account_id)
      select ${projectId}, id, ${secrets.blindIndex('s', accountId)}, '\\x00', 'scan', 'login', ${`o${accountId}`},
        moment(), ${accountId} from w)
    insert into wechat_bindings (account_id, app_id, open_id, nickname_sealed)
    select ${accountId}, id, ${`o${accountId}`}, ${secrets.seal('wechat_bindings.nickname', accountId, '云中雁')} from w`
  await db`
    insert into faces (account_id, project_id, consent_at, consent_version, template_sealed, template_of)
    values (${accountId}, ${projectId}, moment(), 1, '\\x00', 'x')`
  await db`insert into face_pictures (account_id, picture_sealed)
    values (${accountId}, ${secrets.seal('face_pictures.picture', accountId, pixel)})`
  await db`
    insert into images (key, project_id, account_id, bytes, width, height, used_at, is_personal, picture_sealed)
    values (${accountId}, ${projectId}, ${accountId}, 68, 1, 1, moment(), true,
      ${secrets.seal('images.picture', accountId, pixel)})`
  await db`update accounts set image_key = ${accountId} where id = ${accountId}`
  await db`
    with i as (
      insert into imports (kind, project_id, operator_id, file_name, job_id, status, rows, added)
      values ('roster', ${projectId}, ${chief.accountId}, 'x.xlsx', new_id(), 'applied', 1, 1) returning id)
    insert into import_rows (import_id, row_no, group_no, label, cells, draft, card_index, card_sealed, state, target_id)
    select id, 1, 1, ${`${person.name} ${numbers!.cardMask as string}`}, ${db.json([person.name])},
      ${db.json({ realName: person.name })}, ${numbers!.cardIndex as Buffer}, '\\x00', 'accepted', ${accountId} from i`
  await db`
    insert into approvals (project_id, kind, subject_id, before, after, reason, second, proposer_id)
    values (${projectId}, 'passes', ${classId}, ${db.json({
      names: [person.name, '张三'],
      members: [
        { id: enrolmentId, name: person.name },
        { id: chief.accountId, name: '张三' },
      ],
    })},
      '{}', 'x', true, ${chief.accountId})`
  await db`
    with template as (
      insert into certificate_templates (project_id, name, kind, design, numbering)
      values (${projectId}, ${enrolmentId}, 'class', '{}', '{serial}') returning id)
    insert into certificates (project_id, account_id, enrolment_id, template_id, template_version, kind, number,
      verify_code, holder, design)
    select ${projectId}, ${accountId}, ${enrolmentId}, id, 1, 'class', ${enrolmentId}, ${enrolmentId},
      ${db.json({ realName: person.name })}, '{}' from template`
  const questionId = await aQuestion(world, portal, await aBank(world, portal))
  await db`
    insert into exercise_marks (account_id, question_id, part, in_row, wrong) values (${accountId}, ${questionId}, 0, 0, true)`
  await db`insert into exercise_favourites (account_id, question_id) values (${accountId}, ${questionId})`
  await db`insert into account_roles (account_id, role_id) values (${accountId}, ${portal.roles.learner})`
  await db`
    insert into uploads (id, project_id, account_id, purpose, name, bytes)
    values (new_id(), ${projectId}, ${accountId}, 'video', 'x.mp4', 1)`
  await db`
    with o as (
      insert into orders (project_id, account_id, payer_name, order_no, amount, expires_at, status, closed_at,
        closed_reason)
      values (${projectId}, ${accountId}, ${person.name}, ${`E${accountId}`}, 6000, moment(), 'cancelled', moment(), 'learner')
      returning id),
    n as (
      insert into order_notes (project_id, order_id, author_id, text)
      select ${projectId}, id, ${chief.accountId}, ${`${person.name}来电`} from o)
    insert into refunds (project_id, order_id, account_id, applicant_id, kind, refund_no, amount, status, reason)
    select ${projectId}, id, ${accountId}, ${accountId}, 'learner', ${`E${accountId}`}, 6000, 'cancelled', 'x' from o`
  await db`
    insert into invoice_titles (project_id, account_id, kind, name) values (${projectId}, ${accountId}, 'personal', ${person.name})`
  const buyer = {
    kind: 'personal',
    name: person.name,
    taxNo: null,
    address: '',
    phone: '',
    bank: '',
    bankAccount: '',
  }
  await db`
    insert into invoices (project_id, colour, kind, apply_no, account_id, applicant_id, title, seller, email, remark, amount,
      tax, status)
    values (${projectId}, 'blue', 'ordinary', ${`FP${accountId}`}, ${accountId}, ${accountId}, ${db.json(buyer)}, '{}',
      ${person.mail}, '-', 6000, 175, 'withdrawn')`
  await db`
    insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, title)
    values (${projectId}, ${accountId}, 2023, 'public', 'required', 80, 'external', '药事管理')`
  await db`
    with p as (
      insert into papers (project_id, name, mode, sections, total, pass_score, minutes)
      values (${projectId}, 'x', 'fixed', '[]', 100, 60, 60) returning id),
    x as (
      insert into exams (project_id, class_id, paper_id, name, attempts)
      select ${projectId}, ${classId}, id, 'x', 1 from p returning id)
    insert into exam_attempts (project_id, exam_id, enrolment_id, account_id, number, seed, items, sections, total,
      pass_score, deadline_at, status, ip, device)
    select ${projectId}, id, ${enrolmentId}, ${accountId}, 1, 1, '[]', '[]', 100, 60, moment(), 'voided', '198.51.100.7',
      'x' from x`
  await db`
    with c as (
      insert into watch_coverages (enrolment_id, item_id, duration_ms)
      select ${enrolmentId}, i.id, 1000 from course_items i join class_courses cc on cc.course_id = i.course_id
      where cc.class_id = ${classId} limit 1 returning item_id)
    insert into play_leases (account_id, enrolment_id, item_id, rate_percent, ahead_ms, count_hidden, required_ms,
      other_ms, item_required, opened_at, paid_from, paid_until, last_beat_at, ended_at, end_reason, rolled_at, ip, agent)
    select ${accountId}, ${enrolmentId}, item_id, 100, 0, false, 1000, 0, true, moment(), moment(), moment(), moment(),
      moment(), 'released', moment(), '198.51.100.7', 'x' from c`
  await db`
    with p as (
      insert into pushes (project_id, account_id, enrolment_id, event, title, year, class_type, hours_tenths)
      values (${projectId}, ${accountId}, ${enrolmentId}, 'hours', 'x', 2023, 'public', 80) returning id)
    insert into push_tries (push_id, number, tried_at, cause, ms, excerpt)
    select id, 1, moment(), 'status', 1, ${person.name} from p`
  await db`
    with g as (
      insert into sign_ups (project_id, kind, title, opens_at, closes_at, fee, taken)
      values (${projectId}, 'training', 'x', moment(), moment() + interval '1 day', 0, 1) returning id),
    f as (insert into sign_up_forms (sign_up_id, version, fields) select id, 1, '[]' from g returning sign_up_id),
    p as (
      insert into sign_up_applications (project_id, sign_up_id, account_id, applied_by, form_version, fee, reason, answers)
      select ${projectId}, sign_up_id, ${accountId}, ${accountId}, 1, 0, ${person.name},
        jsonb_build_array(jsonb_build_object('key', 'post', 'text', ${person.name}::text)) from f
      returning id, sign_up_id),
    e as (insert into sign_up_events (application_id, status, reason) select id, 'applied', ${person.name} from p)
    insert into sign_up_files (id, project_id, sign_up_id, field_key, account_id, application_id, name, kind, mime, bytes,
      content_sealed)
    select new_id(), ${projectId}, sign_up_id, 'proof', ${accountId}, id, ${person.name}, 'image', 'image/png', 1, 'x' from p`
  await db`
    with p as (select id, sign_up_id from sign_up_applications where account_id = ${accountId}),
    j as (insert into sign_up_subjects (sign_up_id, name, sort) select sign_up_id, 'x', 0 from p returning id),
    b as (
      insert into score_publications (subject_id, project_id, publish_at, appeal_days, operator_id)
      select id, ${projectId}, moment(), 5, ${accountId} from j),
    c as (
      insert into scores (project_id, account_id, application_id, subject_id, entry_no, points, result, source, entered_at)
      select ${projectId}, ${accountId}, p.id, j.id, 1, 50, 'failed', 'import', moment() from p, j returning id),
    e as (
      insert into score_entries (score_id, no, points, result, source, operator_id, reason, created_at)
      select id, 1, 50, 'failed', 'import', ${accountId}, ${person.name}, moment() from c),
    q as (
      insert into approvals (project_id, kind, subject_id, title, before, after, reason, second, proposer_id)
      select ${projectId}, 'scoreChange', id, 'x', jsonb_build_object('names', array[${person.name}::text]), '{}', ${person.name},
        true, (select id from accounts where project_id = ${projectId} and id <> ${accountId} limit 1) from c)
    insert into score_appeals (score_id, account_id, reason) select id, ${accountId}, ${person.name} from c`
  // One that is being made when the account closes.
  await db`insert into data_exports (project_id, account_id, language) values (${projectId}, ${accountId}, 'zh')`
  return { ...learner, classId, mobile, card, numbers: numbers! }
}

/** Every table with every row as text. */
async function rowsWith(texts: readonly string[]): Promise<string[]> {
  const tables = await world.db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await world.db<{ row: string }[]>`
      select to_jsonb(x)::text as row from ${world.db(name)} x`
    for (const text of texts)
      for (const { row } of rows)
        if (row.includes(text)) found.push(`${name}: ${text} in ${row.slice(0, 400)}`)
  }
  return found
}

test('no row of any table names a person whose account is closed, but what has to', async () => {
  const learner = await aKnownLearner()
  const { accountId, loginName, mobile, card, numbers } = learner
  const hex = (value: unknown) => `\\x${(value as Buffer).toString('hex')}`.replace('\\', '')
  const traces = [
    person.name,
    person.newName,
    loginName,
    'o***@example.com',
    hex(numbers.mobileIndex),
    hex(numbers.cardIndex),
    `o${accountId}`,
    'their-number',
    numbers.mobileMask as string,
    numbers.cardMask as string,
    '198.51.100.7',
  ]
  const before = await rowsWith(traces)
  for (const trace of traces)
    assert.ok(
      before.some((row) => row.includes(trace)),
      `${trace} is there at first`,
    )

  await world.ask(calls.closeAccount, { password }, learner.token)
  await world.moveClock('8 days')
  await runJob(world, 'personalData.close')
  await runJob(world, 'file.sweep')
  const [account] = await world.db`select status from accounts where id = ${accountId}`
  assert.equal(account!.status, 'deleted')
  const left = (await rowsWith(traces)).filter((row) => !isKept(row))
  // The log is written once: what it has of a person is their account and masked names and numbers.
  const inClear = (await rowsWith([person.mail, mobile, card])).filter((row) => !isKept(row))
  assert.deepEqual(inClear, [], 'nor is any number in clear')
  assert.deepEqual(
    left.filter((row) => !/^operation_logs: \S*\*\S* in /.test(row)),
    [],
  )

  // What was sealed of the person is gone too, but the identity that the law makes the provider keep.
  const columns = await world.db<{ table: string; column: string; owner: string }[]>`
    select c.table_name as table, c.column_name as column, o.column_name as owner
    from information_schema.columns c join information_schema.columns o on o.table_schema = 'public'
      and o.table_name = c.table_name and o.column_name in ('account_id', 'agreed_account_id', 'target_id')
    where c.table_schema = 'public' and c.column_name like '%\_sealed'`
  assert.ok(columns.length > 8, 'the columns are found')
  for (const { table, column, owner } of columns) {
    const sealed = await world.db<{ value: Buffer }[]>`
      select ${world.db(column)} as value from ${world.db(table)}
      where ${world.db(owner)} = ${accountId} and ${world.db(column)} is not null`
    for (const { value } of sealed) {
      if (table === 'account_closings') continue
      assert.equal(
        world.app.secrets.open(`${table}.${column.replace('_sealed', '')}`, accountId, value),
        '',
        `${table}.${column}`,
      )
    }
  }

  const token = await signedIn(world, chief.loginName, undefined, portal.unitId)
  const revealed = await world.call(
    revealCalls.reveal,
    { accountId, what: 'card', reason: '核对证件号码' },
    token,
  )
  assert.equal(revealed.respCode, 404, 'no alarm about a value that is not there')
  const { list } = await world.ask(correctionCalls.findPageList, { accountId }, token)
  assert.deepEqual(
    list.map(({ status, before, after }) => [status, before.realName, after.realName]),
    [['withdrawn', '欧****地（已注销）', '欧****地（已注销）']],
  )
  const [passes] =
    await world.db`select before from approvals where kind = 'passes' and subject_id = ${learner.classId}`
  const { names, members } = passes!.before as { names: string[]; members: { name: string }[] }
  assert.deepEqual(names, ['欧****地（已注销）', '张三'], 'others stay named')
  assert.deepEqual(
    members.map(({ name }) => name),
    names,
  )
  const [withdrawn] = await world.db`
    select after->>'kind' as kind from operation_logs
    where action = 'correction.withdraw' and subject_id = ${accountId}`
  assert.equal(withdrawn!.kind, 'identity')
  const [issue] = await world.db`select status, note from exception_registers where account_id = ${accountId}`
  assert.deepEqual([issue!.status, issue!.note], ['dismissed', 'account.closed'])
})

test('the copy of one’s data has a section for each table of a person, in words and with what codes mean', async () => {
  const learner = await aKnownLearner()
  const { accountId, card } = learner
  await world.db`delete from data_exports where account_id = ${accountId}`
  await world.db`update students set gender = 'female', verify_status = 'verified' where account_id = ${accountId}`
  await world.ask(calls.closeAccount, { password }, learner.token)
  const token = await signedIn(world, learner.loginName, undefined, portal.unitId)
  const { id } = await world.ask(calls.requestCopy, { password }, token)
  await world.portal.drainJobs()
  const [job] = await world.db`select status, error from jobs where type = 'personalData.make'`
  assert.deepEqual([job!.status, job!.error], ['succeeded', null])
  const { body } = await world.portal.http.inject({
    method: 'POST',
    url: `/api${calls.downloadCopy.path}`,
    headers: { token },
    payload: { id },
  })
  const encoded = /application\/json;base64,([^"]+)"/.exec(body)
  assert.ok(encoded, body.slice(0, 300))
  const json = Buffer.from(encoded[1]!, 'base64')
  const data = JSON.parse(json.toString()) as Record<string, Record<string, unknown>[]>
  const wanted = Object.values(ownTables).flatMap((own) => ('copy' in own ? own.copy : []))
  assert.deepEqual(
    [...new Set(wanted)].filter((title) => !data[title]?.length),
    [],
    'each has rows',
  )
  const [profile] = data.Profile!
  assert.deepEqual(
    [profile!.cardNumber, profile!.mail, profile!.wechatName, profile!.gender],
    [card, person.mail, '云中雁', 'female'],
    'codes for a machine',
  )
  assert.equal(data.Pictures!.length, 2)
  for (const said of [
    '<td>女</td>',
    '<td>已核验</td>',
    '已申请注销账号',
    '<th>姓名</th>',
    '<img alt="" src="data:image/png',
  ])
    assert.ok(body.includes(said), said)
  assert.doesNotMatch(
    body,
    /<td>(?:female|verified|false|true|\d{4}-\d\d-\d\dT[^<]*)<\/td>/,
    'words for a person',
  )
})

test('each table that names an account says what of it goes when the account is closed', async () => {
  const pointing = await world.db<{ table: string; column: string }[]>`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass order by 1, 2`
  assert.deepEqual(
    [...new Set(pointing.map(({ table }) => table))].filter((table) => !ownTables[table]?.after),
    [],
    'declared in the feature.ts of its owner',
  )
  const [closed] = await world.db`select account_id from account_closings where status = 'closed'`
  const accountId = closed!.accountId as string
  const wrong: string[] = []
  for (const { table, column } of pointing) {
    if (ownTables[table]!.after !== 'gone') continue
    const rows = await world.db`select from ${world.db(table)} where ${world.db(column)} = ${accountId}`
    if (rows.length > 0) wrong.push(`${table}.${column}`)
  }
  assert.deepEqual(wrong, [])
})
