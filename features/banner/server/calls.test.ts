import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import type { InputOf } from '../../../contract/call.ts'
import { aClass } from '../../../test/build/class.ts'
import { sendForm } from '../../../test/build/file.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { stopClock } from '../../../test/clock.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { fileCalls } from '../../file/contract.ts'
import { takePersonal } from '../../file/server/actions.ts'
import { bannerCalls, isBannerAddress, mostBanners, screensOf } from '../contract.ts'
import { findFirstPictures } from './actions.ts'

const menus = ['/account-manage/banner-list']
let world: World
let portal: BuiltPortal
let token: string
let accountId: string
let pcKey: string
let phoneKey: string
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  portal = await aPortal(world, { menus })
  ;({ token, accountId } = await anAccount(world, portal, { role: 'admin' }))
  pcKey = await aPicture(token, 1000, 300)
  phoneKey = await aPicture(token, 600, 360)
})

async function aPicture(by: string, width = 100, height = 30): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const file = { name: 'a.jpg', mime: 'image/jpeg', bytes }
  return (await sendForm(world, fileCalls.uploadImage, { file }, by)).attribute.data.key
}

type Input = InputOf<typeof bannerCalls.save>
const fields = (more: Partial<Input> = {}): Input => ({
  title: '年度学习',
  titleEn: 'This year',
  showTitle: false,
  pcKey,
  phoneKey,
  classId: null,
  address: null,
  places: ['home'],
  showPc: true,
  showPhone: true,
  startsAt: null,
  endsAt: null,
  ...more,
})
const add = async (more: Partial<Input> = {}) => (await world.ask(bannerCalls.save, fields(more), token)).id
const list = () => world.ask(bannerCalls.query, {}, token)
const titles = async () => (await list()).map(({ title }) => title)
const front = () => world.ask(bannerCalls.findPcFrontList, { unitId: portal.unitId })
const entries = () => world.db`
  select action, subject_id, before, after from operation_logs
  where project_id = ${portal.projectId} and subject_kind = 'banner' order by id`

/** Sends what has to be refused; the banners are then as they were. Returns its code and field. */
async function refusal(input: Input, by = token) {
  const before = [await list(), await entries()]
  const { respCode, field } = await world.call(bannerCalls.save, input, by)
  assert.deepEqual([await list(), await entries()], before)
  return [respCode, field]
}

test('managers administer banners: one is added, changed and deleted, each with its entry', async () => {
  const id = await add({ address: '/publicClass', places: ['signUp', 'home'], titleEn: '' })
  const [banner] = await list()
  assert.deepEqual(banner, {
    ...fields({ address: '/publicClass', places: ['home', 'signUp'], titleEn: '' }),
    id,
    revision: 1,
    className: null,
    openClassId: null,
    state: 'shown',
  })
  await world.ask(bannerCalls.save, fields({ id, revision: 1, title: '新标题' }), token)
  await world.ask(bannerCalls.delete, { id }, token)
  assert.deepEqual(await list(), [])
  assert.equal((await world.call(bannerCalls.delete, { id }, token)).respCode, 404)
  const logged = await entries()
  assert.deepEqual(
    logged.map(({ action, subjectId }) => [action, subjectId]),
    ['create', 'change', 'delete'].map((action) => [`banner.${action}`, id]),
  )
  assert.deepEqual([logged[1]!.before.title, logged[1]!.after.title], ['年度学习', '新标题'])
  assert.deepEqual([logged[1]!.before.revision, logged[1]!.after.revision], [1, 2])
})

test('a request sent again with its key adds no second banner', async () => {
  const requestKey = 'request-0001'
  const ids = await Promise.all([add({ requestKey }), add({ requestKey }), add({ requestKey })])
  assert.equal(new Set(ids).size, 1)
  assert.equal((await entries()).length, 1)
  assert.equal(await add({ requestKey, title: '改过' }), ids[0])
  assert.deepEqual(await titles(), ['改过'])
  // Somebody has changed it since: the same again is answered, and anything else would undo their change.
  assert.equal(await add({ requestKey, title: '改过' }), ids[0])
  assert.equal((await world.call(bannerCalls.save, { ...fields(), requestKey }, token)).respCode, 409)
  assert.deepEqual(await titles(), ['改过'])
})

