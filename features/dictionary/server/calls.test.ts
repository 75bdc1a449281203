import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { dictionaryCalls, dictionaryKinds } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

const list = (kind: (typeof dictionaryKinds)[number]) =>
  world.ask(dictionaryCalls.getDictionaryList, { kind, unitId: portal.unitId })

test('a stranger who registers reads every list, each in its order and in both languages', async () => {
  const all = await world.ask(dictionaryCalls.getDictionaryList, {})
  for (const kind of dictionaryKinds) {
    const entries = all.filter((entry) => entry.kind === kind)
    assert.ok(entries.length >= 4, kind)
    assert.equal(new Set(entries.map((entry) => entry.code)).size, entries.length)
    assert.ok(entries.every((entry) => entry.name && /^[A-Z]/.test(entry.nameEn)))
  }
  assert.deepEqual(
    (await list('education')).slice(0, 3).map((entry) => entry.name),
    ['研究生', '大学本科', '大学专科'],
  )
  assert.equal((await list('nation')).length, 56)
  assert.equal((await list('region')).length, 34)
  const two = await world.ask(dictionaryCalls.getDictionaryList, { kinds: ['degree', 'titleLevel'] })
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
  assert.ok(health.children.some((node) => node.name === '主任护师'))
  assert.equal(
    tree.reduce((sum, node) => sum + 1 + node.children.length, 0),
    (await list('jobTitle')).length,
  )
})

test('what a project says of a code stands before what the product says, for that project alone', async () => {
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

test('an unknown list is refused with its field', async () => {
  const refused = await world.call(dictionaryCalls.getDictionaryTree, { kind: 'x' as 'nation' })
  assert.equal(refused.respCode, 422)
  assert.equal(refused.field, 'kind')
})
