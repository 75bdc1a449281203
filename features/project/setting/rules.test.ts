import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { type SettingChanges, type SettingKey, Settings } from '../contract.ts'
import { defaultSettings, settingsOf } from '../rules.ts'
import { differences, effectKinds, effectOf, history, settingGroups } from './rules.ts'

const keys = Object.keys(Settings.properties) as SettingKey[]

test('every setting is in one group of the page, only class types have an editor of their own', () => {
  const grouped = Object.values(settingGroups).flat() as SettingKey[]
  assert.deepEqual(grouped.toSorted(), keys.filter((key) => key !== 'showClassType').toSorted())
})

test('every setting has a default, and the effect of a change is a kind that is counted', () => {
  assert.deepEqual(Object.keys(defaultSettings).toSorted(), keys.toSorted())
  for (const key of keys) assert.ok(effectOf(key) === null || effectKinds.includes(effectOf(key)!))
})

test('differences name what changed and nothing else, however the keys of an object are ordered', () => {
  const before = settingsOf({ requiredHoursTenths: { public: 300, specialized: 600 } })
  const after = settingsOf({ requiredHoursTenths: { specialized: 600, public: 300 }, hideElective: true })
  assert.deepEqual(differences(before, after), [{ key: 'hideElective', before: false, after: true }])
})

test('the steps of a history lead from each to the next, and a withdrawn one leads nowhere', () => {
  const step = fc.record({
    changes: fc.record(
      {
        classStartYear: fc.option(fc.integer({ min: 2000, max: 2100 })),
        hideElective: fc.option(fc.boolean()),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<SettingChanges>,
    withdrawn: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), (steps) => {
      const found = history(steps)
      let now = settingsOf(steps[0]!.withdrawn ? {} : steps[0]!.changes)
      for (const [i, { withdrawn }] of steps.entries()) {
        if (i === 0) continue
        for (const { key, before } of found[i]!) assert.deepEqual(before, now[key])
        const changed = Object.fromEntries(found[i]!.map(({ key, after }) => [key, after]))
        if (!withdrawn) now = { ...now, ...changed }
      }
      const saved = steps.filter((one) => !one.withdrawn).map((one) => one.changes)
      assert.deepEqual(now, settingsOf(Object.assign({}, ...saved) as Record<string, unknown>))
    }),
  )
})
