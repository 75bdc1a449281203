import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Call, Envelope, InputOf } from '../contract/call.ts'
import { templateCalls } from '../features/certificate/template/contract.ts'
import { classCalls } from '../features/class/contract.ts'
import { courseCalls } from '../features/course/contract.ts'
import { examCalls } from '../features/exam/contract.ts'
import { paperCalls } from '../features/exam/paper/contract.ts'
import { yearFromNow } from '../test/build/days.ts'
import { aTemplate } from '../test/build/certificate.ts'
import { aClass, aCourse } from '../test/build/class.ts'
import { anEnrolment } from '../test/build/enrolment.ts'
import { aBank, anExam, aPaper, aQuestion, aSection } from '../test/build/exam.ts'
import { aLearner, anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../test/build/portal.ts'
import { openWorld, type World } from '../test/harness.ts'
import { race } from '../test/race.ts'

const menus = [
  '/train-manage/class',
  '/train-manage/class#price',
  '/train-manage/class#modify',
  '/resource-manage/add-question',
  '/resource-manage/course',
  '/resource-manage/certificate',
]
let world: World
let portal: BuiltPortal
let zhang: BuiltAccount
let li: BuiltAccount
let stranger: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  zhang = await anAccount(world, portal, { role: 'admin', userName: '张三' })
  li = await anAccount(world, portal, { role: 'admin', userName: '李四' })
  stranger = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
})

interface Noun {
  table: string
  build(): Promise<string>
  read(id: string): Promise<{ revision: number; [field: string]: unknown }>
  /** Saves the whole form, with some fields typed over. */
  save(form: object, token: string): Promise<Envelope>
  /** Input of the first editor, input of the second, and the first as the refusal shows it. */
  first: object
  second: object
  expected: { field: string; label: string; before: string | null; after: string | null }
}

const send = <C extends Call>(call: C, input: object, token: string) =>
  world.call(call, input as InputOf<C>, token)

async function aDrawablePaper(): Promise<string> {
  const bankId = await aBank(world, portal)
  for (let i = 0; i < 5; i++) await aQuestion(world, portal, bankId)
  return aPaper(world, portal, [aSection(bankId)], { name: '试卷甲', minutes: 30 })
}

const nouns: Record<string, Noun> = {
  class: {
    table: 'train_classes',
    build: async () => (await aClass(world, portal, { name: '班级甲', price: 10_000 })).classId,
    read: (id) => world.ask(classCalls.getClassDetail, { id }, li.token),
    save: (form, token) => send(classCalls.createTrainClass, form, token),
    first: { price: 19_900, originalPrice: 19_900 },
    second: { name: '班级乙' },
    expected: { field: 'price', label: '售价', before: '¥100.00', after: '¥199.00' },
  },
  exam: {
    table: 'exams',
    async build() {
      const { classId } = await aClass(world, portal)
      const paperId = await aDrawablePaper()
      return anExam(world, portal, { classId, paperId, status: 'draft', attempts: 3 })
    },
    read: async (id) => (await world.ask(examCalls.queryExamList, { examId: id }, li.token)).list[0]!,
    save: (form, token) => send(examCalls.saveExam, form, token),
    first: { attempts: 1 },
    second: { name: '考试乙' },
    expected: { field: 'attempts', label: '考试次数', before: '3', after: '1' },
  },
  paper: {
    table: 'papers',
    build: aDrawablePaper,
    read: async (id) => (await world.ask(paperCalls.queryPaperList, { paperId: id }, li.token)).list[0]!,
    save: (form, token) => send(paperCalls.savePaper, form, token),
    first: { minutes: 45 },
    second: { name: '试卷乙' },
    expected: { field: 'minutes', label: '时长（分钟）', before: '30', after: '45' },
  },
  course: {
    table: 'courses',
    build: async () => (await aCourse(world, portal, { hoursTenths: 80, videos: [600, 300] })).courseId,
    read: (id) => world.ask(courseCalls.get, { id }, li.token),
    save: (form, token) => send(courseCalls.save, form, token),
    first: { hoursTenths: 65 },
    second: { name: '课程乙' },
    expected: { field: 'hoursTenths', label: '学时', before: '8', after: '6.5' },
  },
  template: {
    table: 'certificate_templates',
    build: () => aTemplate(world, portal.projectId),
    read: (id) => world.ask(templateCalls.find, { id }, li.token),
    save: (form, token) => send(templateCalls.save, form, token),
    first: { numbering: 'X{year}-{serial}' },
    second: { name: '模板乙' },
    expected: {
      field: 'numbering',
      label: '编号规则',
      before: 'JH{year}-{serial}',
      after: 'X{year}-{serial}',
    },
  },
}

