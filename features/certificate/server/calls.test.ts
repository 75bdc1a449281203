import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { aTemplate } from '../../../test/build/certificate.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
  changeSettings,
} from '../../../test/build/portal.ts'
import { aBrowser } from '../../../test/build/session.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { certificateCalls } from '../contract.ts'
import { viewCalls } from '../../student/view/contract.ts'
import { templateCalls } from '../template/contract.ts'
import { startDesign } from '../template/rules.ts'
import { issueCertificate, revokeCertificate } from './actions.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/resource-manage/certificate', '/student-manage/student'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

async function anIssued(name = '李小兰') {
  const learner = await aLearner(world, portal, { name })
  const templateId = await aTemplate(world, portal.projectId)
  const built = await aClass(world, portal, { name: '数据安全实务', certificateTemplateId: templateId })
  const enrolmentId = await anEnrolment(world, portal, {
    accountId: learner.accountId,
    classId: built.classId,
  })
  const id = await world.db.begin((tx) => issueCertificate(tx, enrolmentId))
  return { learner, templateId, enrolmentId, id: id! }
}

test('a certificate is issued once, with a number of its own, and prints as PDF', async () => {
  const first = await anIssued()
  const again = await world.db.begin((tx) => issueCertificate(tx, first.enrolmentId))
  assert.equal(again, first.id)
  const { list } = await world.ask(certificateCalls.getMyCertificate, {}, first.learner.token)
  assert.equal(list.length, 1)
  assert.equal(list[0]!.className, '数据安全实务')
  const second = await anIssued()
  const other = await world.ask(certificateCalls.getMyCertificate, {}, second.learner.token)
  assert.notEqual(other.list[0]!.number, list[0]!.number)
  const print = await world.ask(certificateCalls.printMyCertificate, { id: first.id }, first.learner.token)
  assert.equal(print.name, `${list[0]!.number}.pdf`)
  assert.equal(Buffer.from(print.pdf, 'base64').subarray(0, 5).toString(), '%PDF-')
})

test('numbers are never used twice when many are issued together', async () => {
  const templateId = await aTemplate(world, portal.projectId)
  const built = await aClass(world, portal, { certificateTemplateId: templateId, year: 2024 })
  const enrolments = []
  for (let i = 0; i < 16; i++) {
    const { accountId } = await aLearner(world, portal)
    enrolments.push(await anEnrolment(world, portal, { accountId, classId: built.classId }))
  }
  await Promise.all(enrolments.map((id) => world.db.begin((tx) => issueCertificate(tx, id))))
  const [row] = await world.db`
    select count(distinct number)::int as numbers, max(number) as last from certificates where template_id = ${templateId}`
  assert.deepEqual({ ...row }, { numbers: 16, last: 'JH2024-0000016' })
})

test("another learner's certificate is not found, and a stranger is asked to sign in", async () => {
  const { id } = await anIssued()
  const other = await aLearner(world, portal)
  const foreign = await world.call(certificateCalls.printMyCertificate, { id }, other.token)
  const absent = await world.call(
    certificateCalls.printMyCertificate,
    { id: '00000000-0000-7000-8000-000000000000' },
    other.token,
  )
  assert.equal(foreign.respCode, 404)
  assert.deepEqual(foreign, absent)
  assert.equal((await world.call(certificateCalls.printMyCertificate, { id })).respCode, 401)
})

test('the check page shows the current status, with the name masked', async () => {
  const { learner, enrolmentId, id } = await anIssued('欧阳修明')
  const { list } = await world.ask(certificateCalls.getMyCertificate, {}, learner.token)
  const url = `/check/${list[0]!.verifyCode}`
  const valid = await world.portal.http.inject({ url })
  assert.match(valid.body, /证书有效/)
  assert.match(valid.body, /欧\*\*明/)
  assert.doesNotMatch(valid.body, /欧阳修明/)
  await world.db.begin((tx) => revokeCertificate(tx, enrolmentId, '成绩更正'))
  const revoked = await world.portal.http.inject({ url, headers: { 'accept-language': 'en' } })
  assert.match(revoked.body, /was revoked/)
  assert.match(revoked.body, /no longer hold/)
  assert.doesNotMatch(revoked.body, /成绩更正/, 'an internal reason')
  const print = await world.call(certificateCalls.printMyCertificate, { id }, learner.token)
  assert.equal(print.respCode, 409)
  assert.equal((await world.portal.http.inject({ url: '/check/nothing' })).statusCode, 404)
})

