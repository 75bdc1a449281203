import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Compile } from 'typebox/compile'
import { runJob } from '../../../test/build/job.ts'
import { anAccount, aPortal, signedIn } from '../../../test/build/portal.ts'
import { fc } from '../../../test/dice.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { projectCalls, Settings, settingBounds, titleLengths } from '../contract.ts'
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

/** Values at and beyond the bounds of a key, and of every other kind. */
const tried = (key: string): unknown[] => {
  const numbers = Object.entries(settingBounds).flatMap(([name, { minimum, maximum }]) =>
    name === key ? [minimum - 1, minimum, minimum + 0.5, maximum, maximum + 1, String(minimum)] : [],
  )
  const length = titleLengths[key as keyof typeof titleLengths] ?? 20
  const type = defaultSettings.showClassType[0]!
  return [
    ...numbers,
    true,
    'true',
    0,
    90,
    1e300,
    '',
    'x',
    '字'.repeat(length),
    '😀'.repeat(length),
    '😀'.repeat(length + 1),
    {},
    [],
    'free',
    'menu',
    '1',
    '2',
    'refuse',
    'takeover',
    'confirm',
    ['free'],
    '#1890ff',
    '#1890fg',
    '#1890ff\n',
    { public: 10_000 },
    { public: 10_001 },
    { public: 1.5 },
    { public: null },
    { public: '1' },
    [type],
    Array(12).fill(type),
    Array(13).fill(type),
    [{ ...type, more: 1 }],
    [type, null],
    [1],
    [[]],
    ...[{ key: 'A' }, { key: 7 }, { name: '' }, { name: 1 }, { nameEn: 'x'.repeat(41) }, { path: 'x' }].map(
      (wrong) => [{ ...type, ...wrong }],
    ),
    [{ key: type.key, name: type.name, nameEn: type.nameEn }],
  ]
}

test('the database and the contract agree on what is a setting, value by value', async () => {
  const wild = fc.sample(fc.jsonValue({ maxDepth: 2 }), { numRuns: 60, seed: 7 })
  for (const [key, schema] of Object.entries(Settings.properties)) {
    const check = Compile(schema)
    // A text that a database cannot hold is refused before.
    const values = [...tried(key), ...wild].filter((value) => !JSON.stringify(value).includes('\\u'))
    const rows = await world.db<{ fits: boolean }[]>`
      select is_setting(${key}, v.value) as fits
      from jsonb_array_elements(${world.db.json(values as never)}) with ordinality v (value, place) order by v.place`
    for (const [i, value] of values.entries()) {
      if (value === null) continue
      assert.equal(rows[i]!.fits, check.Check(value), `${key}: ${JSON.stringify(value)}`)
    }
  }
  const [other] = await world.db`select is_setting('password', '"x"') as fits`
  assert.equal(other!.fits, false)
})

test('a limit on one person is the least that it was within a day: lowered it counts at once, raised a day later', async () => {
  const limitOf = async (...steps: [hoursAgo: number, value: number | null][]) => {
    const { projectId } = await aPortal(world)
    for (const [hours, freeOrdersADay] of steps) {
      const [row] = await world.db<{ at: string }[]>`select moment() - make_interval(hours => ${hours}) as at`
      await addSettings(world.db, projectId, { freeOrdersADay }, { effectiveFrom: row!.at })
    }
    const [row] = await world.db`select limit_of(${projectId}, 'freeOrdersADay')::int as value`
    return row!.value as number
  }
  const { freeOrdersADay } = defaultSettings
  assert.equal(await limitOf(), freeOrdersADay)
  assert.equal(await limitOf([0, 3]), 3)
  assert.equal(await limitOf([0, 900]), freeOrdersADay)
  assert.equal(await limitOf([72, 5], [2, 100]), 5)
  assert.equal(await limitOf([72, 5], [25, 100]), 100)
  assert.equal(await limitOf([72, 5], [25, null]), freeOrdersADay)
  assert.equal(await limitOf([72, 100], [12, 3], [1, 100]), 3)
  assert.equal(await limitOf([72, 100], [-1, 3]), 100)
})

test('a stored value that cannot be used leaves the default in force and everything working, and is named once', async () => {
  const portal = await aPortal(world)
  const { projectId } = portal
  const admin = await anAccount(world, portal, { role: 'admin' })
  await addSettings(world.db, projectId, { orderMinutes: 45, singleRole: true })
  await addSettings(world.db, projectId, {
    orderMinutes: 1_000_000,
    singleSession: 'yes',
    approvalDays: 'x',
  } as never)
  assert.ok(await signedIn(world, admin.loginName, undefined, portal.unitId), 'sign-in works')
  const { settings } = await world.ask(projectCalls.getSystemConfig, { unitId: portal.unitId })
  const { orderMinutes, singleSession, approvalDays, singleRole, title } = settings
  assert.deepEqual(
    { orderMinutes, singleSession, approvalDays, singleRole, title },
    {
      orderMinutes: defaultSettings.orderMinutes,
      singleSession: defaultSettings.singleSession,
      approvalDays: defaultSettings.approvalDays,
      singleRole: true,
      title: '测试项目',
    },
  )
  const [sql] = await world.db`select settings_of(${projectId}) as settings`
  assert.deepEqual(sql!.settings, settings, 'queries read the same')
  const named: object[] = []
  const { error } = world.app.log
  world.app.log.error = ((entry: object) => void named.push(entry)) as typeof error
  await runJob(world, 'project.check-settings')
  await runJob(world, 'project.check-settings')
  world.app.log.error = error
  assert.deepEqual(
    named,
    ['approvalDays', 'orderMinutes', 'singleSession'].map((key) => ({ projectId, key })),
  )
})