for (const [name, noun] of Object.entries(nouns)) {
  test(`${name}: of two editors the second is refused with who changed what, and changes nothing`, async () => {
    const id = await noun.build()
    const form = await noun.read(id)
    assert.equal((await noun.save({ ...form, ...noun.first }, zhang.token)).respCode, 200)
    const saved = await noun.read(id)
    assert.equal(saved.revision, form.revision + 1)

    const stale = await noun.save({ ...form, ...noun.second }, li.token)
    assert.equal(stale.respCode, 409)
    const expected = stale.stale!.find((change) => change.field === noun.expected.field)
    assert.deepEqual({ ...expected, at: '' }, { ...noun.expected, by: '张三', at: '' })
    assert.match(expected!.at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
    assert.match(
      stale.respDesc,
      new RegExp(`张三 \\d\\d-\\d\\d \\d\\d:\\d\\d ${noun.expected.label.replace(/[（）]/g, '.')}`),
    )
    assert.deepEqual(await noun.read(id), saved, 'nothing of the refused edit is written')

    const again = await noun.save({ ...saved, ...noun.second }, li.token)
    assert.equal(again.respCode, 200)
    const both = await noun.read(id)
    for (const [field, value] of Object.entries({ ...noun.first, ...noun.second }))
      assert.deepEqual(both[field], value)
  })

  test(`${name}: two editors at the same moment: one is saved, the other refused`, async () => {
    const id = await noun.build()
    const form = await noun.read(id)
    const replies = await race<[Envelope, Envelope]>(
      world.db,
      (tx) => tx`select from ${tx(noun.table)} where id = ${id} for update`,
      () => noun.save({ ...form, ...noun.first }, zhang.token),
      () => noun.save({ ...form, ...noun.second }, li.token),
    )
    assert.deepEqual(replies.map((reply) => reply.respCode).sort(), [200, 409])
    const after = await noun.read(id)
    const [saved, lost] = replies[0]!.respCode === 200 ? [noun.first, noun.second] : [noun.second, noun.first]
    for (const [field, value] of Object.entries(saved)) assert.deepEqual(after[field], value)
    for (const field of Object.keys(lost)) assert.deepEqual(after[field], form[field])
    assert.equal(after.revision, form.revision + 1)
  })

  test(`${name}: an edit names its revision; a stranger learns nothing of it`, async () => {
    const id = await noun.build()
    const form = await noun.read(id)
    const { revision: _left, ...without } = form
    const unnamed = await noun.save({ ...without, ...noun.first }, li.token)
    assert.deepEqual([unnamed.respCode, unnamed.field], [422, 'revision'])
    const future = await noun.save({ ...form, ...noun.first, revision: 99 }, li.token)
    assert.deepEqual([future.respCode, future.stale], [409, []])
    const foreign = await noun.save({ ...form, ...noun.first, revision: 99 }, stranger.token)
    assert.deepEqual([foreign.respCode, foreign.stale], [404, undefined])
    assert.deepEqual(await noun.read(id), form)
  })
}

test('several edits since are shown as one: from the first value to the last, without values that were restored', async () => {
  const noun = nouns.class!
  const id = await noun.build()
  const form = await noun.read(id)
  const edit = async (typed: object, by: BuiltAccount) =>
    assert.equal((await noun.save({ ...(await noun.read(id)), ...typed }, by.token)).respCode, 200)
  await edit({ price: 15_000, originalPrice: 19_900, quota: 5 }, li)
  await edit(
    { price: 19_900, quota: null, needReview: true, studyTo: `${yearFromNow(1)}-01-31T15:59:59Z` },
    zhang,
  )
  const response = await world.portal.http.inject({
    method: 'POST',
    url: `/api${classCalls.createTrainClass.path}`,
    headers: { token: li.token, 'accept-language': 'en' },
    payload: { ...form, name: '班级乙' },
  })
  const envelope = response.json<Envelope>()
  assert.deepEqual(
    envelope.stale!.map(({ label, before, after, by }) => [label, before, after, by]),
    [
      ['Price', '¥100.00', '¥199.00', '张三'],
      ['Original price', '¥100.00', '¥199.00', '李四'],
      ['Joining requires approval', 'no', 'yes', '张三'],
      ['Study ends', '(none)', `${yearFromNow(1)}-01-31 23:59`, '张三'],
    ],
  )
  assert.match(envelope.respDesc, /张三 \d\d-\d\d \d\d:\d\d Price ¥100\.00 → ¥199\.00; /)
})

test('prices, fields and places in batch: a row that was edited meanwhile stays, and its reason names what changed', async () => {
  const noun = nouns.class!
  const [one, two] = [await noun.build(), await noun.build()]
  const rows = [
    { id: one, revision: 1 },
    { id: two, revision: 1 },
  ]
  await noun.save({ ...(await noun.read(one)), ...noun.first }, zhang.token)
  const price = await world.ask(classCalls.batchModifyClassAmount, { rows, price: 12_000 }, li.token)
  assert.deepEqual(price.succeeded, [two])
  assert.match(price.failed[0]!.reason, /张三 .* 售价 ¥100\.00 → ¥199\.00/)
  const fields = await world.ask(
    classCalls.bachModifyClass,
    { rows: [rows[0]!, { id: two, revision: 2 }], changes: { quota: 9 } },
    li.token,
  )
  assert.deepEqual([fields.succeeded, fields.failed.map((row) => row.id)], [[two], [one]])
  const items = [
    { id: two, revision: 3, sort: 4 },
    { id: one, revision: 1, sort: 5 },
  ]
  const sorted = await world.call(classCalls.updateSort, { items }, li.token)
  assert.equal(sorted.respCode, 409)
  const now = await Promise.all([one, two].map((id) => noun.read(id)))
  assert.deepEqual(
    now.map(({ price: amount, quota, sort }) => [amount, quota, sort]),
    [
      [19_900, null, 0],
      [12_000, 9, 0],
    ],
    'the places are saved or refused together',
  )
  items[1]!.revision = 2
  await world.ask(classCalls.updateSort, { items }, zhang.token)
  const late = await noun.save({ ...now[0], name: '班级乙' }, li.token)
  assert.deepEqual(
    late.stale!.map(({ label, after, by }) => [label, after, by]),
    [['排序号', '5', '张三']],
  )
})

test('a video moved by one editor is not moved back by the other', async () => {
  const noun = nouns.course!
  const id = await noun.build()
  const form = await noun.read(id)
  const items = form.items as { resourceId: string; title: string }[]
  await noun.save({ ...form, items: items.toReversed() }, zhang.token)
  const stale = await noun.save({ ...form, name: '课程乙' }, li.token)
  assert.deepEqual(
    stale.stale!.map(({ field, before, by }) => [field, before, by]),
    [['items', null, '张三']],
  )
  const { items: now } = await noun.read(id)
  assert.deepEqual(
    (now as typeof items).map(({ resourceId }) => resourceId),
    items.map(({ resourceId }) => resourceId).reverse(),
  )
})

test('a new version of a class is news to those who edit the old one, and stays the only one', async () => {
  const noun = nouns.class!
  const built = await aClass(world, portal)
  await anEnrolment(world, portal, { ...(await aLearner(world, portal)), ...built })
  const form = await noun.read(built.classId)
  const made = await noun.save({ ...form, hoursTenths: 100, requiredHoursTenths: 100 }, zhang.token)
  assert.equal((made.attribute as { revision: number }).revision, 1)
  const stale = await noun.save({ ...form, hoursTenths: 120, requiredHoursTenths: 120 }, li.token)
  assert.deepEqual(
    stale.stale!.map(({ label, before, after }) => [label, before, after]),
    [
      ['学时', '8', '10'],
      ['必修学时', '8', '10'],
      ['版本', '1', '2'],
    ],
  )
  const old = await noun.read(built.classId)
  const third = await noun.save({ ...old, hoursTenths: 120, requiredHoursTenths: 120 }, li.token)
  assert.equal(third.respCode, 409)
  assert.match(third.respDesc, /更新的版本/)
  assert.equal((await noun.save({ ...old, validDays: 400 }, li.token)).respCode, 200)
})
