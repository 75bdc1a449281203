import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { momentFromNow, yearFromNow } from '../../../test/build/days.ts'
import { aClass, aClassCategory, aCourse } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  changeSettings,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import type { InputOf } from '../../../contract/call.ts'
import { orderCalls } from '../../order/contract.ts'
import { settleOrder } from '../../order/server/actions.ts'
import { classCalls } from '../contract.ts'
import { classCaptureNumbers } from '../../project/contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/class'] })
  admin = await anAccount(world, portal, { role: 'admin' })
})

type Fields = InputOf<typeof classCalls.createTrainClass>
const fields = (categoryId: string, change: Partial<Fields> = {}): Fields => ({
  categoryId,
  name: '数据安全与个人信息保护实务',
  year: yearFromNow(),
  hoursTenths: 80,
  introduction: '<p>从法律到操作</p>',
  price: 6000,
  originalPrice: 8000,
  signUpFrom: null,
  signUpTo: momentFromNow(30),
  studyFrom: null,
  studyTo: momentFromNow(40),
  validDays: null,
  quota: null,
  personnelCategories: [],
  regions: [],
  needReview: false,
  certificateTemplateId: null,
  trialResourceIds: [],
  refundable: true,
  sort: 0,
  courseIds: [],
  ...change,
})

const statusOf = async (id: string) => {
  const [row] = await world.db`select status from train_classes where id = ${id}`
  return row!.status as string
}

test('a class is created, published, unpublished, and each action is recorded', async () => {
  const categoryId = await aClassCategory(world, portal, { classType: 'specialized' })
  const course = await aCourse(world, portal)
  const { id } = await world.ask(
    classCalls.createTrainClass,
    fields(categoryId, { courseIds: [course.courseId], trialResourceIds: [course.resourceIds[0]!] }),
    admin.token,
  )
  const publish = { ids: [id], onShelf: true }
  assert.deepEqual(await world.ask(classCalls.updateOnShelf, publish, admin.token), {
    succeeded: [id],
    failed: [],
  })
  const managed = await world.ask(classCalls.getClassDetail, { id }, admin.token)
  assert.equal(managed.status, 'on_shelf')
  assert.match(managed.code, new RegExp(`^${yearFromNow()}-\\d{4}-\\d{4}$`))
  for (const keyword of [managed.code, managed.code.replaceAll('-', '')]) {
    const found = await world.ask(classCalls.findPageList, { keyword }, admin.token)
    assert.deepEqual(
      found.list.map((row) => row.id),
      [id],
      keyword,
    )
  }
  assert.equal(managed.classType, 'specialized')
  assert.deepEqual(managed.courseIds, [course.courseId])
  assert.equal(managed.courses[0]!.videos[0]!.durationSeconds, 600)
  const again = await world.ask(classCalls.updateOnShelf, publish, admin.token)
  assert.match(again.failed[0]!.reason, /当前状态为“已上架”，不能进行“上架”/)
  await world.ask(classCalls.updateOnShelf, { ids: [id], onShelf: false }, admin.token)
  assert.equal(await statusOf(id), 'off_shelf')
  const actions = await world.db`
    select action from operation_logs where subject_kind = 'class' and subject_id = ${id} order by id`
  assert.deepEqual(
    actions.map((action) => action.action),
    ['class.create', 'class.shelve', 'class.unshelve'],
  )
})

test('a class without courses, videos, hours or an end is not published, and the refusal says why', async () => {
  const categoryId = await aClassCategory(world, portal)
  const [full, bare] = [await aCourse(world, portal), await aCourse(world, portal, { videos: [] })]
  const cases: [Partial<Fields>, RegExp][] = [
    [{ courseIds: [] }, /还没有课程/],
    [{ courseIds: [full.courseId, bare.courseId] }, /还没有视频/],
    [{ courseIds: [full.courseId], hoursTenths: 0 }, /没有设置学时/],
    [{ courseIds: [full.courseId], studyTo: null }, /没有学习截止日期/],
    [{ courseIds: [full.courseId], signUpTo: null, studyTo: '2020-12-31T00:00:00Z' }, /期限已过/],
  ]
  for (const [change, reason] of cases) {
    const { id } = await world.ask(classCalls.createTrainClass, fields(categoryId, change), admin.token)
    const result = await world.ask(classCalls.updateOnShelf, { ids: [id], onShelf: true }, admin.token)
    assert.match(result.failed[0]!.reason, reason)
    assert.equal(await statusOf(id), 'draft')
  }
  const bareOf = fields(categoryId, { courseIds: [], hoursTenths: 0, studyTo: null })
  const { id } = await world.ask(classCalls.createTrainClass, bareOf, admin.token)
  const { failed } = await world.ask(classCalls.updateOnShelf, { ids: [id], onShelf: true }, admin.token)
  assert.deepEqual(
    failed[0]!.reason.split('\n').map((line) => /还没有课程|没有设置学时|没有学习截止日期/.exec(line)?.[0]),
    ['还没有课程', '没有设置学时', '没有学习截止日期'],
    'all at once',
  )
})

