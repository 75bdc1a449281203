import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { unzipSync } from 'fflate'
import { aCaptcha } from '../../../../test/build/captcha.ts'
import { aTemplate } from '../../../../test/build/certificate.ts'
import { aClass } from '../../../../test/build/class.ts'
import { yearFromNow } from '../../../../test/build/days.ts'
import { anEnrolment } from '../../../../test/build/enrolment.ts'
import { linkAccounts } from '../../../../test/build/link.ts'
import { piecesOf } from '../../../../test/build/pdf.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { listExportCalls } from '../../../export/contract.ts'
import { certifyCalls } from '../../../learner/certify/contract.ts'
import { certificateCalls } from '../../contract.ts'
import { issueCertificate, revokeCertificate } from '../../server/actions.ts'
import { registerCalls, registerExports } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld({ environment: { captcha: true } })
  portal = await aPortal(world, { menus: ['/student-manage/student'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

async function anIssued(name: string, at: { portal?: BuiltPortal; unitId?: string } = {}) {
  const of = at.portal ?? portal
  const learner = await aLearner(world, of, { name, ...(at.unitId ? { unitId: at.unitId } : {}) })
  const certificateTemplateId = await aTemplate(world, of.projectId)
  const built = await aClass(world, of, { name: '数据安全实务', certificateTemplateId })
  const enrolmentId = await anEnrolment(world, of, { accountId: learner.accountId, classId: built.classId })
  const id = (await world.db.begin((tx) => issueCertificate(tx, enrolmentId)))!
  return { ...learner, enrolmentId, id }
}

const find = async (filter: object, token = admin.token) =>
  (await world.ask(registerCalls.find, filter, token)).list

test('the register is searched by name, number, kind, status and unit, within the scope', async () => {
  const one = await anIssued('司马青云')
  const unitId = await aUnit(world, portal.projectId)
  const other = await anIssued('司马青松', { unitId })
  const elsewhere = await anIssued('司马青云', {
    portal: await aPortal(world, { menus: ['/student-manage/student'] }),
  })
  const ids = async (filter: object, token?: string) => (await find(filter, token)).map(({ id }) => id)
  assert.deepEqual(await ids({ keyword: '司马青' }), [other.id, one.id])
  const [found] = await find({ keyword: '司马青云' })
  assert.deepEqual(
    [found!.kind, found!.className, found!.status, found!.replacedBy],
    ['class', '数据安全实务', 'valid', null],
  )
  assert.deepEqual(await ids({ keyword: found!.number.replace('-', '—') }), [one.id])
  assert.deepEqual(await ids({ keyword: '司马青', unitId }), [other.id])
  assert.deepEqual(await ids({ keyword: '司马青', kind: ['year', 'skill'] }), [])
  assert.deepEqual(await ids({ ids: [one.id, elsewhere.id] }), [one.id])
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  await world.db`update roles set menus = '{/student-manage/student}' where id = ${portal.roles.unit}`
  assert.deepEqual(await ids({}, manager.token), [other.id])
  assert.equal(
    (await world.call(registerCalls.revoke, { ids: [other.id], reason: '代学' }, manager.token)).respCode,
    403,
  )
  assert.equal((await world.call(registerCalls.find, {}, one.token)).respCode, 403)
})

test('one is revoked for a reason, once, and comes back only where its right still holds', async () => {
  const { id, enrolmentId, accountId } = await anIssued('上官婉')
  await world.db`update enrolments set status = 'passed', passed_at = moment(), passed_by = 'manual', pass_reason = '-' where id = ${enrolmentId}`
  const act = (call: typeof registerCalls.revoke, of = id) =>
    world.ask(call, { ids: [of], reason: '代学已查实' }, admin.token)
  assert.deepEqual((await act(registerCalls.revoke)).succeeded, [id])
  const [revoked] = await find({ ids: [id] })
  assert.deepEqual([revoked!.status, revoked!.revokeReason], ['revoked', '代学已查实'])
  assert.match((await act(registerCalls.revoke)).failed[0]!.reason, /已撤销/)
  assert.deepEqual((await act(registerCalls.reissue)).succeeded, [id])
  const [fresh, old] = await find({ keyword: '上官婉' })
  assert.deepEqual([old!.status, old!.replacedBy], ['superseded', fresh!.number])
  const seen = await world.portal.http.inject({ url: `/check/${old!.verifyCode}` })
  assert.match(seen.body, /fill="#9a5b00"/, 'not as one that is refused')
  assert.match(seen.body, new RegExp(`/check/${fresh!.verifyCode}`))
  assert.deepEqual([fresh!.status, fresh!.replaces], ['valid', old!.number])
  assert.notEqual(fresh!.number, old!.number)
  assert.match((await act(registerCalls.reissue)).failed[0]!.reason, /已替换/)
  await world.db.begin((tx) => revokeCertificate(tx, enrolmentId, '退款'))
  await world.db`update enrolments set status = 'active', passed_at = null, passed_by = null where id = ${enrolmentId}`
  assert.match((await act(registerCalls.reissue, fresh!.id)).failed[0]!.reason, /条件已不满足/)
  const records = await world.db`
    select action from operation_logs where subject_id in (${id}, ${fresh!.id}) and action like 'certificate.%' order by id`
  assert.deepEqual(
    records.map(({ action }) => action),
    ['issue', 'revoke', 'correct', 'issue', 'revoke'].map((step) => `certificate.${step}`),
  )
  assert.equal((await find({ keyword: '上官婉' })).length, 2)
  assert.ok(accountId)
})

test('reissued, it names the holder as the profile does by now; another project’s is absent', async () => {
  const { id, accountId } = await anIssued('东方朔')
  await world.db`update students set real_name = '东方明' where account_id = ${accountId}`
  await world.ask(registerCalls.reissue, { ids: [id], reason: '姓名更正' }, admin.token)
  const [fresh] = await find({ keyword: '东方明' })
  assert.equal(fresh!.status, 'valid')
  const foreign = await anIssued('东方朔', { portal: await aPortal(world) })
  const { failed } = await world.ask(registerCalls.revoke, { ids: [foreign.id], reason: '代学' }, admin.token)
  assert.equal(failed.length, 1)
  const [row] = await world.db`select status from certificates where id = ${foreign.id}`
  assert.equal(row!.status, 'valid')
})

test('skills are certified by the office, to a person once a level, and looked up by name and number behind a captcha', async () => {
  const templateId = await aTemplate(world, portal.projectId, 'skill')
  const { accountId, token } = await aLearner(world, portal, { name: '南宫月' })
  const issue = (level: '3' | '4', of = templateId) =>
    world.call(
      certifyCalls.issueSkill,
      { ids: [accountId], templateId: of, title: '养老护理员', level },
      admin.token,
    )
  assert.deepEqual((await issue('4')).attribute.succeeded, [accountId])
  assert.match((await issue('4')).attribute.failed[0]!.reason, /已有这个职业和等级/)
  assert.deepEqual((await issue('3')).attribute.succeeded, [accountId])
  const classTemplate = await aTemplate(world, portal.projectId)
  const wrong = await issue('3', classTemplate)
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'templateId'])
  const { list } = await world.ask(certificateCalls.getMySkillCertificate, {}, token)
  assert.deepEqual(
    list.map((one) => [one.className, one.level, one.kind]),
    [
      ['养老护理员', '3', 'skill'],
      ['养老护理员', '4', 'skill'],
    ],
  )

  const { unitId } = portal
  const lookUp = async (realName: string, number: string, captcha?: string) =>
    world.call(certificateCalls.lookUpSkill, {
      realName,
      number,
      unitId,
      captchaVO: { captchaVerification: captcha ?? (await aCaptcha(world)) },
    })
  const [row] = await world.db`select card_sealed from students where account_id = ${accountId}`
  const card = world.app.secrets.open('students.card', accountId, row!.cardSealed as Buffer)
  const byNumber = await lookUp('南宫月', list[0]!.number.toLowerCase())
  assert.deepEqual(
    byNumber.attribute.list.map(({ title, level, status }) => [title, level, status]),
    [['养老护理员', '3', 'valid']],
  )
  assert.equal((await lookUp('南宫月', card)).attribute.list.length, 2)
  const known = await aLearner(world, portal, { name: '南宫星' })
  const [its] = await world.db`select card_sealed from students where account_id = ${known.accountId}`
  const itsCard = world.app.secrets.open('students.card', known.accountId, its!.cardSealed as Buffer)
  const without = await lookUp('南宫星', itsCard)
  assert.deepEqual(without, await lookUp('无此人', itsCard))
  assert.deepEqual(without, await lookUp('南宫星', list[0]!.number))
  const guessed = await lookUp('南宫月', card, 'guessed')
  assert.deepEqual([guessed.respCode, guessed.field], [422, 'captchaVO'])
})

test('years that are due are certified by the office, and those that are not are refused by name', async () => {
  const { accountId } = await aLearner(world, portal, { name: '端木赐' })
  await world.db`
    insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, title)
    select ${portal.projectId}, ${accountId}, 2023, t, 'required', h, 'external', '-'
    from (values ('public', 300), ('specialized', 600)) v (t, h)`
  const issue = (year: number) => world.ask(certifyCalls.issueYear, { ids: [accountId], year }, admin.token)
  const early = await issue(2023)
  assert.deepEqual([early.failed[0]!.name, early.succeeded], ['端木赐', []])
  await aTemplate(world, portal.projectId, 'year')
  assert.deepEqual((await issue(2023)).succeeded, [accountId])
  assert.match((await issue(2022)).failed[0]!.reason, /2022 年度的学时/)
  const [found] = await find({ keyword: '端木赐' })
  assert.deepEqual([found!.kind, found!.year, found!.hoursTenths], ['year', 2023, 900])
  await world.ask(registerCalls.revoke, { ids: [found!.id], reason: '代学' }, admin.token)
  assert.match((await issue(2023)).failed[0]!.reason, /2023 年度的证书已由管理员撤销.*换发/)
  await world.ask(registerCalls.reissue, { ids: [found!.id], reason: '查无此事' }, admin.token)
  assert.deepEqual((await issue(2023)).succeeded, [accountId])
})

/** Answer of an export that is streamed. */
const stream = (call: { path: string }, filter: object, token: string) =>
  world.portal.http.inject({ method: 'POST', url: `/api${call.path}`, headers: { token }, payload: filter })

test('many are printed as one PDF or as a zip, the valid ones that can be; each counts as printed', async () => {
  const own = await aPortal(world, { menus: ['/student-manage/student'] })
  const { token } = await anAccount(world, own, { role: 'admin' })
  const issued = []
  for (const name of ['公孙龙', '公孙丑', '公孙羊', '公孙\u{2A6D6}'])
    issued.push(await anIssued(name, { portal: own }))
  const [first, second, gone] = issued
  await world.db.begin((tx) => revokeCertificate(tx, gone!.enrolmentId, '退款'))
  const pdf = await stream(registerExports.printPdf, {}, token)
  assert.equal(pdf.headers['content-type'], 'application/pdf')
  assert.match(String(pdf.headers['content-disposition']), /\.pdf$/)
  assert.equal(piecesOf(pdf.rawPayload).length, 3, 'two certificates, and a page that names the third')
  const counts = async () => (await find({}, token)).map(({ printCount }) => printCount).sort()
  assert.deepEqual(await counts(), [0, 0, 1, 1])
  const zip = await stream(registerExports.printZip, { ids: [first!.id, second!.id] }, token)
  const files = unzipSync(zip.rawPayload)
  const numbers = (await find({ ids: [first!.id, second!.id] }, token)).map(({ number }) => `${number}.pdf`)
  assert.deepEqual(Object.keys(files).sort(), numbers.sort())
  for (const file of Object.values(files)) assert.equal(piecesOf(Buffer.from(file)).length, 1)
  assert.deepEqual(await counts(), [0, 0, 2, 2])
  const none = await stream(registerExports.printPdf, { year: 2001 }, token)
  assert.equal(piecesOf(none.rawPayload).length, 1)
})

test('a unit’s manager prints all of the unit by a job, and nobody else’s', async () => {
  const own = await aPortal(world, { menus: ['/student-manage/student'] })
  await world.db`update roles set menus = '{/student-manage/student}' where id = ${own.roles.unit}`
  const unitId = await aUnit(world, own.projectId)
  const manager = await anAccount(world, own, { role: 'unit', unitId })
  await anIssued('别处', { portal: own })
  for (let i = 0; i < 22; i++) await anIssued(`王${'一二三四五六七八九十'[i % 10]}`, { portal: own, unitId })
  const path = registerExports.printPdf.path
  assert.match((await stream(registerExports.printPdf, {}, manager.token)).body, /超过 20 行/)
  const { exportId } = await world.ask(listExportCalls.create, { path, filter: {} }, manager.token)
  await world.portal.drainJobs()
  const [made] = await world.ask(listExportCalls.findList, {}, manager.token)
  assert.deepEqual([made!.status, made!.rows, made!.fileName.slice(-4)], ['ready', 22, '.pdf'])
  const file = await world.portal.http.inject({
    url: `/api${listExportCalls.download.path}?exportId=${exportId}`,
    headers: { token: manager.token },
  })
  assert.equal(file.headers['content-type'], 'application/pdf')
  assert.equal(piecesOf(file.rawPayload).length, 22)
  const [counted] = await world.db`
    select sum(print_count)::int as count from certificates where project_id = ${own.projectId}`
  assert.equal(counted!.count, 22)
})

test('more than a hundred are chosen one by one, or all but some, and printed by one job; the log has their number', async () => {
  const own = await aPortal(world, { menus: ['/student-manage/student'] })
  const { token } = await anAccount(world, own, { role: 'admin' })
  const { accountId } = await aLearner(world, own, { name: '尉迟恭' })
  const templateId = await aTemplate(world, own.projectId, 'skill')
  const rows = await world.db<{ id: string }[]>`
    insert into certificates (project_id, account_id, template_id, template_version, kind, number, verify_code, holder, design)
    select ${own.projectId}, ${accountId}, t.id, 1, 'skill', 'JN2023-' || n, ${own.projectId} || '-' || n,
      jsonb_build_object('realName', '尉迟恭', 'cardMask', '3201**********1234', 'unitName', '', 'className', '养老护理员' || n,
        'level', '3', 'year', 2023, 'hoursTenths', 0, 'issuedDate', '2023-11-21', 'number', 'JN2023-' || n,
        'projectTitle', '继续教育'), t.design
    from certificate_templates t, generate_series(1, 105) n where t.id = ${templateId} returning id`
  const ids = rows.map(({ id }) => id)
  const { path } = registerExports.printPdf
  const print = (filter: { ids?: string[]; except?: string[] }) =>
    world.ask(listExportCalls.create, { path, filter }, token)
  await print({ ids: ids.slice(0, 104) })
  await print({ except: ids.slice(0, 101) })
  await world.portal.drainJobs()
  const made = await world.ask(listExportCalls.findList, {}, token)
  assert.deepEqual(
    made.map(({ status, rows: printed }) => [status, printed]),
    [
      ['ready', 4],
      ['ready', 104],
    ],
  )
  const [counts] = await world.db`
    select sum(print_count)::int as sum from certificates where project_id = ${own.projectId}`
  assert.equal(counts!.sum, 108)
  const [logged] = await world.db`
    select after->'filter' as filter from operation_logs
    where project_id = ${own.projectId} and action = 'export.create' order by id limit 1`
  assert.deepEqual(logged!.filter, { idsCount: 104 })
})

test('of a skill and level one certificate is valid, however its name is written and in whatever year it was issued', async () => {
  const own = await aPortal(world, { menus: ['/student-manage/student'] })
  const clerk = await anAccount(world, own, { role: 'admin' })
  const { accountId } = await aLearner(world, own, { name: '赵子龙' })
  const templateId = await aTemplate(world, own.projectId, 'skill')
  const issue = (title: string) =>
    world.ask(certifyCalls.issueSkill, { ids: [accountId], templateId, title, level: '3' }, clerk.token)
  const validOf = async () => {
    const { list } = await world.ask(registerCalls.find, { status: ['valid'] }, clerk.token)
    return list.map(({ id }) => id)
  }
  const act = (call: typeof registerCalls.revoke, id: string) =>
    world.ask(call, { ids: [id], reason: '换发' }, clerk.token)
  await issue('焊工 A')
  const [first] = (await validOf()) as [string]
  await act(registerCalls.revoke, first)
  await world.db`update certificates set holder = holder || '{"year": 2022}' where id = ${first}`
  await issue('焊工 a')
  const [second] = (await validOf()) as [string]
  assert.match((await act(registerCalls.reissue, first)).failed[0]!.reason, /条件已不满足/)
  await act(registerCalls.revoke, second)
  assert.deepEqual((await act(registerCalls.reissue, first)).succeeded, [first])
  assert.match((await issue('焊工 A')).failed[0]!.reason, /已有这个职业和等级/)
  assert.equal((await validOf()).length, 1)
})

test('nobody of the staff issues, reissues or revokes a certificate of their own, in whichever account they learn', async () => {
  const staff = await anAccount(world, portal, { role: 'admin' })
  const own = await anIssued('欧阳锋')
  const other = await anIssued('欧阳克')
  await linkAccounts(world, staff, own)
  const templateId = await aTemplate(world, portal.projectId, 'skill')
  const people = [own.accountId, other.accountId]
  const skill = { ids: people, templateId, title: '养老护理员', level: '1' as const }
  const reason = '姓名更正'
  const ids = [own.id, other.id]
  const refused = [approvalRefusals.ownRecord.zh]
  const year = { ids: [own.accountId], year: yearFromNow() }
  const answers = [
    await world.ask(certifyCalls.issueSkill, skill, staff.token),
    await world.ask(registerCalls.reissue, { ids, reason }, staff.token),
    await world.ask(registerCalls.revoke, { ids: [own.id], reason }, staff.token),
    await world.ask(certifyCalls.issueYear, year, staff.token),
  ]
  assert.deepEqual(
    answers.map(({ succeeded, failed }) => [succeeded.length, failed.map((row) => row.reason)]),
    [
      [1, refused],
      [1, refused],
      [0, refused],
      [0, refused],
    ],
  )
  const rows = await world.db`select id, status from certificates where account_id = ${own.accountId}`
  assert.deepEqual(
    rows.map(({ id, status }) => [id, status]),
    [[own.id, 'valid']],
  )
  assert.deepEqual(
    (await world.ask(registerCalls.reissue, { ids: [own.id], reason }, admin.token)).succeeded,
    [own.id],
  )
})
