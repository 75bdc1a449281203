import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { defaultSettings, settingsOf } from '../rules.ts'
import { addSettings, getSettings } from './actions.ts'

let world: World
before(async () => {
  world = await openWorld()
})

test('the database and the rules have the same defaults, key by key', async () => {
  const [row] = await world.db<{ defaults: Record<string, unknown> }[]>`
    select default_settings() as defaults`
  assert.deepEqual(Object.keys(row!.defaults).toSorted(), Object.keys(defaultSettings).toSorted())
  for (const [key, value] of Object.entries(defaultSettings)) {
    assert.deepEqual(row!.defaults[key], value, key)
  }
})

test('a project’s settings are its own words over the defaults, and nothing that is no setting', async () => {
  const { projectId } = await aPortal(world)
  const [, , own] = await world.db.begin(async (tx) => [
    await addSettings(tx, projectId, { maxPlayRate: 150, hourTolerance: 20, orderMinutes: 45 }),
    await addSettings(tx, projectId, { maxPlayRate: null, hideElective: true, password: 'x' } as never),
    (await tx`select settings_at(${projectId}, moment()) as words`)[0]!.words as Record<string, unknown>,
  ])
  const settings = await getSettings(world.db, projectId)
  assert.deepEqual(settings, settingsOf(own))
  assert.equal('password' in settings, false)
  const { maxPlayRate, hourTolerance, orderMinutes, hideElective } = settings
  assert.deepEqual(
    { maxPlayRate, hourTolerance, orderMinutes, hideElective },
    { maxPlayRate: defaultSettings.maxPlayRate, hourTolerance: 20, orderMinutes: 45, hideElective: true },
  )
})