test('scripts, styles and foreign pictures do not survive an introduction', async () => {
  const categoryId = await aClassCategory(world, portal)
  const own = '/media/image/image/2023/0193f6a0-0000-7000-8000-000000000000.png'
  const foreign = [
    'https://spy.example/x.png',
    `https://spy.example${own}`,
    `//spy.example${own}`,
    `\\\\spy.example${own}`,
    `${own}?who=1`,
    `/media/image/../../api/session/logout.action`,
    '/api/session/logout.action',
    'data:image/svg+xml,<svg onload=x()>',
    'javascript:x()',
    'blob:https://portal.test/1',
    '',
  ].map((src) => `<img alt="窥" src='${src}' srcset="${own} 2x">`)
  const introduction =
    `<h2>目标</h2><script>alert(1)</script>${foreign.join('')}<img>` +
    `<img src="${own}" alt="课堂 &quot;一角&quot;&gt;" width="640" height="4097" onerror="x()" style="position:fixed"` +
    ' srcset="https://spy.example/x.png" class="k-hidden" id="root" loading="eager" usemap="#x">' +
    `<img src="${own}" width="1e3" height="480"><svg><image href="https://spy.example/x.png"/></svg>` +
    '<picture><source srcset="https://spy.example/x.png"></picture>' +
    '<p style="position:fixed" onclick="x()">正文 <a href="javascript:x()">链接</a><a href="https://a.cn">好</a></p><iframe src="/"></iframe>'
  const { id } = await world.ask(
    classCalls.createTrainClass,
    fields(categoryId, { introduction }),
    admin.token,
  )
  const managed = await world.ask(classCalls.getClassDetail, { id }, admin.token)
  assert.equal(
    managed.introduction,
    `<h2>目标</h2><img src="${own}" alt="课堂 &quot;一角&quot;&gt;" width="640" />` +
      `<img src="${own}" alt="" height="480" /><p>正文 <a rel="noopener noreferrer nofollow">链接</a>` +
      '<a href="https://a.cn" rel="noopener noreferrer nofollow">好</a></p>',
  )
})

test('bad fields are named and nothing is written', async () => {
  const categoryId = await aClassCategory(world, portal)
  const [mine, other] = [await aCourse(world, portal), await aPortal(world)]
  const foreign = await aCourse(world, other)
  const nobody = '00000000-0000-7000-8000-000000000000'
  const cases: [Partial<Fields>, string][] = [
    [{ name: '' }, 'name'],
    [{ year: 1999 }, 'year'],
    [{ price: -1 }, 'price'],
    [{ price: 9000 }, 'originalPrice'],
    [{ categoryId: nobody }, 'categoryId'],
    [{ categoryId: await aClassCategory(world, other) }, 'categoryId'],
    [{ courseIds: [foreign.courseId] }, 'courseIds'],
    [{ courseIds: [mine.courseId, mine.courseId] }, 'courseIds'],
    [{ certificateTemplateId: nobody }, 'certificateTemplateId'],
    [{ trialResourceIds: [mine.resourceIds[0]!] }, 'trialResourceIds'],
    [{ signUpFrom: momentFromNow(31), studyTo: null }, 'signUpTo'],
    [{ captureEveryFrom: 4 }, 'captureEveryFrom'],
    [{ captureEveryTo: 241 }, 'captureEveryTo'],
    [{ captureEveryFrom: 30, captureEveryTo: 29 }, 'captureEveryTo'],
    [{ captureSeconds: 19 }, 'captureSeconds'],
    [{ captureTries: 11 }, 'captureTries'],
    [{ capturesADay: 0 }, 'capturesADay'],
    [{ captureMisses: 101 }, 'captureMisses'],
    [{ captureMakeUpDays: 61 }, 'captureMakeUpDays'],
  ]
  const [before] = await world.db`select count(*) from train_classes`
  for (const [change, field] of cases) {
    const envelope = await world.call(classCalls.createTrainClass, fields(categoryId, change), admin.token)
    assert.deepEqual([envelope.respCode, envelope.field], [422, field])
  }
  const [after] = await world.db`select count(*) from train_classes`
  assert.equal(after!.count, before!.count)
})