test('a certificate is found by its number and the name of its holder as people type them, and by no other name', async () => {
  const { learner } = await anIssued('阿依古丽·买买提')
  const { list } = await world.ask(certificateCalls.getMyCertificate, {}, learner.token)
  const check = (number: string, name: string, more: Record<string, string> = {}) =>
    world.portal.http.inject({
      method: 'POST',
      url: '/check',
      remoteAddress: '203.0.113.41',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...more },
      payload: new URLSearchParams({ number, name }).toString(),
    })
  const { number } = list[0]!
  const wide = [...number.toLowerCase()]
    .map((letter) => (/\d/.test(letter) ? String.fromCodePoint(letter.codePointAt(0)! + 0xfee0) : letter))
    .join('')
  for (const [typed, name] of [
    [number, '阿依古丽·买买提'],
    [` ${wide} `, '阿依古丽•买买提 '],
    [number.replace('-', '—'), '阿依古丽·买买提'],
    [number.replace('-', ''), '阿依古丽·买买提\0'],
  ] as const) {
    const found = await check(typed, name)
    assert.equal(found.statusCode, 200, typed)
    assert.match(found.body, /证书有效[^]*数据安全实务[^]*查验时间/)
  }
  const wrong = await check(number, '阿依古丽')
  assert.equal(wrong.statusCode, 404)
  assert.match(wrong.body, /没有查到这张证书/)
  assert.match(wrong.body, new RegExp(`value="${number}"`))
  assert.doesNotMatch(wrong.body, /数据安全实务/)
  assert.equal((await check(number, ' ')).statusCode, 422)
  const json = await world.portal.http.inject({
    method: 'POST',
    url: '/check',
    payload: { number: ['a'], name: {} },
  })
  assert.match(json.body, /"respCode":422/)
  assert.equal((await check('"><script>', 'x')).body.includes('<script>'), false)
  // No page of another site asks in a visitor's name.
  assert.match(
    (await check(number, '阿依古丽·买买提', { origin: 'https://elsewhere.test' })).body,
    /"respCode":403/,
  )
  const empty = await world.portal.http.inject({ url: '/check', headers: { 'accept-language': 'en' } })
  assert.match(empty.body, /Certificate number[^]*Name of the holder/)
})

test('names cannot be tried against a number: the form answers ten times a minute to a network', async () => {
  const codes = []
  for (let i = 0; i < 11; i++) {
    const { statusCode } = await world.portal.http.inject({
      method: 'POST',
      url: '/check',
      remoteAddress: '203.0.113.42',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `number=JH2020-0000001&name=${i}`,
    })
    codes.push(statusCode)
  }
  assert.deepEqual(codes, [...Array<number>(10).fill(404), 429])
})

