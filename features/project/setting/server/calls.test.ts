import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { aClass, aClassCategory } from '../../../../test/build/class.ts'
import { aChief } from '../../../../test/build/merchant.ts'
import { aLearner, anAccount, aPortal, type BuiltPortal } from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { approvalCalls } from '../../../approval/contract.ts'
import { projectCalls } from '../../contract.ts'
import { defaultSettings } from '../../rules.ts'
import { settingCalls } from '../contract.ts'
import type { SettingChanges } from '../../contract.ts'

let world: World
let portal: BuiltPortal
let admin: string
const menus = ['/project-manage/setting']
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  portal = await aPortal(world, { menus })
  admin = (await anAccount(world, portal, { role: 'admin', userName: '周管理' })).token
})

const { findSetting, settingHistory, previewSetting, saveSetting, withdrawSetting } = settingCalls
const seen = async (token = admin) => (await world.ask(findSetting, {}, token)).seen
async function save(changes: SettingChanges, effectiveFrom?: string, reason = '年度调整') {
  const when = effectiveFrom ? { effectiveFrom } : {}
  return world.call(saveSetting, { changes, reason, seen: await seen(), ...when }, admin)
}
const published = async () =>
  (await world.ask(projectCalls.getSystemConfig, { unitId: portal.unitId })).settings
const later = async (time: string) => {
  const [row] = await world.db<{ at: string }[]>`select moment() + ${time}::interval as at`
  return row!.at
}

test('a project’s own words reach the browser over the defaults, at once, and null gives one back', async () => {
  assert.deepEqual(await published(), { ...defaultSettings, title: '测试项目', shortTitle: '测试' })
  assert.equal((await save({ classStartYear: 2022, hideElective: true })).respCode, 200)
  const { values, own } = await world.ask(findSetting, {}, admin)
  assert.deepEqual([values.classStartYear, values.hideElective], [2022, true])
  assert.deepEqual(own.toSorted(), ['classStartYear', 'hideElective', 'shortTitle', 'title'])
  assert.deepEqual([(await published()).classStartYear, (await published()).hideElective], [2022, true])
  await save({ classStartYear: null, hideElective: null })
  assert.deepEqual(await published(), { ...defaultSettings, title: '测试项目', shortTitle: '测试' })
})

test('a change takes effect at its time by the database’s clock, over what was changed meanwhile', async () => {
  const from = await later('10 minutes')
  const { attribute } = await save({ maxPlayRate: 150, title: '新年度平台' }, from)
  await save({ maxPlayRate: 120, hideElective: true })
  const now = await published()
  assert.deepEqual([now.maxPlayRate, now.title, now.hideElective], [120, '测试项目', true])
  const { scheduled } = await world.ask(findSetting, {}, admin)
  assert.deepEqual(
    scheduled.map((step) => [
      step.id,
      step.differences.map(({ key, before, after }) => [key, before, after]),
    ]),
    [
      [
        attribute.id,
        [
          ['title', '测试项目', '新年度平台'],
          ['maxPlayRate', 120, 150],
        ],
      ],
    ],
  )
  await world.moveClock('11 minutes')
  const then = await published()
  assert.deepEqual([then.maxPlayRate, then.title, then.hideElective], [150, '新年度平台', true])
  assert.equal((await world.call(withdrawSetting, { id: attribute.id! }, admin)).respCode, 409)
  await world.moveClock('0')
  assert.equal((await world.call(withdrawSetting, { id: attribute.id! }, admin)).respCode, 200)
  await world.moveClock('11 minutes')
  assert.equal((await published()).maxPlayRate, 120)
  await world.moveClock('0')
  await save({ maxPlayRate: null, hideElective: null })
})

test('history keeps who, when, why and what, newest first, the withdrawn too', async () => {
  await save({ orderMinutes: 45 }, undefined, '付款时间太短')
  const { list, total } = await world.ask(settingHistory, { limit: 1, key: 'orderMinutes' }, admin)
  assert.equal(total, 1)
  const { actorName, reason, state, differences } = list[0]!
  assert.deepEqual([actorName, reason, state], ['周管理', '付款时间太短', 'inEffect'])
  assert.deepEqual(differences, [{ key: 'orderMinutes', before: 30, after: 45 }])
  const { attribute } = await save({ orderMinutes: 60 }, await later('1 day'))
  await world.ask(withdrawSetting, { id: attribute.id! }, admin)
  const all = await world.ask(settingHistory, { limit: 50 }, admin)
  assert.deepEqual(all.list.map((step) => [step.state, step.actorName]).slice(0, 2), [
    ['withdrawn', '周管理'],
    ['inEffect', '周管理'],
  ])
  assert.equal(all.list.at(-1)!.actorName, null, 'what the project began with')
})