test('a class has checks of its own, which a copy has too, and gives them back to the project', async () => {
  const categoryId = await aClassCategory(world, portal)
  const own = {
    captureEveryFrom: 10,
    captureEveryTo: 12,
    captureSeconds: 30,
    captureTries: 1,
    capturesADay: 4,
    captureMisses: 5,
    captureMakeUpDays: 7,
  }
  const { id } = await world.ask(classCalls.createTrainClass, fields(categoryId, own), admin.token)
  const read = async (classId: string) => {
    const found = await world.ask(classCalls.getClassDetail, { id: classId }, admin.token)
    return Object.fromEntries(classCaptureNumbers.map((name) => [name, found[name]]))
  }
  assert.deepEqual(await read(id), own)
  const copy = await world.ask(classCalls.copyTrainClass, { id }, admin.token)
  assert.deepEqual(await read(copy.id), own)
  const managed = await world.ask(classCalls.getClassDetail, { id }, admin.token)
  const less = {
    ...Object.fromEntries(classCaptureNumbers.map((name) => [name, null])),
    captureSeconds: 45,
    captureMisses: 6,
  }
  await world.ask(classCalls.createTrainClass, { ...managed, ...less }, admin.token)
  assert.deepEqual(await read(id), less)
})

test('an interval of checks that ends before it begins is refused, also by the project’s other bound', async () => {
  const settings = { captureEveryFrom: 15, captureEveryTo: 25 }
  const own = await aPortal(world, { menus: ['/train-manage/class'], settings })
  const { token } = await anAccount(world, own, { role: 'admin' })
  const categoryId = await aClassCategory(world, own)
  const write = (change: object) =>
    world.call(classCalls.createTrainClass, { ...fields(categoryId), ...change }, token)
  const late = await write({ captureEveryFrom: 60 })
  assert.deepEqual([late.respCode, late.field], [422, 'captureEveryFrom'])
  assert.match(late.respDesc, /25/)
  const early = await write({ captureEveryTo: 10, captureEveryFrom: null })
  assert.deepEqual([early.respCode, early.field], [422, 'captureEveryTo'])
  assert.match(early.respDesc, /15/)
  const { id } = (await write({ captureEveryFrom: 25 })).attribute
  const read = () => world.ask(classCalls.getClassDetail, { id }, token)
  for (const [change, field] of [
    [{ captureEveryFrom: 26 }, 'captureEveryFrom'],
    [{ captureEveryFrom: null, captureEveryTo: 14 }, 'captureEveryTo'],
    [{ captureEveryFrom: 21, captureEveryTo: 20 }, 'captureEveryTo'],
  ] as const) {
    const refused = await write({ ...(await read()), ...change })
    assert.deepEqual([refused.respCode, refused.field], [422, field])
  }
  await changeSettings(world, own.projectId, { captureEveryTo: 20 })
  const unchanged = await write({ ...(await read()), name: '间隔没有改动' })
  assert.equal(unchanged.respCode, 200, 'a class that the project came to contradict is still edited')
  const changed = await write({ ...(await read()), captureEveryFrom: 24 })
  assert.deepEqual([changed.respCode, changed.field], [422, 'captureEveryFrom'])
})

test('a code is used once', async () => {
  const categoryId = await aClassCategory(world, portal)
  await world.ask(classCalls.createTrainClass, fields(categoryId, { code: 'GX-01' }), admin.token)
  const envelope = await world.call(
    classCalls.createTrainClass,
    fields(categoryId, { code: 'GX-01' }),
    admin.token,
  )
  assert.deepEqual([envelope.respCode, envelope.field], [422, 'code'])
})

