import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../../test/build/portal.ts'
import { fc } from '../../../../test/dice.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { roleCalls } from '../../../role/contract.ts'
import { withButtons } from '../../../../contract/menu.ts'
import { administratorMenus } from '../../../role/rules.ts'
import { manageCalls } from '../contract.ts'

const all = ['/account-manage/role', '/account-manage/administrator-list', '/home/index']
const invariant = readFileSync(
  new URL('../../../../test/invariants/29-someone-administers.sql', import.meta.url),
  'utf8',
)

let world: World
before(async () => {
  world = await openWorld()
})

interface House {
  portal: BuiltPortal
  people: BuiltAccount[]
  roles: string[]
}

/** Three administrators of two roles that are equally strong. */
async function aHouse(): Promise<House> {
  const portal = await aPortal(world, { menus: all })
  const [second] = await world.db`
    insert into roles ${world.db({ projectId: portal.projectId, roleName: '副管理员', roleSystem: 1, menus: withButtons(all) })}
    returning id`
  const roles = [portal.roles.admin, second!.id as string]
  const people = []
  for (const roleId of [roles[0]!, roles[1]!, roles[1]!]) {
    people.push(
      await anAccount(world, { ...portal, roles: { ...portal.roles, admin: roleId } }, { role: 'admin' }),
    )
  }
  return { portal, people, roles }
}

const remaining = async ({ portal }: House) => {
  const rows = await world.db`
    select a.id from accounts a join roles r on r.role_system = 1 and r.data_scope = 'kind'
      and r.menus @> ${administratorMenus as string[]} and (r.id = a.role_id
        or exists (select from account_roles h where h.account_id = a.id and h.role_id = r.id))
    where a.project_id = ${portal.projectId} and a.status = 'active'`
  return rows.length
}

const person = fc.nat({ max: 2 })
const action = fc.oneof(
  fc.record({
    kind: fc.constantFrom('disable' as const, 'enable' as const, 'delete' as const),
    by: person,
    whom: person,
  }),
  fc.record({
    kind: fc.constant('editRole' as const),
    by: person,
    role: fc.nat({ max: 1 }),
    menus: fc.constantFrom([], ['/home/index'], withButtons(all)),
  }),
  fc.record({ kind: fc.constant('deleteRole' as const), by: person, role: fc.nat({ max: 1 }) }),
  fc.record({
    kind: fc.constant('changeRole' as const),
    by: person,
    whom: person,
    role: fc.constantFrom('unit' as const, 'first' as const, 'second' as const),
  }),
)
type Action = typeof action extends fc.Arbitrary<infer D> ? D : never

async function perform({ portal, people, roles }: House, input: Action) {
  const { token } = people[input.by]!
  if (input.kind === 'editRole' || input.kind === 'deleteRole') {
    const form = { id: roles[input.role]!, roleName: `角色${input.role}`, roleSystem: 1 }
    return world.call(
      roleCalls.saveRole,
      input.kind === 'editRole' ? { ...form, menus: input.menus } : { ...form, menus: [], deleted: true },
      token,
    )
  }
  const { accountId, loginName } = people[input.whom]!
  if (input.kind === 'delete') return world.call(manageCalls.deleteAccount, { accountId }, token)
  if (input.kind === 'changeRole') {
    const roleId = { unit: portal.roles.unit, first: roles[0]!, second: roles[1]! }[input.role]
    const wanted = [{ roleId, unitId: portal.unitId }]
    const [read] = await world.db`select revision from accounts where id = ${accountId}`
    return world.call(
      manageCalls.addAccount,
      { accountId, revision: read!.revision as number, loginName, userName: '某人', roles: wanted },
      token,
    )
  }
  return world.call(manageCalls.disableAccount, { accountId, disabled: input.kind === 'disable' }, token)
}

test('whatever administrators do to each other, one after the other, one of them remains', async () => {
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 14 }), async (inputs) => {
      const house = await aHouse()
      for (const input of inputs) {
        const { respCode } = await perform(house, input)
        if (respCode === 200) done++
        assert.ok((await remaining(house)) >= 1, JSON.stringify(input))
      }
    }),
    { numRuns: 15, seed: 20261121 },
  )
  assert.ok(done > 20, `${done} actions were done`)
  assert.deepEqual([...(await world.db.unsafe(invariant))], [])
})

test('anyone who wants to do away with each other at the same moment: one of them remains', async () => {
  for (let round = 0; round < 8; round++) {
    const house = await aHouse()
    const [a, b, c] = house.people as [BuiltAccount, BuiltAccount, BuiltAccount]
    const ask = (by: BuiltAccount, whom: BuiltAccount) =>
      world.call(
        round % 2 ? manageCalls.disableAccount : manageCalls.deleteAccount,
        { accountId: whom.accountId },
        by.token,
      )
    await Promise.all([ask(a, b), ask(b, c), ask(c, a), ask(b, a), ask(a, c), ask(c, b)])
    assert.ok((await remaining(house)) >= 1, `round ${round}`)
  }
})

test('the last administrator stays even when a session outlives the right of its holder in this process', async () => {
  for (const call of [manageCalls.disableAccount, manageCalls.deleteAccount]) {
    const { people } = await aHouse()
    const [first, second, third] = people as [BuiltAccount, BuiltAccount, BuiltAccount]
    await world.ask(roleCalls.getMyPermission, {}, first.token)
    // Directly in the database, so that nothing notifies this process to drop the session.
    await world.db`update accounts set status = 'disabled' where id in ${world.db([first.accountId, third.accountId])}`
    const refused = await world.call(call, { accountId: second.accountId }, first.token)
    assert.equal(refused.respCode, 409)
    assert.match(refused.respDesc, /另一位管理员/)
  }
})