test('of two managers who edit at once the second reads what the first changed', async () => {
  const id = await add()
  const other = await anAccount(world, portal, { role: 'admin', userName: '李管理' })
  await world.ask(bannerCalls.save, fields({ id, revision: 1, title: '先保存' }), other.token)
  const late = await world.call(bannerCalls.save, fields({ id, revision: 1, title: '后保存' }), token)
  assert.equal(late.respCode, 409)
  assert.deepEqual(
    late.stale!.map(({ field, before, after, by }) => [field, before, after, by]),
    [['title', '年度学习', '先保存', '李管理']],
  )
  assert.deepEqual(await titles(), ['先保存'])
  assert.deepEqual(await refusal(fields({ id, title: '没有版本' })), [422, 'revision'])
})

test('it is switched on and off on desktops and phones apart, and not without a picture', async () => {
  const id = await add({ phoneKey: null, showPhone: false })
  const ask = (enabled: boolean) => world.call(bannerCalls.enableShowPc, { id, enabled }, token)
  assert.equal((await ask(true)).respCode, 200)
  assert.equal((await entries()).length, 1, 'what changes nothing is not recorded')
  await ask(false)
  assert.deepEqual(
    (await list()).map(({ showPc, state, revision }) => [showPc, state, revision]),
    [[false, 'off', 2]],
  )
  await ask(true)
  const refused = await world.call(bannerCalls.enableShowMobile, { id, enabled: true }, token)
  assert.deepEqual([refused.respCode, refused.field], [422, 'enabled'])
  assert.deepEqual(
    (await front()).map(({ pcPath, phonePath }) => [pcPath, phonePath]),
    [[`/media/image/${pcKey}`, null]],
  )
  await world.ask(bannerCalls.save, fields({ id, revision: 3 }), token)
  await world.ask(bannerCalls.enableShowMobile, { id, enabled: false }, token)
  await world.ask(bannerCalls.enableShowMobile, { id, enabled: true }, token)
  assert.equal((await front())[0]!.phonePath, `/media/image/${phoneKey}`)
})

test('they are moved behind one another, and two moves at once are both made', async () => {
  const ids: string[] = []
  for (const title of ['甲', '乙', '丙', '丁']) ids.push(await add({ title }))
  const move = (id: string, after: string | null) => world.call(bannerCalls.order, { id, after }, token)
  await move(ids[3]!, null)
  assert.deepEqual(await titles(), ['丁', '甲', '乙', '丙'])
  const count = (await entries()).length
  await move(ids[3]!, null)
  assert.equal((await entries()).length, count, 'a move made twice is one')
  await Promise.all([move(ids[0]!, ids[2]!), move(ids[3]!, ids[1]!)])
  assert.deepEqual(await titles(), ['乙', '丁', '丙', '甲'])
  await Promise.all([world.call(bannerCalls.delete, { id: ids[1]! }, token), add({ title: '戊' })])
  assert.deepEqual(await titles(), ['丁', '丙', '甲', '戊'])
  for (const after of [ids[1]!, ids[0]!]) assert.equal((await move(ids[0]!, after)).respCode, 404)
  assert.equal((await move(ids[1]!, null)).respCode, 404)
  assert.deepEqual(
    (await front()).map(({ title }) => title),
    ['丁', '丙', '甲', '戊'],
  )
})