test('a step is kept as it was written, no matter who holds the database', async () => {
  const wrong = [
    world.db`update setting_versions set changes = '{}' where project_id = ${portal.projectId}`,
    world.db`delete from setting_versions where project_id = ${portal.projectId}`,
  ]
  for (const query of wrong) await assert.rejects(query, /added and kept/)
})

test('what a change means is counted and nothing is written', async () => {
  const other = await aPortal(world, { menus })
  const manager = await anAccount(world, other, { role: 'admin' })
  await aLearner(world, other)
  const major = await aClassCategory(world, other, { classType: 'public' })
  await world.db`update class_categories set kind = 'major' where id = ${major}`
  await aClass(world, other, { classType: 'public', categoryId: major, year: 2021 })
  await aClass(world, other, { classType: 'public', year: 2024 })
  const preview = (changes: SettingChanges) => world.ask(previewSetting, { changes }, manager.token)
  const effects = async (changes: SettingChanges) =>
    (await preview(changes)).differences.map(({ key, effect }) => [key, effect?.kind, effect?.count])
  assert.deepEqual(await effects({ classStartYear: 2023 }), [['classStartYear', 'earlierClasses', 1]])
  assert.deepEqual(await effects({ hidePublicMajorType: true }), [
    ['hidePublicMajorType', 'hiddenClasses', 1],
  ])
  assert.deepEqual(await effects({ title: '新名' }), [['title', 'learners', 1]])
  assert.deepEqual(await effects({ index2Open: '0' }), [['index2Open', undefined, undefined]])
  assert.deepEqual(await effects({ classStartYear: 2019 }), [])
  const types = defaultSettings.showClassType.filter((type) => type.key !== 'public')
  assert.deepEqual(await effects({ showClassType: types }), [['showClassType', 'closedTypes', 2]])
  assert.equal(await seen(manager.token), 1)
})

test('a change shows which scheduled one will override it', async () => {
  const from = await later('5 days')
  const { attribute } = await save({ orderMinutes: 60 }, from)
  const { overridden } = await world.ask(previewSetting, { changes: { orderMinutes: 20 } }, admin)
  assert.deepEqual(
    overridden.map(({ key }) => key),
    ['orderMinutes'],
  )
  await world.ask(withdrawSetting, { id: attribute.id! }, admin)
})

test('of two concurrent changes the later is refused', async () => {
  const before = await seen()
  const both = await Promise.all(
    [50, 55].map((orderMinutes) =>
      world.call(saveSetting, { changes: { orderMinutes }, reason: '同时', seen: before }, admin),
    ),
  )
  assert.deepEqual(both.map((reply) => reply.respCode).toSorted(), [200, 409])
})

test('bad input is named and changes nothing', async () => {
  const count = await seen()
  for (const [changes, field] of [
    [{ classStartYear: 1999 }, 'changes.classStartYear'],
    [{ studyModel: 'any' }, 'changes.studyModel'],
    [{ refundClassProcess: 101 }, 'changes.refundClassProcess'],
    [{ themeColor: 'red' }, 'changes.themeColor'],
    [{}, 'changes'],
    [{ orderMinutes: (await published()).orderMinutes }, 'changes'],
    [
      {
        showClassType: [
          defaultSettings.showClassType[0]!,
          { ...defaultSettings.showClassType[0]!, key: 'other' },
        ],
      },
      'changes.showClassType',
    ],
  ] as [SettingChanges, string][]) {
    const reply = await save(changes)
    assert.deepEqual([reply.respCode, reply.field], [422, field], JSON.stringify(changes))
  }
  for (const time of ['-1 day', '800 days']) {
    const reply = await save({ orderMinutes: 33 }, await later(time))
    assert.deepEqual([reply.respCode, reply.field], [422, 'effectiveFrom'])
  }
  assert.equal(await seen(), count)
})

