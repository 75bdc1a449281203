import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass, aClassCategory } from '../../../test/build/class.ts'
import { anAccount, aPortal, aUnit, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { haveTerms } from '../../../test/build/unit.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import type { InputOf } from '../../../contract/call.ts'
import { classCalls, classRefusals } from '../contract.ts'

let world: World
let portal: BuiltPortal
let chief: BuiltAccount
/** Writes classes and publishes them, and changes no prices. */
let writer: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/class'] })
  chief = await anAccount(world, portal, { role: 'admin' })
  const role = {
    projectId: portal.projectId,
    roleName: '班级员',
    roleSystem: 1,
    menus: ['/train-manage/class', '/train-manage/class#shelve'],
  }
  const [row] = await world.db`insert into roles ${world.db(role)} returning id`
  writer = await anAccount(
    world,
    { ...portal, roles: { ...portal.roles, admin: row!.id as string } },
    { role: 'admin' },
  )
})

const managed = (id: string) => world.ask(classCalls.getClassDetail, { id }, chief.token)

/** Saves a class as it is now, with changes. */
async function save(id: string, changes: Partial<InputOf<typeof classCalls.createTrainClass>>, by = writer) {
  return world.call(classCalls.createTrainClass, { ...(await managed(id)), ...changes }, by.token)
}

test('another price of a class that was published is of who may change prices, in whatever form it is saved', async () => {
  const { classId } = await aClass(world, portal, { price: 8000 })
  const { originalPrice } = await managed(classId)
  for (const [field, changes] of [
    ['price', { price: 1 }],
    ['originalPrice', { originalPrice: originalPrice + 1 }],
    ['price', { price: 1, hoursTenths: 10 }],
  ] as const) {
    const refused = await save(classId, changes)
    assert.deepEqual(
      [refused.respCode, refused.respDesc, refused.field],
      [403, classRefusals.priceFixed.zh, field],
    )
  }
  await world.ask(classCalls.updateOnShelf, { ids: [classId], onShelf: false }, writer.token)
  assert.equal((await save(classId, { price: 1 })).respCode, 403, 'unpublished it was published all the same')
  assert.equal((await managed(classId)).price, 8000)
  assert.equal((await save(classId, { name: '换个名字' })).respCode, 200)
  assert.equal((await save(classId, { price: 7000 }, chief)).respCode, 200)
  assert.equal((await managed(classId)).price, 7000)
})

test('the first price is a part of writing a class, also of a copy', async () => {
  const { classId } = await aClass(world, portal, { price: 8000 })
  const { id } = await world.ask(classCalls.copyTrainClass, { id: classId }, writer.token)
  assert.equal((await save(id, { price: 6000 })).respCode, 200)
  assert.equal((await managed(id)).price, 6000)
})

test('a class that was published, or a copy, comes into no category in which a unit has lower terms', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const cheap = await aClassCategory(world, portal)
  const above = await aClassCategory(world, portal)
  const lowered = { priceMode: 'discount', rate: 100 } as const
  await haveTerms(world, unitId, { ...lowered, categoryIds: [cheap] })
  const { classId, categoryId: own } = await aClass(world, portal)
  const refused = await save(classId, { categoryId: cheap }, chief)
  assert.deepEqual([refused.respCode, refused.field], [409, 'categoryId'])
  assert.match(refused.respDesc, /可按优惠条件购买；请留在原处/)
  const rows = [{ id: classId, revision: (await managed(classId)).revision }]
  const one = { rows, changes: { categoryId: cheap } }
  assert.deepEqual((await world.ask(classCalls.bachModifyClass, one, chief.token)).succeeded, [])
  assert.equal((await save(classId, { categoryId: above }, writer)).respCode, 200, 'elsewhere it goes')
  const copies = { ids: [classId], categoryId: cheap }
  assert.deepEqual((await world.ask(classCalls.bachCopyClassToCategory, copies, writer.token)).succeeded, [])
  const { id: copy } = await world.ask(classCalls.copyTrainClass, { id: classId }, writer.token)
  assert.equal((await save(copy, { categoryId: cheap })).respCode, 409)

  // The first category is a part of writing a class, and terms that reach both categories lower nothing.
  const { classId: written } = await aClass(world, portal)
  await world.db`update train_classes set status = 'draft' where id = ${written}`
  assert.equal((await save(written, { categoryId: cheap })).respCode, 200)
  await haveTerms(world, unitId, { ...lowered, categoryIds: [cheap, above, own] })
  assert.equal((await save(classId, { categoryId: cheap }, chief)).respCode, 200)
})
