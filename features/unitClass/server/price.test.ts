import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { anAccount, aPortal, aUnit, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { unitClassMenus } from '../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalCalls } from '../../approval/contract.ts'
import type { InputOf } from '../../../contract/call.ts'
import { unitClassCalls } from '../contract.ts'
import { unitClassRefusals } from '../rules.ts'
import { moveUnitClasses } from './actions.ts'

type Input = InputOf<typeof unitClassCalls.saveOrUpdate>

let world: World
let portal: BuiltPortal
let first: BuiltAccount
let second: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [...unitClassMenus, '/train-manage/class'] })
  first = await anAccount(world, portal, { role: 'admin' })
  second = await anAccount(world, portal, { role: 'admin' })
})

const rowOf = async (id: string) =>
  (await world.ask(unitClassCalls.queryPageList, { id }, first.token)).list[0]!

/** The newest proposal about a unit class. */
const proposalOf = async (id: string) =>
  (await world.ask(approvalCalls.findPageList, { subjectId: id, limit: 1 }, second.token)).list[0]!

const approve = async (id: string) =>
  world.call(approvalCalls.approve, { id: (await proposalOf(id)).id }, second.token)

/** A unit class of two places at ¥1 instead of ¥260, as proposed; with a way to change it. */
async function aCheapOne() {
  const unitId = await aUnit(world, portal.projectId)
  const { classId } = await aClass(world, portal, { price: 26_000 })
  const of = { unitId, classId }
  const { id } = await world.ask(
    unitClassCalls.saveOrUpdate,
    { ...of, price: 100, quota: 2, payModes: ['code'] },
    first.token,
  )
  const change = async (input: Partial<Input>, { token }: BuiltAccount = first) => {
    const { revision } = await rowOf(id)
    return world.call(unitClassCalls.saveOrUpdate, { ...of, id, revision, ...input }, token)
  }
  return { id, unitId, change }
}

test('a price below the terms is approved for its places and ways to pay; more of either is proposed again', async () => {
  const { id, change } = await aCheapOne()
  const { summary } = await proposalOf(id)
  assert.match(summary.zh, /¥260\.00 → ¥1\.00.*名额 2；付款方式 扫码付款/)
  assert.match(summary.en, /¥260\.00 → ¥1\.00.*places 2; ways to pay By QR code/)
  assert.equal((await approve(id)).respCode, 200)

  const wider = await change({ quota: 100_000, payModes: ['code', 'transfer', 'free'] })
  assert.equal(wider.respCode, 200)
  const held = await rowOf(id)
  assert.deepEqual([held.price, held.quota, held.payModes, held.proposedPrice], [100, 2, ['code'], 100])
  const waits = await proposalOf(id)
  assert.match(waits.summary.zh, /名额 2 → 100000；付款方式 扫码付款 → 扫码付款、银行转账、审批免单/)
  assert.match(waits.summary.en, /places 2 → 100000; ways to pay By QR code → By QR code, By bank transfer/)
  const again = await change({ quota: null })
  assert.deepEqual([again.respCode, again.field], [409, 'quota'])
  assert.equal((await approve(id)).respCode, 200)
  const wide = await rowOf(id)
  assert.deepEqual(
    [wide.price, wide.quota, wide.payModes.length, wide.proposedPrice],
    [100, 100_000, 3, null],
  )

  // Fewer takes one person, and so does any number at the terms.
  assert.equal((await change({ quota: 5, payModes: ['code'] })).attribute.quota, 5)
  const atTerms = (await change({ price: 26_000, quota: null })).attribute
  assert.deepEqual([atTerms.price, atTerms.quota, atTerms.proposedPrice], [26_000, null, null])
})

test('other places or ways to pay end what is proposed; who may not lower prices adds none', async () => {
  const { id, change } = await aCheapOne()
  assert.equal((await change({ quota: 100_000 })).attribute.quota, 100_000)
  const ended = await proposalOf(id)
  assert.deepEqual([ended.status, ended.decision], ['withdrawn', 'unitClass.changed'])
  await change({ price: 100, quota: 2 })
  assert.equal((await approve(id)).respCode, 200)

  const { projectId } = portal
  const [role] = await world.db`
    insert into roles ${world.db({ projectId, roleName: '销售', roleSystem: 1, menus: unitClassMenus })} returning id`
  const roles = { ...portal.roles, admin: role!.id as string }
  const clerk = await anAccount(world, { ...portal, roles }, { role: 'admin' })
  for (const [field, input] of [
    ['quota', { quota: 3 }],
    ['payModes', { payModes: ['code', 'free'] }],
  ] as const) {
    const refused = await change(input as Partial<Input>, clerk)
    assert.deepEqual(
      [refused.respCode, refused.respDesc, refused.field],
      [403, unitClassRefusals.widerBelow.zh, field],
    )
  }
})

test('a merge of units ends an approved price: the unit class costs the terms of the other', async () => {
  const { id, unitId } = await aCheapOne()
  await approve(id)
  assert.equal((await rowOf(id)).price, 100)
  const other = await aUnit(world, portal.projectId)
  await world.db.begin((tx) => moveUnitClasses(tx, unitId, other))
  assert.equal((await rowOf(id)).price, 26_000)
})