test('picture and PDF open at addresses of their holder, where the holder is signed in, while it holds', async () => {
  const { learner, enrolmentId, id } = await anIssued('李小兰')
  const browser = aBrowser(world)
  await browser.signIn(learner.loginName)
  const { list } = await world.ask(certificateCalls.getMyCertificate, {}, learner.token)
  const { picture, pdf } = list[0]!.files!
  const open = (url: string, { cookies } = browser) => world.portal.http.inject({ url, cookies })
  const drawn = await open(picture)
  assert.equal(drawn.headers['content-type'], 'image/png')
  const { width, height, hasAlpha } = await sharp(drawn.rawPayload).metadata()
  assert.deepEqual([width, height, hasAlpha], [1400, 990, false])
  const printed = await open(pdf)
  assert.equal(printed.rawPayload.subarray(0, 5).toString(), '%PDF-')
  assert.match(String(printed.headers['content-disposition']), new RegExp(`inline.*${list[0]!.number}\\.pdf`))
  const [count] = await world.db`select print_count from certificates where id = ${id}`
  assert.equal(count!.printCount, 1)
  // What only looks, or is looked at by others, is no print.
  const head = await world.portal.http.inject({ method: 'HEAD', url: pdf, cookies: browser.cookies })
  assert.equal(head.statusCode, 404)
  const again = await world.portal.http.inject({
    url: picture,
    cookies: browser.cookies,
    headers: { 'if-none-match': String(drawn.headers.etag) },
  })
  assert.equal(again.statusCode, 304)
  assert.match(String(drawn.headers['cache-control']), /no-cache/)

  const stranger = aBrowser(world)
  await stranger.signIn((await aLearner(world, portal)).loginName)
  const theirs = await anIssued('王五')
  const foreign = picture.replace(id, theirs.id)
  const forged = picture.replace(/signature=./, 'signature=_')
  const bare = picture.split('?')[0]!
  for (const url of [foreign, forged, bare, picture.replace(/until=\d/, 'until=9')])
    assert.equal((await open(url)).statusCode, 404, url)
  for (const cookies of [{}, stranger.cookies]) {
    assert.equal((await open(picture, { ...stranger, cookies })).statusCode, 404)
    assert.equal((await open(pdf, { ...stranger, cookies })).headers.location, '/my?tab=certificates')
  }

  await world.db.begin((tx) => revokeCertificate(tx, enrolmentId, '成绩更正'))
  assert.match((await open(pdf)).body, /已被撤销/)
  const after = await world.ask(certificateCalls.getMyCertificate, {}, learner.token)
  assert.equal(after.list[0]!.files, null)
})

test('who looks at the portal as a learner opens the certificate, and it does not count as printed', async () => {
  const { learner, id } = await anIssued('李小兰')
  const { list } = await world.ask(certificateCalls.getMyCertificate, {}, learner.token)
  const office = await anAccount(world, portal, { role: 'admin' })
  const browser = aBrowser(world)
  await browser.signIn(office.loginName)
  const viewed = await browser.call(viewCalls.viewAsLearner, {
    accountId: learner.accountId,
    reason: '协助学员查找证书',
  })
  assert.equal(viewed.respCode, 200, viewed.respDesc)
  const shown = await world.portal.http.inject({ url: list[0]!.files!.pdf, cookies: browser.cookies })
  assert.equal(shown.statusCode, 200)
  const [count] = await world.db`select print_count from certificates where id = ${id}`
  assert.equal(count!.printCount, 0)
})

test('year certificates are not listed where the project hides them, and stay valid', async () => {
  const { id, learner } = await anIssued()
  await world.db`update certificates set kind = 'year', enrolment_id = null where id = ${id}`
  const listed = async () =>
    (await world.ask(certificateCalls.getMyCertificate, {}, learner.token)).list.length
  assert.equal(await listed(), 1)
  await changeSettings(world, portal.projectId, { hideYearCertificate: true })
  assert.equal(await listed(), 0)
  await changeSettings(world, portal.projectId, { hideYearCertificate: null })
  assert.equal(await listed(), 1)
})

test('skill certificates are listed by themselves', async () => {
  const { id, learner } = await anIssued()
  const listed = async () =>
    (await world.ask(certificateCalls.getMySkillCertificate, {}, learner.token)).list.map((one) => one.id)
  assert.deepEqual(await listed(), [])
  await world.db`update certificates set kind = 'skill' where id = ${id}`
  assert.deepEqual(await listed(), [id])
})

