import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { type SettingChanges, type SettingKey, Settings } from '../contract.ts'
import { defaultSettings, settingsOf } from '../rules.ts'
import {
  differences,
  effectKinds,
  effectOf,
  history,
  loosenedWithout,
  settingGroups,
  takesTwo,
} from './rules.ts'

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

test('a higher limit and another account take two, a lower one and none at all take one', () => {
  const differs = (key: SettingKey, before: unknown, after: unknown) => takesTwo({ key, before, after })
  assert.deepEqual(
    [
      differs('freeAmountADay', 100, 101),
      differs('freeOrdersADay', 0, 1),
      differs('refundApprovalAbove', 1000, 0),
      differs('bankAccount', null, '622200000001'),
      differs('bankAccount', '622200000001', null),
      differs('orderMinutes', 30, 60),
    ],
    [true, true, false, true, false, false],
  )
})

test('a step is not withdrawn where that leaves a limit higher, or has a later step raise it', () => {
  const step = (refundApprovalAbove: number | null) => ({
    changes: { refundApprovalAbove },
    withdrawn: false,
  })
  const without = (at: number, ...values: (number | null)[]) =>
    loosenedWithout([{ changes: {}, withdrawn: false }, ...values.map(step)], at).length > 0
  assert.equal(without(1, 500), true, 'the default is higher')
  assert.equal(without(1, 5000), false)
  assert.equal(without(2, 500, null), false)
  assert.equal(without(2, 5000, 500), true)
  assert.equal(without(1, 5000, 4000), true, 'the second would raise it')
  assert.equal(without(1, 5000, 6000), false)
  assert.equal(without(1, 500, 400), true)
})