test('a change of hours of a class with learners publishes a new version, and the learners keep theirs', async () => {
  const built = await aClass(world, portal)
  const learner = await aLearner(world, portal)
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...built })
  const managed = await world.ask(classCalls.getClassDetail, { id: built.classId }, admin.token)
  const renamed = await world.ask(classCalls.createTrainClass, { ...managed, name: '换个名字' }, admin.token)
  assert.deepEqual(renamed, { id: built.classId, version: 1, revision: 2 })
  const revised = await world.ask(
    classCalls.createTrainClass,
    { ...managed, revision: 2, hoursTenths: 100, requiredHoursTenths: 100 },
    admin.token,
  )
  assert.equal(revised.version, 2)
  assert.notEqual(revised.id, built.classId)
  assert.equal(await statusOf(built.classId), 'off_shelf')
  assert.equal(await statusOf(revised.id), 'on_shelf')
  const [enrolment] = await world.db`
    select e.class_id, c.hours_tenths from enrolments e join train_classes c on c.id = e.class_id
    where e.id = ${enrolmentId}`
  assert.deepEqual({ ...enrolment }, { classId: built.classId, hoursTenths: 80 })
  const back = await world.ask(classCalls.updateOnShelf, { ids: [built.classId], onShelf: true }, admin.token)
  assert.match(back.failed[0]!.reason, /更新的版本/)
})

test('a published class cannot be made incomplete, nor its places fewer than its learners', async () => {
  const built = await aClass(world, portal, { quota: 5 })
  await anEnrolment(world, portal, { ...(await aLearner(world, portal)), ...built })
  await anEnrolment(world, portal, { ...(await aLearner(world, portal)), ...built })
  const managed = await world.ask(classCalls.getClassDetail, { id: built.classId }, admin.token)
  const change = (fields: Partial<Fields>) =>
    world.call(classCalls.createTrainClass, { ...managed, ...fields }, admin.token)
  assert.equal((await change({ validDays: null })).respCode, 409)
  const fewer = await change({ quota: 1 })
  assert.deepEqual([fewer.respCode, fewer.field], [422, 'quota'])
  assert.deepEqual(await world.ask(classCalls.getClassDetail, { id: built.classId }, admin.token), {
    ...managed,
  })
})

test('a copy is a draft of equal content without learners', async () => {
  const built = await aClass(world, portal, { quota: 5, courses: [{}, { attribute: 'elective' }] })
  await anEnrolment(world, portal, { ...(await aLearner(world, portal)), ...built })
  const { id } = await world.ask(classCalls.copyTrainClass, { id: built.classId }, admin.token)
  const [original, copy] = await Promise.all([
    world.ask(classCalls.getClassDetail, { id: built.classId }, admin.token),
    world.ask(classCalls.getClassDetail, { id }, admin.token),
  ])
  assert.notEqual(copy.code, original.code)
  assert.deepEqual(
    { ...copy, id: '', code: '', createdAt: '' },
    { ...original, id: '', code: '', createdAt: '', status: 'draft', sold: 0 },
  )
})

test('a copy asked for twice at once is made once; under another key it is another one', async () => {
  const { classId: id } = await aClass(world, portal)
  const copy = (requestKey: string) => world.ask(classCalls.copyTrainClass, { id, requestKey }, admin.token)
  const [one, again] = await race(
    world.db,
    (tx) => tx`select from train_classes where id = ${id} for update`,
    () => copy('click-2023-1'),
    () => copy('click-2023-1'),
  )
  assert.deepEqual(again, one)
  const other = await copy('click-2023-2')
  assert.notEqual(other.id, one.id)
  const copies = await world.db`select id from train_classes where copied_from = ${id} order by id`
  assert.deepEqual(
    copies.map((row) => row.id as string),
    [one.id, other.id],
  )
})

test('a class saved again after a lost answer is the same class, with what was written last', async () => {
  const categoryId = await aClassCategory(world, portal, { classType: 'specialized' })
  const create = (requestKey: string, name: string) =>
    world.ask(classCalls.createTrainClass, { ...fields(categoryId, { name }), requestKey }, admin.token)
  const [one, again] = await Promise.all([create('form-2023-1', '一个班'), create('form-2023-1', '一个班')])
  assert.equal(again.id, one.id)
  const later = await create('form-2023-1', '改过的班')
  assert.equal(later.id, one.id)
  const { list } = await world.ask(classCalls.findPageList, { categoryId }, admin.token)
  assert.deepEqual(
    list.map(({ name }) => name),
    ['改过的班'],
  )
  assert.notEqual((await create('form-2023-2', '另一个班')).id, one.id)
})

