import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { anIdCard } from '../../../test/build/roster.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { createLearner, createLearners } from './actions.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

const account = (loginName: string) => ({ loginName, userName: '钱新', unitId: null })
const imported = (loginName: string, cardNumber: string) => ({
  account: { ...account(loginName), mobile: null },
  cardNumber,
  profile: {},
})

test('a learner has the learner role in use, one or many at once, and a profile where there is one', async () => {
  const { projectId } = portal
  const [{ current }] = await world.db.begin(async (tx) => {
    await tx`update roles set deleted_at = moment() where project_id = ${projectId} and role_system = 3`
    return tx<[{ current: string }]>`
      insert into roles (project_id, role_name, role_system) values (${projectId}, '新学员', 3)
      returning id as current`
  })
  const of = { projectId, passwordHash: 'x' }
  const one = await world.db.begin((tx) =>
    createLearner(tx, world.app.secrets, { ...of, ...account('one'), mobile: null, profile: null }),
  )
  assert.equal(one.roleId, current)
  const many = [
    imported('two', anIdCard(901)),
    imported('one', anIdCard(902)),
    imported('three', anIdCard(903)),
  ]
  const ids = await world.db.begin((tx) =>
    createLearners(tx, world.app.secrets, { ...of, giverId: one.accountId }, many),
  )
  assert.deepEqual([...ids.keys()].toSorted(), ['three', 'two'], 'a name in use is left out')
  const rows = await world.db`
    select a.login_name, a.role_id, s.account_id is not null as profile
    from accounts a left join students s on s.account_id = a.id
    where a.project_id = ${projectId} and a.login_name in ('one', 'two', 'three') order by 1`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { loginName: 'one', roleId: current, profile: false },
      { loginName: 'three', roleId: current, profile: true },
      { loginName: 'two', roleId: current, profile: true },
    ],
  )
})
