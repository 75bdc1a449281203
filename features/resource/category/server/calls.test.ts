import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anAccount, aLearner, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { aResourceCategory } from '../../../../test/build/resource.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import type { Branch } from '../../../../contract/tree.ts'
import { type Category, deepest } from '../../../category/contract.ts'
import { resourceCategoryCalls } from '../contract.ts'

type CategoryNode = Branch<Category>

const { findTree, save, drag } = resourceCategoryCalls
const remove = resourceCategoryCalls.delete

let world: World
let portal: BuiltPortal
let admin: string
let serial = 0
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/resource-manage/video'] })
  admin = (await anAccount(world, portal, { role: 'admin' })).token
})

const fresh = (parentId?: string) =>
  aResourceCategory(world, admin, { name: `目录${++serial}`, ...(parentId ? { parentId } : {}) })
const find = (nodes: CategoryNode[], id: string): CategoryNode | undefined =>
  nodes.find((node) => node.id === id) ?? nodes.map((node) => find(node.children, id)).find(Boolean)
const idsBelow = async (id: string) =>
  find(await world.ask(findTree, {}, admin), id)!.children.map((node) => node.id)

test('folders are made, renamed, and moved to the place they were dropped', async () => {
  const top = await fresh()
  const [a, b, c] = [await fresh(top), await fresh(top), await fresh(top)]
  assert.deepEqual(await idsBelow(top), [a, b, c])
  await world.ask(drag, { id: c, parentId: top, beforeId: a }, admin)
  assert.deepEqual(await idsBelow(top), [c, a, b])
  await world.ask(drag, { id: a, parentId: b, beforeId: null }, admin)
  assert.deepEqual([await idsBelow(top), await idsBelow(b)], [[c, b], [a]])
  await world.ask(save, { id: a, name: '新名称' }, admin)
  assert.equal(find(await world.ask(findTree, {}, admin), a)!.name, '新名称')
})

test('no move makes a circle or a tree too deep', async () => {
  const chain = [await fresh()]
  while (chain.length < deepest) chain.push(await fresh(chain.at(-1)))
  const [top, second] = chain as [string, string]
  for (const parentId of [top, second, chain.at(-1)!]) {
    const refused = await world.call(drag, { id: top, parentId, beforeId: null }, admin)
    assert.equal(refused.respCode, 409)
  }
  assert.equal((await world.call(save, { name: '太深', parentId: chain.at(-1)! }, admin)).respCode, 409)
  const pair = await fresh()
  await fresh(pair)
  const moved = await world.call(drag, { id: pair, parentId: chain.at(-2)!, beforeId: null }, admin)
  assert.equal(moved.respCode, 409)
  assert.deepEqual(await idsBelow(top), [second])
})

test('two moves concurrently make no circle between them', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await fresh(), await fresh()]
    const replies = await Promise.all([
      world.call(drag, { id: a, parentId: b, beforeId: null }, admin),
      world.call(drag, { id: b, parentId: a, beforeId: null }, admin),
    ])
    assert.deepEqual(replies.map((reply) => reply.respCode).toSorted(), [200, 409])
  }
})

test('a name is unique on its level', async () => {
  const top = await fresh()
  await aResourceCategory(world, admin, { name: '公共课', parentId: top })
  const again = await world.call(save, { name: '公共课', parentId: top }, admin)
  assert.deepEqual([again.respCode, again.field], [422, 'name'])
  await aResourceCategory(world, admin, { name: '公共课', parentId: await fresh(top) })
})

test('a folder goes when it is empty, and not before', async () => {
  const top = await fresh()
  const below = await fresh(top)
  const held = await world.call(remove, { id: top }, admin)
  assert.equal(held.respCode, 409)
  assert.match(held.respDesc, /1 个子目录、0 项内容/)
  await world.db`insert into resources ${world.db({
    projectId: portal.projectId,
    categoryId: below,
    title: '一讲',
    fileKey: 'test/a.mp4',
    mime: 'video/mp4',
    bytes: 1,
    sha256: Buffer.alloc(32),
    durationSeconds: 1,
  })}`
  assert.match((await world.call(remove, { id: below }, admin)).respDesc, /0 个子目录、1 项内容/)
  await world.db`update resources set status = 'deleted' where category_id = ${below}`
  await world.ask(remove, { id: below }, admin)
  await world.ask(remove, { id: top }, admin)
  assert.equal(find(await world.ask(findTree, {}, admin), top), undefined)
})

test('another project’s folder is not there; without the menu entry there is nothing', async () => {
  const id = await fresh()
  const elsewhere = await aPortal(world, { menus: ['/resource-manage/video'] })
  const foreign = (await anAccount(world, elsewhere, { role: 'admin' })).token
  const unit = (await anAccount(world, portal, { role: 'unit' })).token
  const learner = (await aLearner(world, portal)).token
  const calls = [
    [save, { id, name: '抢' }],
    [save, { name: '抢', parentId: id }],
    [drag, { id, parentId: null, beforeId: null }],
    [remove, { id }],
  ] as const
  for (const [call, input] of calls) {
    assert.equal((await world.call(call, input as never, foreign)).respCode, 404)
    assert.notEqual((await world.call(call, input as never, unit)).respCode, 200)
    assert.equal((await world.call(call, input as never, learner)).respCode, 403)
    assert.equal((await world.call(call, input as never, null)).respCode, 401)
  }
  assert.deepEqual(await world.ask(findTree, {}, foreign), [])
  assert.equal((await world.call(findTree, {}, learner)).respCode, 403)
  assert.equal((await world.call(save, { name: '   ' }, admin)).field, 'name')
})