test('a class type with classes keeps its key', async () => {
  const [first, ...rest] = (await published()).showClassType
  await aClass(world, portal, { classType: 'public' })
  const reply = await save({ showClassType: [{ ...first!, key: 'common' }, ...rest] })
  assert.deepEqual([reply.respCode, reply.field], [422, 'changes.showClassType'])
  assert.equal((await save({ showClassType: [...rest, { ...first!, name: '公共课' }] })).respCode, 200)
  assert.deepEqual((await published()).showClassType.map((type) => type.name).at(-1), '公共课')
})

test('what is stored and is no setting reaches nobody', async () => {
  await world.db`
    insert into setting_versions (project_id, changes) values (${portal.projectId}, '{"pushSecret": "hush"}')`
  const config = await world.ask(projectCalls.getSystemConfig, { unitId: portal.unitId })
  assert.ok(!JSON.stringify(config).includes('hush'))
})

test('another bank account takes a second person; what is changed beside it, and none at all, take one', async () => {
  const { token: chief } = await aChief(world, { portal })
  const bankOf = async () => {
    const { bankAccountName, bankName, bankAccount } = (await world.ask(findSetting, {}, admin)).values
    return [bankAccountName, bankName, bankAccount]
  }
  const account = {
    bankAccountName: '继续教育中心',
    bankName: '演示银行',
    bankAccount: '6222 0000 0000 0001',
  }
  const first = (await save({ ...account, orderMinutes: 50 })).attribute
  const [proposed] = first.proposals
  assert.ok(first.id && proposed)
  assert.deepEqual(await bankOf(), [null, null, null])
  assert.equal((await world.ask(findSetting, {}, admin)).values.orderMinutes, 50)
  assert.equal((await save(account)).respCode, 409, 'one waits')
  const approve = (id: string, token: string) => world.call(approvalCalls.approve, { id }, token)
  assert.equal((await approve(proposed, admin)).respCode, 403)
  assert.equal((await approve(proposed, chief)).respCode, 200)
  assert.deepEqual(await bankOf(), Object.values(account))

  // A digit of the number alone is another account as well, and so is a later day.
  const from = await later('10 minutes')
  const digit = (await save({ bankAccount: '6222 0000 0000 0009' }, from)).attribute
  assert.deepEqual([digit.id, (await bankOf())[2]], [null, account.bankAccount])
  assert.equal((await approve(digit.proposals[0]!, chief)).respCode, 200)
  assert.equal((await bankOf())[2], account.bankAccount)
  await world.moveClock('11 minutes')
  assert.equal((await bankOf())[2], '6222 0000 0000 0009')
  await world.moveClock('0')

  const waits = (await save({ bankName: '别的银行' })).attribute
  const gone = (await save({ bankAccountName: null, bankName: null, bankAccount: null })).attribute
  assert.deepEqual([gone.proposals, await bankOf()], [[], [null, null, null]])
  const [ended] = (await world.ask(approvalCalls.findPageList, { id: waits.proposals[0]! }, chief)).list
  assert.deepEqual([ended!.status, ended!.decision], ['withdrawn', 'project.bankAccountChanged'])
})

test('settings are one’s own project’s, and for who holds the page', async () => {
  const other = await aPortal(world, { menus })
  const stranger = await anAccount(world, other, { role: 'admin' })
  const { attribute } = await save({ orderMinutes: 90 }, await later('1 day'))
  assert.equal((await world.call(withdrawSetting, { id: attribute.id! }, stranger.token)).respCode, 404)
  const learner = await aLearner(world, portal)
  assert.equal((await world.call(findSetting, {}, learner.token)).respCode, 403)
  assert.equal((await world.call(findSetting, {})).respCode, 401)
})

test('hours are required of a class type only, and a refusal repeats no more than the beginning of a key', async () => {
  const hoursOf = (key: string, hours: unknown) =>
    save({ requiredHoursTenths: { [key]: hours as number } }, undefined)
  const refused = await hoursOf(`<b>${'长'.repeat(5_000)}`, 'x')
  assert.equal(refused.respCode, 422)
  assert.ok(refused.respDesc.length < 200, String(refused.respDesc.length))
  assert.ok((refused.field ?? '').length <= 100)
  const unknown = await hoursOf('k'.repeat(5_000), 300)
  assert.deepEqual([unknown.respCode, unknown.field], [422, 'changes.requiredHoursTenths'])
  assert.ok(unknown.respDesc.length < 200)
  assert.equal((await hoursOf('public', 310)).respCode, 200)
})