test('a wrong target, an end before the beginning or a missing picture is refused by its field', async () => {
  const at = (hour: number) => `2023-01-01T${hour}:00:00Z`
  const wrong: [field: string, more: Partial<Input>][] = [
    ['address', { address: 'javascript:alert(1)' }],
    ['address', { address: 'https://:bank.example@evil.example/' }],
    ['address', { address: 'http://example.com/' }],
    ['address', { address: '//example.com' }],
    ['endsAt', { startsAt: at(12), endsAt: at(11) }],
    ['endsAt', { startsAt: at(12), endsAt: '2023-01-01T20:00:00+08:00' }],
    ['pcKey', { pcKey: null }],
    ['phoneKey', { phoneKey: null }],
    ['pcKey', { pcKey: 'poster/2023/0193f6a0-0000-7000-8000-000000000000.jpg' }],
    ['pcKey', { pcKey: 'image/2023/0193f6a0-0000-7000-8000-000000000000.jpg' }],
    ['places', { places: [] }],
    ['title', { title: ' ' }],
  ]
  for (const [field, more] of wrong) {
    const [code, named] = await refusal(fields(more))
    assert.deepEqual([code, named], [422, field], JSON.stringify(more))
  }
  const { classId } = await aClass(world, portal)
  assert.deepEqual(await refusal(fields({ classId, address: '/' })), [422, 'address'])
})

test('only paths of the portal and https addresses are followed', () => {
  const good = [
    '/',
    '/publicClass?year=2023',
    '/a?to=https://b//c',
    'https://example.com',
    'https://例子.cn/a?b#c',
  ]
  const bad = [
    '//e.cn',
    '/.//e.cn',
    '/\\e.cn',
    'http://e.cn',
    'data:text/html,x',
    'JavaScript:x',
    'https:e.cn',
  ]
  bad.push(
    'https://',
    'https://a@e.cn/',
    '/a\tb',
    'e.cn',
    'ftp://e.cn',
    'https:\\\\e.cn',
    'blob:https://e.cn/1',
  )
  assert.deepEqual(good.filter(isBannerAddress), good)
  assert.deepEqual(bad.filter(isBannerAddress), [])
})

test('another project’s banners, classes and pictures are not there', async () => {
  const id = await add()
  const elsewhere = await aPortal(world, { menus })
  const other = await anAccount(world, elsewhere, { role: 'admin' })
  const { classId } = await aClass(world, elsewhere)
  assert.deepEqual(await refusal(fields({ classId })), [422, 'classId'])
  assert.deepEqual(await refusal(fields({ pcKey: await aPicture(other.token) })), [422, 'pcKey'])
  assert.deepEqual(await refusal(fields({ id, revision: 1 }), other.token), [404, undefined])
  for (const call of [bannerCalls.enableShowPc, bannerCalls.enableShowMobile])
    assert.equal((await world.call(call, { id, enabled: false }, other.token)).respCode, 404)
  assert.equal((await world.call(bannerCalls.order, { id, after: null }, other.token)).respCode, 404)
  assert.equal((await world.call(bannerCalls.delete, { id }, other.token)).respCode, 404)
  assert.deepEqual(await world.ask(bannerCalls.query, {}, other.token), [])
  assert.deepEqual(await world.ask(bannerCalls.findPcFrontList, { unitId: elsewhere.unitId }), [])
  assert.equal((await list()).length, 1)
})

test('a picture of somebody, or that a colleague has not used, is not made public', async () => {
  const { token: learner, accountId: person } = await aLearner(world, portal)
  const face = await aPicture(learner)
  await world.db.begin((tx) => takePersonal(tx, person, face))
  assert.deepEqual(await refusal(fields({ phoneKey: face })), [422, 'phoneKey'])
  assert.deepEqual(await refusal(fields({ phoneKey: await aPicture(learner) })), [422, 'phoneKey'])
  const status = async (key: string) => (await world.portal.http.inject(`/media/image/${key}`)).statusCode
  assert.equal(await status(pcKey), 404, 'what was refused is still its uploader’s')
  await add()
  assert.deepEqual([await status(pcKey), await status(phoneKey)], [200, 200])
  // Another manager saves it again; who uploaded it may be gone by then.
  await world.db`update accounts set status = 'disabled' where id = ${accountId}`
  token = (await anAccount(world, portal, { role: 'admin' })).token
  const id = (await list())[0]!.id
  await world.ask(bannerCalls.save, fields({ id, revision: 1, title: '接手' }), token)
  assert.deepEqual(await titles(), ['接手'])
})