test('the office sees the skill certificates of a learner in scope, and no other does', async () => {
  const { id, learner } = await anIssued()
  await anIssued()
  const find = (token: string, accountId = learner.accountId) =>
    world.call(certificateCalls.getStudentSkillCertificate, { accountId }, token)
  assert.deepEqual((await find(admin.token)).attribute.list, [])
  await world.db`update certificates set kind = 'skill' where id = ${id}`
  const { list } = (await find(admin.token)).attribute
  assert.deepEqual(
    list.map((one) => [one.id, one.kind, one.status]),
    [[id, 'skill', 'valid']],
  )
  assert.equal((await find(learner.token)).respCode, 403)
  const unitId = await aUnit(world, portal.projectId)
  const unit = await anAccount(world, portal, { role: 'unit', unitId })
  assert.equal((await find(unit.token)).respCode, 404, 'of another unit')
  const elsewhere = await aPortal(world, { menus: ['/student-manage/student'] })
  const stranger = await anAccount(world, elsewhere, { role: 'admin' })
  assert.equal((await find(stranger.token)).respCode, 404)
})

test('a name the fonts cannot draw is refused, not printed blank', async () => {
  const { learner, id } = await anIssued('王\u{2A6D6}')
  const print = await world.call(certificateCalls.printMyCertificate, { id }, learner.token)
  assert.equal(print.respCode, -1)
  assert.match(print.respDesc, /\u{2A6D6}/u)
})

test('a later change of template or name does not falsify what was issued', async () => {
  const { learner, templateId, id } = await anIssued('赵敏')
  await world.ask(
    templateCalls.save,
    {
      id: templateId,
      revision: 1,
      name: '新模板',
      kind: 'class',
      design: { ...startDesign(), elements: [] },
      numbering: 'N{year}{serial}',
    },
    admin.token,
  )
  await world.db`update students set real_name = '赵敏敏' where account_id = ${learner.accountId}`
  const [row] = await world.db`
    select jsonb_array_length(design->'elements') as elements, holder->>'realName' as name from certificates where id = ${id}`
  assert.equal(row!.name, '赵敏')
  assert.ok((row!.elements as number) > 5)
})

test('a template in use is not deleted, and one without use is', async () => {
  const { templateId } = await anIssued()
  const used = await world.call(templateCalls.delete, { id: templateId }, admin.token)
  assert.equal(used.respCode, 409)
  const { id } = await world.ask(
    templateCalls.save,
    { name: '未用', kind: 'class', design: startDesign(), numbering: 'X{year}{serial}' },
    admin.token,
  )
  await world.ask(templateCalls.delete, { id }, admin.token)
  assert.equal((await world.call(templateCalls.find, { id }, admin.token)).respCode, 404)
})

test('a template is written, found, taken out of use and back, and deleted, each with its record', async () => {
  const draft = {
    name: '结业证',
    kind: 'class' as const,
    design: startDesign(),
    numbering: 'X{year}{serial}',
  }
  const { id } = await world.ask(templateCalls.save, draft, admin.token)
  const find = () => world.ask(templateCalls.find, { id }, admin.token)
  const { name, kind, numbering, version, status, design } = await find()
  assert.deepEqual(
    { name, kind, numbering, version, status },
    { name: '结业证', kind: 'class', numbering: draft.numbering, version: 1, status: 'active' },
  )
  assert.deepEqual(design, draft.design)
  await world.ask(templateCalls.save, { ...draft, id, revision: 1, name: '结业证书' }, admin.token)
  const changed = await find()
  assert.deepEqual([changed.name, changed.version], ['结业证书', 2])
  for (const [disabled, wanted] of [
    [true, 'disabled'],
    [false, 'active'],
  ] as const) {
    await world.ask(templateCalls.disabled, { id, disabled }, admin.token)
    assert.equal((await find()).status, wanted)
  }
  await world.ask(templateCalls.delete, { id }, admin.token)
  assert.equal((await world.call(templateCalls.find, { id }, admin.token)).respCode, 404)
  const records = await world.db`select action from operation_logs where subject_id = ${id} order by id`
  assert.deepEqual(
    records.map((record) => record.action),
    ['create', 'change', 'disabled', 'active', 'deleted'].map((step) => `certificateTemplate.${step}`),
  )
})