test('a class that a colleague has changed is not written by the request that made it', async () => {
  const categoryId = await aClassCategory(world, portal, { classType: 'specialized' })
  const request = { ...fields(categoryId, { name: '一个班' }), requestKey: 'form-2023-3' }
  const made = await world.ask(classCalls.createTrainClass, request, admin.token)
  const colleague = await anAccount(world, portal, { role: 'admin' })
  const change = { ...fields(categoryId, { name: '同事的班' }), id: made.id, revision: made.revision }
  await world.ask(classCalls.createTrainClass, change, colleague.token)
  const again = await world.call(classCalls.createTrainClass, { ...request, name: '又一个班' }, admin.token)
  assert.equal(again.respCode, 409)
  const { name } = await world.ask(classCalls.getClassDetail, { id: made.id }, admin.token)
  assert.equal(name, '同事的班')
})

test('a key of a copy with another name is refused, and so is one whose copy was deleted', async () => {
  const { classId: id } = await aClass(world, portal)
  const copy = (name?: string) =>
    world.call(
      classCalls.copyTrainClass,
      { id, requestKey: 'click-2023-9', ...(name !== undefined && { name }) },
      admin.token,
    )
  const made = await copy('第二期')
  assert.deepEqual((await copy('第二期')).attribute, made.attribute)
  for (const name of ['第三期', undefined]) {
    const other = await copy(name)
    assert.deepEqual([other.respCode, other.field], [409, 'requestKey'])
    assert.match(other.respDesc, /内容不同/)
  }
  await world.db`update train_classes set status = 'deleted' where id = ${made.attribute!.id}`
  const gone = await copy('第二期')
  assert.equal(gone.respCode, 409)
  assert.match(gone.respDesc, /已被删除/)
})

test('copies in batch go to the category, and a row that cannot be copied has a reason', async () => {
  const built = await aClass(world, portal)
  const categoryId = await aClassCategory(world, portal, { classType: 'professional' })
  const nobody = '00000000-0000-7000-8000-000000000000'
  const result = await world.ask(
    classCalls.bachCopyClassToCategory,
    { ids: [built.classId, nobody], categoryId },
    admin.token,
  )
  assert.deepEqual(result.succeeded, [built.classId])
  assert.equal(result.failed[0]!.id, nobody)
  const { list } = await world.ask(classCalls.findPageList, { categoryId }, admin.token)
  assert.deepEqual(
    list.map((row) => [row.name, row.classType, row.status]),
    [[built.name, 'professional', 'draft']],
  )
})

test('deleting is refused under learners and final otherwise', async () => {
  const built = await aClass(world, portal)
  await anEnrolment(world, portal, { ...(await aLearner(world, portal)), ...built })
  const free = await aClass(world, portal)
  const result = await world.ask(classCalls.deleteTrain, { ids: [built.classId, free.classId] }, admin.token)
  assert.deepEqual(result.succeeded, [free.classId])
  assert.match(result.failed[0]!.reason, /1 名学员/)
  assert.equal(await statusOf(built.classId), 'on_shelf')
  const gone = await world.call(classCalls.getClassDetail, { id: free.classId }, admin.token)
  assert.equal(gone.respCode, 404)
  for (const onShelf of [true, false]) {
    const publish = await world.ask(classCalls.updateOnShelf, { ids: [free.classId], onShelf }, admin.token)
    assert.equal(publish.failed.length, 1)
  }
})

test('what was sold as 8 hours gives 8 hours: an unpaid order keeps its version of the class', async () => {
  const built = await aClass(world, portal)
  const { accountId, token } = await aLearner(world, portal)
  const input = { classIds: [built.classId], expectedAmount: 6000 }
  const order = await world.ask(orderCalls.saveOrder, input, token)
  const before = await world.ask(classCalls.getClassDetail, { id: built.classId }, admin.token)
  const { coverKey: _, ...given } = before
  const changed = await world.ask(
    classCalls.createTrainClass,
    { ...given, hoursTenths: 20, requiredHoursTenths: 20, price: 100 },
    admin.token,
  )
  assert.deepEqual([changed.version, changed.id === built.classId], [2, false])
  await world.db.begin((tx) => settleOrder(tx, { orderId: order.id, amount: 6000, channel: 'wechat' }))
  const [joined] = await world.db`
    select c.id, c.hours_tenths from enrolments e join train_classes c on c.id = e.class_id
    where e.account_id = ${accountId}`
  assert.deepEqual({ ...joined }, { id: built.classId, hoursTenths: order.items[0]!.hoursTenths })
})

