import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { countedRows } from '../../../contract/paging.ts'
import { bigramsOf } from '../../../contract/search.ts'
import { aLearner, aPortal, aUnit, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { learnersNamed } from './actions.ts'

let world: World
let portal: BuiltPortal
let own: string
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
  const { db } = world
  const named = { realName: '王小明', nameBigrams: bigramsOf('王小明') }
  own = (await aLearner(world, portal, { name: named.realName })).accountId
  const { projectId, roles } = portal
  const elsewhere = await aUnit(world, projectId)
  await db`
    with newer as (
      insert into accounts (project_id, role_id, unit_id, login_name, user_name, password_hash)
      select ${projectId}, ${roles.learner}, ${elsewhere}, 'other' || n, ${named.realName}, '-'
      from generate_series(1, ${countedRows}) n returning id)
    insert into students (account_id, project_id, unit_id, real_name, name_bigrams, card_sealed, card_index, card_mask)
    select id, ${projectId}, ${elsewhere}, ${named.realName}, ${named.nameBigrams}, '', uuid_send(id), '' from newer`
})

const namesakes = async (unitPath: string | null, keyword: string) =>
  (await world.db`${learnersNamed(world.db, { projectId: portal.projectId, unitPath }, keyword)}`).map(
    (row) => row.accountId as string,
  )

test('a unit finds its own learners by name, however many newer ones elsewhere have it', async () => {
  const [unit] = await world.db`select path from units where id = ${portal.unitId}`
  for (const keyword of ['王', '小明', '王小明']) {
    assert.deepEqual(await namesakes(unit!.path as string, keyword), [own], keyword)
    const all = await namesakes(null, keyword)
    assert.deepEqual([all.length, all.includes(own)], [countedRows, false], keyword)
  }
})
