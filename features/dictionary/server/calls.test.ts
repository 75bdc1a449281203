import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { dictionaryCalls, dictionaryKinds } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

const list = (kind: (typeof dictionaryKinds)[number], unitId = portal.unitId) =>
  world.ask(dictionaryCalls.getDictionaryList, { kind, unitId })

test('a stranger who registers reads every list, each in its order and in both languages', async () => {
  const { unitId } = await aPortal(world)
  const all = await world.ask(dictionaryCalls.getDictionaryList, { unitId })
  for (const kind of dictionaryKinds) {
    const entries = all.filter((entry) => entry.kind === kind)
    assert.ok(entries.length >= 4, kind)
    assert.equal(new Set(entries.map((entry) => entry.code)).size, entries.length)
    assert.ok(entries.every((entry) => entry.name && /^[A-Z]/.test(entry.nameEn)))
  }
  assert.deepEqual(
    (await list('education', unitId)).slice(0, 3).map((entry) => entry.name),
    ['研究生', '大学本科', '大学专科'],
  )
  assert.equal((await list('nation', unitId)).length, 56)
  assert.equal((await list('region', unitId)).length, 34)
  const two = await world.ask(dictionaryCalls.getDictionaryList, {
    kinds: ['degree', 'titleLevel'],
    unitId,
  })
  assert.deepEqual([...new Set(two.map((entry) => entry.kind))], ['degree', 'titleLevel'])
})

test('the professional groups of a class are the dictionary’s', async () => {
  const entries = await list('personnelCategory')
  assert.deepEqual(
    Object.fromEntries(entries.map((entry) => [entry.code, [entry.name, entry.nameEn]])),
    Object.fromEntries(
      [
        ...readFileSync(new URL('../../classType/web/personnel.ts', import.meta.url), 'utf8').matchAll(
          /^  (\w+): \['(.+)', '(.+)'\],$/gm,
        ),
      ].map(([, key, zh, en]) => [key, [zh, en]]),
    ),
  )
})

test('job titles stand below their group', async () => {
  const tree = await world.ask(dictionaryCalls.getDictionaryTree, { kind: 'jobTitle' })
  const health = tree.find((node) => node.code === 'health')!
  // What places an entry among others is not of the answer.
  for (const node of [health, health.children[0]!]) {
    assert.deepEqual(Object.keys(node), ['kind', 'code', 'parentCode', 'name', 'nameEn', 'children'])
  }
  assert.ok(health.children.some((node) => node.name === '主任护师'))
  assert.equal(
    tree.reduce((sum, node) => sum + 1 + node.children.length, 0),
    (await list('jobTitle')).length,
  )
})

test('a project’s entry for a code overrides the product’s, only for that project', async () => {
  const { db } = world
  const other = await aPortal(world)
  await db`insert into dictionary_entries ${db([
    {
      projectId: portal.projectId,
      kind: 'degree',
      code: '4',
      name: '学士学位',
      nameEn: 'Bachelor',
      sort: 1,
      status: 'active',
    },
    {
      projectId: portal.projectId,
      kind: 'degree',
      code: '0',
      name: '无',
      nameEn: 'None',
      sort: 9,
      status: 'disabled',
    },
  ])}`
  const names = (unitId: string) =>
    world
      .ask(dictionaryCalls.getDictionaryList, { kind: 'degree', unitId })
      .then((entries) => entries.map((entry) => entry.name))
  assert.deepEqual(await names(portal.unitId), ['博士', '学士学位', '硕士'])
  assert.deepEqual(await names(other.unitId), ['博士', '硕士', '学士', '无'])
})

const managed = (token: string, kind: (typeof dictionaryKinds)[number] = 'degree') =>
  world.ask(dictionaryCalls.queryEntries, { kind }, token)

test('a project adds, renames, orders, disables and deletes codes of its own, and no other project sees it', async () => {
  const own = await aPortal(world, { menus: ['/project-manage/dictionary'] })
  const { token } = await anAccount(world, own, { role: 'admin' })
  const other = await aPortal(world)
  const names = (unitId: string) =>
    world
      .ask(dictionaryCalls.getDictionaryList, { kind: 'degree', unitId })
      .then((entries) => entries.map((entry) => entry.name))
  const before = await names(own.unitId)
  const save = (more: object) =>
    world.call(
      dictionaryCalls.saveEntry,
      { kind: 'degree', code: 'double', name: '双学士', nameEn: 'Double bachelor', ...more },
      token,
    )
  assert.equal((await save({ isNew: true })).respCode, 200)
  assert.deepEqual(await names(own.unitId), [...before, '双学士'])
  const twice = await save({ isNew: true })
  assert.deepEqual([twice.respCode, twice.field], [422, 'code'])
  await save({ name: '双学士学位' })
  const order = async (codes: string[]) =>
    world.ask(dictionaryCalls.orderEntries, { kind: 'degree', codes }, token)
  const codes = (await managed(token)).map((entry) => entry.code)
  await order(codes.toReversed())
  assert.deepEqual(await names(own.unitId), ['双学士学位', ...before.toReversed()])
  const disable = (code: string, disabled: boolean) =>
    world.ask(dictionaryCalls.disableEntry, { kind: 'degree', code, disabled }, token)
  await disable(codes[0]!, true)
  assert.deepEqual(await names(own.unitId), ['双学士学位', ...before.slice(1).toReversed()])
  const restored = await world.call(dictionaryCalls.deleteEntry, { kind: 'degree', code: codes[0]! }, token)
  assert.equal(restored.respCode, 200)
  assert.ok((await names(own.unitId)).includes(before[0]!))
  const mine = (await managed(token)).find((entry) => entry.code === 'double')!
  assert.deepEqual([mine.own, mine.product, mine.uses], [true, false, 0])
  await world.ask(dictionaryCalls.deleteEntry, { kind: 'degree', code: 'double' }, token)
  assert.ok(!(await names(own.unitId)).includes('双学士学位'))
  assert.deepEqual(await names(other.unitId), before)
})