test('templates: bad input names its field, a learner may not, another project does not see them', async () => {
  const draft = { name: '甲', kind: 'class' as const, design: startDesign(), numbering: '没有流水号' }
  const wrong = await world.call(templateCalls.save, draft, admin.token)
  assert.equal(wrong.respCode, 422)
  assert.equal(wrong.field, 'numbering')
  const noName = await world.call(templateCalls.save, { ...draft, name: '' }, admin.token)
  assert.equal(noName.field, 'name')
  const learner = await aLearner(world, portal)
  assert.equal((await world.call(templateCalls.query, {}, learner.token)).respCode, 403)
  const elsewhere = await aPortal(world, { menus: ['/resource-manage/certificate'] })
  const stranger = await anAccount(world, elsewhere, { role: 'admin' })
  const id = await aTemplate(world, portal.projectId)
  assert.equal((await world.call(templateCalls.find, { id }, stranger.token)).respCode, 404)
  assert.equal((await world.ask(templateCalls.query, {}, stranger.token)).total, 0)
})

test('templates are found by several kinds at once and by the days they were created on', async () => {
  const own = await aPortal(world, { menus: ['/resource-manage/certificate'] })
  const { token } = await anAccount(world, own, { role: 'admin' })
  for (const kind of ['class', 'year', 'skill'] as const)
    await world.ask(
      templateCalls.save,
      { name: kind, kind, design: startDesign(), numbering: 'X{year}{serial}' },
      token,
    )
  const names = async (filter: object) =>
    (await world.ask(templateCalls.query, filter, token)).list.map(({ name }) => name).sort()
  assert.deepEqual(await names({ kind: ['year', 'skill'] }), ['skill', 'year'])
  const [first] = (await world.ask(templateCalls.query, { name: 'class' }, token)).list
  assert.deepEqual(await names({ createdFrom: first!.createdAt }), ['class', 'skill', 'year'])
  assert.deepEqual(await names({ createdTo: first!.createdAt }), [])
})

test('a preview is printed with the longest names of the project, and names the texts they make too long', async () => {
  const own = await aPortal(world, { menus: ['/resource-manage/certificate'] })
  const { token } = await anAccount(world, own, { role: 'admin' })
  const preview = (design = startDesign()) => world.ask(templateCalls.preview, { design }, token)
  const { pdf, tight } = await preview()
  assert.equal(Buffer.from(pdf, 'base64').subarray(0, 5).toString(), '%PDF-')
  assert.deepEqual(tight, [])
  const at = startDesign().elements.findIndex((element) => 'text' in element && element.text === '{realName}')
  const name = '阿卜杜热西提·'.repeat(6).slice(0, 39)
  await aLearner(world, own, { name: `${name}\u{3106C}` })
  await aLearner(world, await aPortal(world, {}), { name: '阿卜杜热西提·买买提'.repeat(20) })
  const [shrunk, ...more] = (await preview()).tight
  assert.deepEqual(more, [])
  assert.ok(shrunk!.element === at && shrunk!.fits && shrunk!.scale < 0.8)
  await aClass(world, own, { name: '专业技术人员继续教育公需科目'.repeat(9).slice(0, 120) })
  const crowded = startDesign()
  const sentence = crowded.elements.findIndex(
    (element) => 'text' in element && element.text.includes('{className}'),
  )
  Object.assign(crowded.elements[sentence]!, { width: 100 })
  crowded.elements[sentence + 1] = {
    ...crowded.elements[sentence + 1]!,
    y: crowded.elements[sentence]!.y + 7,
  }
  const { tight: two } = await preview(crowded)
  assert.deepEqual(
    two.map(({ element, fits }) => [element, fits]),
    [
      [at, true],
      [sentence, false],
    ],
  )
})
