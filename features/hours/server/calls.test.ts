import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { yearFromNow } from '../../../test/build/days.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal, changeSettings } from '../../../test/build/portal.ts'
import { fc } from '../../../test/dice.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { recordStudy } from '../../enrolment/server/actions.ts'
import { hoursCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})

test('the passport shows what is earned, pending, missing, and by when it can be completed', async () => {
  const learner = await aLearner(world, portal)
  const passed = await aClass(world, portal, { hoursTenths: 200, year: yearFromNow() })
  const pending = await aClass(world, portal, {
    hoursTenths: 580,
    year: yearFromNow(),
    classType: 'specialized',
  })
  await aClass(world, portal, {
    year: yearFromNow(),
    classType: 'specialized',
    signUpTo: '2099-12-20T00:00:00Z',
    studyTo: '2099-12-31T00:00:00Z',
  })
  await aClass(world, portal, { year: yearFromNow(), studyTo: '2020-12-31T00:00:00Z' })
  await anEnrolment(world, portal, { ...learner, ...pending })
  for (const [status, hoursTenths] of [
    ['applied', 40],
    ['failed', 30],
  ] as const) {
    const other = await aClass(world, portal, { hoursTenths, year: yearFromNow() })
    const id = await anEnrolment(world, portal, { ...learner, ...other })
    await world.db`update enrolments set status = ${status} where id = ${id}`
  }
  const enrolmentId = await anEnrolment(world, portal, { ...learner, ...passed })
  await world.db.begin((tx) =>
    recordStudy(tx, {
      enrolmentId,
      progress: 10000,
      watchedSeconds: 600,
      done: true,
      lastItemId: passed.itemIds[0]!,
      lastPosition: 600,
    }),
  )
  const passport = await world.ask(hoursCalls.getMyClassHour, { year: yearFromNow() }, learner.token)
  assert.deepEqual(passport.types, [
    {
      classType: 'public',
      requiredTenths: 300,
      earnedTenths: 200,
      pendingTenths: 0,
      waitingTenths: 40,
      missingTenths: 100,
    },
    {
      classType: 'specialized',
      requiredTenths: 600,
      earnedTenths: 0,
      pendingTenths: 580,
      waitingTenths: 0,
      missingTenths: 600,
    },
  ])
  assert.deepEqual(
    [passport.requiredTenths, passport.earnedTenths, passport.missingTenths, passport.fitting],
    [900, 200, 700, 1],
  )
  assert.deepEqual(
    [passport.signUpUntil, passport.studyUntil],
    ['2099-12-20T00:00:00.000Z', '2099-12-31T00:00:00.000Z'],
  )
  assert.deepEqual(
    passport.entries.map((entry) => [entry.title, entry.hoursTenths, entry.enrolmentId]),
    [[passed.name, 200, enrolmentId]],
  )
  assert.ok(passport.years.includes(yearFromNow()))
})

test('a year with hours missing always has an end: the earliest of its classes, or its own', async () => {
  const own = await aPortal(world)
  const learner = await aLearner(world, own)
  const year = yearFromNow()
  const passport = () => world.ask(hoursCalls.getMyClassHour, { year }, learner.token)
  const until = async () => (await passport()).studyUntil
  const yearEnd = `${year}-12-31T15:59:59.000Z`
  assert.equal(await until(), yearEnd)
  await aClass(world, own, { year })
  assert.equal(await until(), yearEnd, 'a class without an end takes none away')
  for (const studyTo of ['2099-11-30T00:00:00.000Z', '2099-10-31T00:00:00.000Z']) {
    await aClass(world, own, { year, studyTo })
    assert.equal(await until(), studyTo)
  }
  assert.equal((await passport()).signUpUntil, null)
  await changeSettings(world, own.projectId, { requiredHoursTenths: {}, totalHoursTenths: 0 })
  assert.equal(await until(), null, 'nothing is missing')
})

test('every total is the sum of the lines, minus lines included', async () => {
  const line = fc.record({
    year: fc.constantFrom(2022, 2023),
    classType: fc.constantFrom('public', 'specialized', 'vocational'),
    hoursTenths: fc.integer({ min: -50, max: 300 }).filter((hours) => hours !== 0),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
      const [{ id: accountId }] = (await world.db`
        insert into accounts (project_id, role_id, login_name, user_name, password_hash)
        values (${portal.projectId}, ${portal.roles.learner}, 'h' || new_id(), '学员', '-')
        returning id`) as unknown as [{ id: string }]
      await world.db`insert into hour_entries ${world.db(
        lines.map((entry) => ({
          ...entry,
          projectId: portal.projectId,
          accountId,
          attribute: 'required',
          source: 'external',
          title: '-',
        })),
      )}`
      const { getPassport } = await import('./data.ts')
      for (const year of [2022, 2023]) {
        const passport = await getPassport(world.db, { projectId: portal.projectId, accountId }, year)
        const mine = lines.filter((entry) => entry.year === year)
        const sum = (of: typeof lines) => of.reduce((total, entry) => total + entry.hoursTenths, 0)
        assert.equal(passport.earnedTenths, sum(mine))
        assert.equal(passport.entries.length, mine.length)
        for (const type of passport.types)
          assert.equal(type.earnedTenths, sum(mine.filter((entry) => entry.classType === type.classType)))
      }
    }),
    { numRuns: 20 },
  )
})

test('only a learner has a passport, and only their own lines are in it', async () => {
  const [one, admin] = [await aLearner(world, portal), await anAccount(world, portal, { role: 'admin' })]
  assert.deepEqual(
    (await world.ask(hoursCalls.getMyClassHour, { year: yearFromNow() }, one.token)).entries,
    [],
  )
  assert.equal((await world.call(hoursCalls.getMyClassHour, {}, admin.token)).respCode, 403)
  assert.equal((await world.call(hoursCalls.getMyClassHour, {}, null)).respCode, 401)
  const wrong = await world.call(hoursCalls.getMyClassHour, { year: 26 }, one.token)
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'year'])
})
