import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aSheetFile, settledImport, uploadSheet } from '../../../test/build/import.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { anIdCard } from '../../../test/build/roster.ts'
import { aUnitClass, type BuiltUnitClass, unitClassMenus } from '../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import { importCalls } from '../../import/contract.ts'
import { unitClassCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let provider: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: unitClassMenus })
  provider = await anAccount(world, portal, { role: 'admin' })
})

const number = (n: number) => anIdCard(40_000 + n)

/** Learners of a number, and the rosters that have one of them. */
async function foundBy(n: number): Promise<{ learners: number; rosters: number }> {
  const index = world.app.secrets.blindIndex('card', number(n))
  const [row] = await world.db<{ learners: number; rosters: number }[]>`
    select count(distinct s.account_id)::int as learners, count(p.unit_class_id)::int as rosters
    from students s left join unit_class_people p on p.account_id = s.account_id where s.card_index = ${index}`
  return row!
}

/** Sends a file of one new person for a unit class, checked. */
async function checkedFile({ id: unitClassId, manager: { token } }: BuiltUnitClass, n: number) {
  const file = aSheetFile([
    ['姓名', '证件号码', '手机号'],
    ['两处来', number(n), ''],
  ])
  const { uploadId } = await uploadSheet(world, token, file)
  const input = { unitClassId, uploadId, createUnknown: true }
  const { importId } = await world.ask(unitClassCalls.importUnitClassStu, input, token)
  assert.equal((await settledImport(world, token, importId)).fresh, 1)
  return { importId, token }
}

test('the same new person in two files at once is one learner, and on each roster once', async () => {
  const first = await aUnitClass(world, portal, provider)
  const { unitId } = first
  const second = await aUnitClass(world, portal, provider, { unitId })
  const cases: [BuiltUnitClass, BuiltUnitClass, rosters: number][] = [
    [first, first, 1],
    [first, second, 2],
  ]
  for (const [n, [one, other, rosters]] of cases.entries()) {
    const files = [await checkedFile(one, n), await checkedFile(other, n)]
    await Promise.all(files.map(({ importId, token }) => world.ask(importCalls.apply, { importId }, token)))
    const done = await Promise.all(files.map(({ importId, token }) => settledImport(world, token, importId)))
    for (const { status, added, unchanged, rejected } of done)
      assert.deepEqual([status, added + unchanged + rejected], ['applied', 1])
    assert.ok(done.some(({ added }) => added === 1))
    const found = await foundBy(n)
    assert.equal(found.learners, 1)
    // The second one says that the situation has changed, or finds the person.
    const refused = done.filter(({ rejected }) => rejected === 1).length
    assert.equal(found.rosters, Math.max(1, rosters - refused))
  }
})

test('the same new person pasted into two rosters at the same moment is one learner', async () => {
  const first = await aUnitClass(world, portal, provider)
  const second = await aUnitClass(world, portal, provider, { unitId: first.unitId })
  const rows = [{ name: '两处贴', number: number(9), create: true }]
  const add = ({ id: unitClassId, manager }: BuiltUnitClass) =>
    world.call(unitClassCalls.addPeople, { unitClassId, rows }, manager.token)
  const replies = await race(
    world.db,
    (tx) => tx`select from unit_classes where id in (${first.id}, ${second.id}) for update`,
    () => add(first),
    () => add(second),
  )
  assert.deepEqual(
    replies.map(({ respCode }) => respCode),
    [200, 200],
  )
  const { learners, rosters } = await foundBy(9)
  const added = replies.reduce((sum, { attribute }) => sum + attribute.added, 0)
  assert.deepEqual([learners, rosters], [1, added])
  assert.ok(added >= 1)
  // What was left undone is done by the same once more.
  for (const unitClass of [first, second]) assert.equal((await add(unitClass)).respCode, 200)
  assert.deepEqual(await foundBy(9), { learners: 1, rosters: 2 })
})