test('of two people who each change one name of an entry neither takes the other’s back; a new one has both', async () => {
  const own = await aPortal(world, { menus: ['/project-manage/dictionary'] })
  const { token } = await anAccount(world, own, { role: 'admin' })
  const { code } = (await managed(token))[0]!
  const entry = { kind: 'degree', code } as const
  const save = (more: object) => world.call(dictionaryCalls.saveEntry, { ...entry, ...more }, token)
  const [first, second] = await Promise.all([save({ name: '博士学位' }), save({ nameEn: 'PhD' })])
  assert.deepEqual([first.respCode, second.respCode], [200, 200])
  const { name, nameEn } = (await managed(token)).find((one) => one.code === code)!
  assert.deepEqual([name, nameEn], ['博士学位', 'PhD'])
  for (const [more, field] of [
    [{ name: '双学士' }, 'nameEn'],
    [{ nameEn: 'Double' }, 'name'],
  ] as const) {
    const refused = await save({ code: 'new', isNew: true, ...more })
    assert.deepEqual([refused.respCode, refused.field], [422, field])
  }
})

test('a code in use or with others below it is not deleted, nor one of the product', async () => {
  const own = await aPortal(world, { menus: ['/project-manage/dictionary'] })
  const { token } = await anAccount(world, own, { role: 'admin' })
  const add = (code: string, parentCode: string | null = null) =>
    world.call(
      dictionaryCalls.saveEntry,
      { kind: 'jobTitle', code, parentCode, name: code, nameEn: 'Title', isNew: true },
      token,
    )
  assert.equal((await add('专项')).respCode, 200)
  assert.equal((await add('专项员', '专项')).respCode, 200)
  const deep = await add('更深', '专项员')
  assert.deepEqual([deep.respCode, deep.field], [422, 'parentCode'])
  const lost = await add('无父', '没有')
  assert.deepEqual([lost.respCode, lost.field], [422, 'parentCode'])
  const learner = await aLearner(world, own)
  await world.db`update students set job_title = '专项员' where account_id = ${learner.accountId}`
  const remove = (code: string) => world.call(dictionaryCalls.deleteEntry, { kind: 'jobTitle', code }, token)
  assert.match((await remove('专项')).respDesc, /1 项/)
  assert.match((await remove('专项员')).respDesc, /1 处/)
  assert.match((await remove('health')).respDesc, /产品自带/)
  assert.equal((await remove('没有')).respCode, 404)
  await world.db`update students set job_title = null where account_id = ${learner.accountId}`
  assert.equal((await remove('专项员')).respCode, 200)
  assert.equal((await remove('专项')).respCode, 200)
  const before = await managed(token, 'personnelCategory')
  assert.ok(before.every((entry) => entry.product && !entry.own))
  assert.equal(
    (await world.call(dictionaryCalls.queryEntries, { kind: 'degree' }, learner.token)).respCode,
    403,
  )
})

test('a region that a class is meant for is counted as used, and not deleted', async () => {
  const own = await aPortal(world, { menus: ['/project-manage/dictionary'] })
  const { token } = await anAccount(world, own, { role: 'admin' })
  const entry = { kind: 'region', code: '320106' } as const
  await world.ask(
    dictionaryCalls.saveEntry,
    { ...entry, name: '鼓楼区', nameEn: 'Gulou', isNew: true },
    token,
  )
  const { classId } = await aClass(world, own, { regions: ['110000', '320106'] })
  const refused = await world.call(dictionaryCalls.deleteEntry, entry, token)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /1 处/)
  await world.db`update train_classes set regions = '{}' where id = ${classId}`
  assert.equal((await world.call(dictionaryCalls.deleteEntry, entry, token)).respCode, 200)
})

test('an unknown list is refused with its field', async () => {
  const refused = await world.call(dictionaryCalls.getDictionaryTree, { kind: 'x' as 'nation' })
  assert.equal(refused.respCode, 422)
  assert.equal(refused.field, 'kind')
})