test('a class in an unpaid order is not deleted', async () => {
  const built = await aClass(world, portal)
  const { accountId } = await aLearner(world, portal)
  const [order] = await world.db`
    insert into orders ${world.db({
      projectId: portal.projectId,
      accountId,
      payerName: 'x',
      orderNo: 'T1',
      amount: 6000,
      expiresAt: '2099-01-01T00:00:00Z',
    })} returning id`
  await world.db`
    insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price, payable)
    values (${order!.id as string}, ${accountId}, ${built.classId}, 0, 'x', 'public', ${yearFromNow()}, 80, 6000, 6000)`
  const result = await world.ask(classCalls.deleteTrain, { ids: [built.classId] }, admin.token)
  assert.match(result.failed[0]!.reason, /1 个待付款或未开通的订单/)
  assert.equal(await statusOf(built.classId), 'on_shelf')
})

test('prices, fields and places change in batch', async () => {
  const [one, two] = [await aClass(world, portal), await aClass(world, portal)]
  const ids = [one.classId, two.classId]
  const rows = (revision: number) => ids.map((id) => ({ id, revision }))
  await world.ask(classCalls.batchModifyClassAmount, { rows: rows(1), price: 7500 }, admin.token)
  await world.ask(
    classCalls.bachModifyClass,
    { rows: rows(2), changes: { quota: 30, personnelCategories: ['工程'], regions: ['320000'] } },
    admin.token,
  )
  await world.ask(
    classCalls.updateSort,
    { items: rows(3).map((row, i) => ({ ...row, sort: i + 7 })) },
    admin.token,
  )
  for (const [i, id] of ids.entries()) {
    const managed = await world.ask(classCalls.getClassDetail, { id }, admin.token)
    assert.deepEqual(
      [managed.price, managed.originalPrice, managed.quota, managed.personnelCategories, managed.sort],
      [7500, 7500, 30, ['工程'], i + 7],
    )
    assert.deepEqual(managed.regions, ['320000'])
  }
})

test('a batch of edits that changes nothing, or what it does not know, is refused', async () => {
  const { classId: id } = await aClass(world, portal)
  const rows = [{ id, revision: 1 }]
  const changes = { price: 1 } as object
  const refused = await world.call(classCalls.bachModifyClass, { rows, changes }, admin.token)
  assert.deepEqual([refused.respCode, refused.field], [422, 'changes'])
  assert.match(refused.respDesc, /没有可修改的内容/)
})

test('a price is written alone, whatever else of the class could not be saved any more', async () => {
  const { classId: id } = await aClass(world, portal)
  const { courseIds } = await world.ask(classCalls.getClassDetail, { id }, admin.token)
  await world.db`update courses set status = 'deleted' where id = any(${courseIds})`
  const rows = [{ id, revision: 1 }]
  const result = await world.ask(classCalls.batchModifyClassAmount, { rows, price: 7000 }, admin.token)
  assert.deepEqual(result, { succeeded: [id], failed: [] })
  const { price, originalPrice, revision, ...others } = await world.ask(
    classCalls.getClassDetail,
    { id },
    admin.token,
  )
  assert.deepEqual([price, originalPrice, revision, others.courseIds], [7000, 7000, 2, courseIds])
  const [entry] = await world.db`
    select before, after from operation_logs where action = 'class.change' and subject_id = ${id}`
  assert.deepEqual(entry!.after, { price: 7000, originalPrice: 7000, revision: 2 })
  const low = { rows: [{ id, revision: 2 }], price: 7000, originalPrice: 6000 }
  const refused = await world.ask(classCalls.batchModifyClassAmount, low, admin.token)
  assert.match(refused.failed[0]!.reason, /不能低于售价/)
})

test('two classes that take one code at once: one has it, the other is refused with its field', async () => {
  const built = [await aClass(world, portal), await aClass(world, portal)]
  const forms = await Promise.all(
    built.map(({ classId: id }) => world.ask(classCalls.getClassDetail, { id }, admin.token)),
  )
  const save = (form: (typeof forms)[number]) =>
    world.call(classCalls.createTrainClass, { ...form, code: 'TWICE-1' }, admin.token)
  const answers = await race(
    world.db,
    (tx) => tx`select from train_classes where id = any(${forms.map(({ id }) => id)}) for update`,
    () => save(forms[0]!),
    () => save(forms[1]!),
  )
  assert.deepEqual(answers.map(({ respCode }) => respCode).sort(), [200, 422])
  assert.equal(answers.find(({ respCode }) => respCode === 422)!.field, 'code')
})