test('the front page shows what its period holds, by the database’s clock, the end excluded', async (t) => {
  const [{ at }] = (await world.db`select moment() as at`) as unknown as [{ at: string }]
  const from = (hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString()
  await add({ title: '总是' })
  await add({ title: '将来', startsAt: from(2) })
  await add({ title: '过去', endsAt: from(-1) })
  await add({ title: '现在', startsAt: from(-1), endsAt: from(1) })
  await add({ title: '关闭', showPc: false, showPhone: false })
  await add({ title: '报名', places: ['signUp'] })
  const shown = async () => (await front()).map(({ title }) => title)
  assert.deepEqual(await shown(), ['总是', '现在'])
  assert.deepEqual(
    (await list()).map(({ state }) => state),
    ['shown', 'scheduled', 'ended', 'shown', 'off', 'shown'],
  )
  await stopClock(world.db)
  t.after(() => world.moveClock('0'))
  await world.db`update banners set ends_at = moment() where title = '总是'`
  assert.ok(!(await shown()).includes('总是'))
  await world.db`update banners set ends_at = null, starts_at = moment() where title = '总是'`
  assert.ok((await shown()).includes('总是'))
})

test('the page of sign-ups shows its own, and one of both is on both', async () => {
  await add({ title: '首页' })
  await add({ title: '两处', places: ['home', 'signUp'] })
  await add({ title: '报名', places: ['signUp'] })
  const signUp = await world.ask(bannerCalls.findCmsFrontList, { unitId: portal.unitId })
  assert.deepEqual(
    [await front(), signUp].map((shown) => shown.map(({ title }) => title)),
    [
      ['首页', '两处'],
      ['两处', '报名'],
    ],
  )
})

test('a banner of a class leads to its published version, and nowhere while there is none', async () => {
  const { classId, categoryId } = await aClass(world, portal, { name: '旧版' })
  await add({ classId })
  const target = async () => (await front())[0]!.href
  assert.equal(await target(), `/detail-public?id=${classId}`)
  await world.db`update train_classes set status = 'off_shelf' where id = ${classId}`
  assert.equal(await target(), null)
  const next = await aClass(world, portal, { name: '新版', categoryId, versionOf: classId })
  assert.equal(await target(), `/detail-public?id=${next.classId}`)
  assert.deepEqual(
    (await list()).map((banner) => [banner.className, banner.classId, banner.openClassId]),
    [['旧版', classId, next.classId]],
  )
  await world.db`update train_classes set status = 'deleted' where id = ${next.classId}`
  assert.deepEqual(await refusal(fields({ classId: next.classId })), [422, 'classId'])
})

test('a project has as many banners as somebody can look through', async () => {
  const row = { ...fields(), projectId: portal.projectId, places: ['home'] }
  await world.db`insert into banners ${world.db(
    Array.from({ length: mostBanners - 1 }, (_, sort) => ({ ...row, sort })),
  )}`
  const at = await Promise.all([1, 2].map(() => world.call(bannerCalls.save, fields(), token)))
  assert.deepEqual(at.map(({ respCode }) => respCode).sort(), [200, 409])
  assert.equal((await list()).length, mostBanners)
})

test('the front page begins with the first picture that each kind of screen shows', async () => {
  const pictures = () => findFirstPictures(world.app.db, portal.projectId)
  await add({ places: ['signUp'] })
  assert.deepEqual(await pictures(), [])
  await add({ showPhone: false })
  await add({ phoneKey: await aPicture(token, 600, 360) })
  const [first, second] = await front()
  assert.deepEqual(await pictures(), [
    { address: first!.pcPath, media: screensOf.pc },
    { address: second!.phonePath, media: screensOf.phone },
  ])
})
