import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anAccount, aPortal, aUnit, type BuiltPortal } from '../../../test/build/portal.ts'
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

test('a profile in another unit than its account is noted, whichever of both is written last', async () => {
  const { db, app } = world
  const { projectId } = portal
  const unitId = await aUnit(world, projectId)
  const giver = await anAccount(world, portal, { role: 'admin' })
  const learners = [910, 911, 912].map((n) => imported(`unit-${n}`, anIdCard(n)))
  const differing = async () =>
    (
      await db<{ loginName: string }[]>`
        select a.login_name from students s join accounts a on a.id = s.account_id
        where a.login_name = any(${learners.map(({ account: { loginName } }) => loginName)}) and s.unit_differs
        order by 1`
    ).map(({ loginName }) => loginName)
  const ids = await db.begin((tx) =>
    createLearners(tx, app.secrets, { projectId, passwordHash: 'x', giverId: giver.accountId }, learners),
  )
  assert.deepEqual(await differing(), [])
  const [one, two, three] = [...ids.values()]
  const gone = await db`delete from students where account_id in (${one!}, ${two!}) returning *`
  const again = gone.map((row) => ({ ...row, unitId: row.accountId === one ? unitId : null }))
  await db`insert into students ${db(again as never[])}`
  assert.deepEqual(await differing(), ['unit-910'])
  await db`update students set unit_id = ${unitId} where account_id = ${three!}`
  assert.deepEqual(await differing(), ['unit-910', 'unit-912'])
  await db`update accounts set unit_id = ${unitId} where id in (${one!}, ${three!})`
  assert.deepEqual(await differing(), [])
})