test('regions are codes of the project’s list; one that is on none is refused with its field, and a copy has them', async () => {
  const categoryId = await aClassCategory(world, portal)
  await world.db`
    insert into dictionary_entries (project_id, kind, code, parent_code, name, name_en, status)
    values (${portal.projectId}, 'region', '320106', '320000', '鼓楼区', 'Gulou', 'disabled')`
  const create = (regions: string[]) =>
    world.call(classCalls.createTrainClass, fields(categoryId, { regions }), admin.token)
  const refused = await create(['320000', '329999'])
  assert.deepEqual([refused.respCode, refused.field], [422, 'regions'])
  assert.match(refused.respDesc, /329999/)
  const { id } = (await create(['320106', '110000'])).attribute
  const regionsOf = async (one: string) =>
    (await world.ask(classCalls.getClassDetail, { id: one }, admin.token)).regions
  assert.deepEqual(await regionsOf(id), ['320106', '110000'])
  const copy = await world.ask(classCalls.copyTrainClass, { id }, admin.token)
  assert.deepEqual(await regionsOf(copy.id), ['320106', '110000'])
})

test('the list filters by category with everything below, by name, status and year, and continues by key', async () => {
  const top = await aClassCategory(world, portal)
  const below = await aClassCategory(world, portal, { parentId: top })
  const built = []
  for (let i = 0; i < 5; i++)
    built.push(await aClass(world, portal, { categoryId: i < 2 ? top : below, name: `桥梁健康监测${i}` }))
  await aClass(world, portal, { categoryId: below, name: '别的', status: 'draft', year: yearFromNow(-1) })
  const find = (input: InputOf<typeof classCalls.findPageList>) =>
    world.ask(classCalls.findPageList, { categoryId: top, ...input }, admin.token)
  assert.equal((await find({})).total, 6)
  assert.equal((await find({ keyword: '健康监测' })).total, 5)
  assert.equal((await find({ status: 'draft' })).total, 1)
  assert.equal((await find({ year: yearFromNow(-1) })).total, 1)
  const first = await find({ limit: 2, keyword: '桥梁' })
  const next = await find({ limit: 2, keyword: '桥梁', after: first.list[1]!.id })
  assert.deepEqual(
    [...first.list, ...next.list].map((row) => row.id),
    built
      .map(({ classId }) => classId)
      .reverse()
      .slice(0, 4),
  )
  assert.equal((await find({ page: 3, limit: 2, keyword: '桥梁' })).list[0]!.id, built[0]!.classId)
})

test("a learner, a stranger, a unit manager and another project's manager change nothing", async () => {
  const built = await aClass(world, portal)
  const learner = await aLearner(world, portal)
  const unit = await anAccount(world, portal, { role: 'unit' })
  const elsewhere = await aPortal(world, { menus: ['/train-manage/class'] })
  const stranger = await anAccount(world, elsewhere, { role: 'admin' })
  const managed = await world.ask(classCalls.getClassDetail, { id: built.classId }, admin.token)
  const codes = async (token: string | null) => [
    (await world.call(classCalls.getClassDetail, { id: built.classId }, token)).respCode,
    (await world.call(classCalls.createTrainClass, { ...managed, name: '改' }, token)).respCode,
    (await world.call(classCalls.copyTrainClass, { id: built.classId }, token)).respCode,
  ]
  assert.deepEqual(await codes(null), [401, 401, 401])
  assert.deepEqual(await codes(learner.token), [403, 403, 403])
  assert.deepEqual(await codes(stranger.token), [404, 404, 404])
  assert.deepEqual(await codes(unit.token), [200, 403, 403])
  const removed = await world.ask(classCalls.deleteTrain, { ids: [built.classId] }, stranger.token)
  assert.deepEqual(removed.succeeded, [])
  assert.equal((await world.call(classCalls.deleteTrain, { ids: [built.classId] }, unit.token)).respCode, 403)
  assert.equal(
    (await world.call(classCalls.createTrainClass, fields(built.categoryId), unit.token)).respCode,
    403,
  )
  assert.deepEqual(await world.ask(classCalls.getClassDetail, { id: built.classId }, admin.token), managed)
})
