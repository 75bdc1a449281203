import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../../test/build/portal.ts'
import { closedUnits } from '../../../../test/build/unit.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { orderCalls } from '../../../order/contract.ts'
import { roleCalls } from '../../../role/contract.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { credentialCalls } from '../../../session/credential/contract.ts'
import { encodeCredential } from '../../../session/rules.ts'
import { unitManagerCalls } from '../../unitManager/contract.ts'
import { giveAccess } from '../../server/actions.ts'
import { type AccountForm, manageCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let root: BuiltAccount
const list = '/account-manage/administrator-list'
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: ['/account-manage/role', list, '/order-manage/list', '/super-account/index'],
  })
  await world.db`
    update roles set menus = array(select m from unnest(menus) m where m not like '/super%') where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin', userName: '陈管理' })
  root = await anAccount(world, portal, { role: 'admin', userName: '超级管理' })
})

let serial = 0
const aForm = (form: Partial<AccountForm> = {}): AccountForm => ({
  loginName: `staff${++serial}`,
  userName: '王新员',
  mobile: `1380000${String(1000 + serial)}`,
  roles: [{ roleId: portal.roles.unit, unitId: portal.unitId }],
  ...form,
})
const add = (form: AccountForm, token = admin.token) => world.call(manageCalls.addAccount, form, token)
const added = (form: Partial<AccountForm> = {}, token = admin.token) =>
  world.ask(manageCalls.addAccount, aForm(form), token)
const status = async (id: string) =>
  (await world.db`select status from accounts where id = ${id}`)[0]!.status as string

/** The very next call of the token is refused. */
async function assertSignedOut(token: string) {
  assert.equal((await world.call(sessionCalls.getAccountInfo, {}, token)).respCode, 401)
}

test('an account is added with a password shown once, which opens it and is to be changed first', async () => {
  const further = await aUnit(world, portal.projectId)
  const form = aForm({
    roles: [
      { roleId: portal.roles.unit, unitId: portal.unitId },
      { roleId: portal.roles.unit, unitId: further },
    ],
  })
  const { accountId, password } = await world.ask(manageCalls.addAccount, form, admin.token)
  assert.match(password!, /^[a-z][a-z2-9]{12}\d$/)
  const token = await signedIn(world, form.loginName, password!, portal.unitId)
  const early = await world.call(manageCalls.queryAccountList, {}, token)
  assert.equal(early.respCode, 403)
  assert.match(early.respDesc, /修改初始密码/)
  const own = 'Mine2026own'
  const credentials = { oldPassword: password!, password: own }
  const { data } = await world.ask(credentialCalls.modifyPassword, credentials, token)
  assert.equal((await world.call(manageCalls.queryAccountList, {}, data.tokenCode)).respCode, 200)
  await world.db`update accounts set must_change_password = true where id = ${accountId}`
  const [row] = await world.db`
    select must_change_password, password_hash, mobile_mask, mobile_sealed from accounts where id = ${accountId}`
  assert.equal(row!.mustChangePassword, true)
  assert.equal(row!.mobileMask, `${form.mobile!.slice(0, 3)}****${form.mobile!.slice(-4)}`)
  assert.equal(world.app.secrets.open('accounts.mobile', accountId, row!.mobileSealed as Buffer), form.mobile)
  const { list: found } = await world.ask(
    manageCalls.queryAccountList,
    { keyword: form.mobile! },
    admin.token,
  )
  assert.deepEqual(
    found.map((each) => [each.id, each.roles.map((role) => role.unitId)]),
    [[accountId, [portal.unitId, further]]],
  )
  const logged =
    await world.db`select after::text as after from operation_logs where subject_id = ${accountId}`
  assert.ok(
    logged.every(({ after }) => !String(after).includes(form.mobile!) && !String(after).includes(password!)),
  )
  const again = await added()
  assert.notEqual(again.password, password)
})

test('a name or number in use, a role without its unit, a learner’s role and what is not there are refused', async () => {
  const form = aForm()
  await world.ask(manageCalls.addAccount, form, admin.token)
  const field = async (input: AccountForm) => {
    const { respCode, field: named } = await add(input)
    return [respCode, named]
  }
  assert.deepEqual(await field(aForm({ loginName: form.loginName.toUpperCase() })), [422, 'loginName'])
  assert.deepEqual(await field(aForm({ mobile: form.mobile! })), [422, 'mobile'])
  assert.deepEqual(await field(aForm({ mobile: '12345678901' })), [422, 'mobile'])
  assert.deepEqual(await field(aForm({ roles: [{ roleId: portal.roles.unit }] })), [422, 'roles.0.unitId'])
  assert.deepEqual(await field(aForm({ roles: [{ roleId: portal.roles.learner }] })), [422, 'roles.0.roleId'])
  const twice = { roleId: portal.roles.unit, unitId: portal.unitId }
  assert.deepEqual(await field(aForm({ roles: [twice, twice] })), [422, 'roles.1'])
  const other = await aPortal(world)
  assert.equal(
    (await add(aForm({ roles: [{ roleId: other.roles.unit, unitId: portal.unitId }] }))).respCode,
    404,
  )
})

test('nobody is put into a unit that is closed or out of sight; anyone who is in one already stays', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const role = (of: string) => ({ roleId: portal.roles.unit, unitId: of })
  const form = aForm({ roles: [role(portal.unitId), role(unitId)] })
  const { accountId } = await world.ask(manageCalls.addAccount, form, admin.token)
  for (const closed of await closedUnits(world, portal)) {
    const made = await add(aForm({ roles: [role(portal.unitId), role(closed.unitId)] }))
    assert.deepEqual([made.respCode, made.field], [422, 'roles.1.unitId'])
    assert.match(made.respDesc, closed.message)
    const changed = await add({ ...form, accountId, revision: 1, roles: [role(closed.unitId)] })
    assert.deepEqual([changed.respCode, changed.field], [422, 'roles.0.unitId'])
  }
  await world.db`update units set status = 'disabled' where id = ${unitId}`
  const renamed = await add({ ...form, accountId, revision: 1, userName: '王留任' })
  assert.equal(renamed.respCode, 200, renamed.respDesc)
})

test('disable, delete, reset and unbind end every session within a second, and only they', async () => {
  const actions = {
    disable: (accountId: string) => world.ask(manageCalls.disableAccount, { accountId }, admin.token),
    delete: (accountId: string) => world.ask(manageCalls.deleteAccount, { accountId }, admin.token),
    reset: (accountId: string) => world.ask(manageCalls.resetPassword, { accountId }, admin.token),
    unbind: (accountId: string) => world.ask(manageCalls.unbindOpenId, { accountId }, admin.token),
    end: (accountId: string) => world.ask(manageCalls.endSessions, { accountId }, admin.token),
  }
  const bystander = await anAccount(world, portal, { role: 'unit' })
  for (const [name, action] of Object.entries(actions)) {
    const account = await anAccount(world, portal, { role: 'unit' })
    const second = await signedIn(world, account.loginName, undefined, portal.unitId)
    await world.db`update accounts set wechat_open_id = ${`o-${name}`} where id = ${account.accountId}`
    for (const token of [account.token, second]) await world.ask(sessionCalls.getAccountInfo, {}, token)
    await action(account.accountId)
    await assertSignedOut(account.token)
    await assertSignedOut(second)
    await world.ask(sessionCalls.getAccountInfo, {}, bystander.token)
    const [row] = await world.db`select wechat_open_id from accounts where id = ${account.accountId}`
    assert.equal(row!.wechatOpenId === null, name === 'unbind', name)
  }
})

test('a reset password is another, opens the account once more and lifts its lock', async () => {
  const account = await anAccount(world, portal, { role: 'unit' })
  const wrong = () =>
    world.call(sessionCalls.login, {
      account: encodeCredential(account.loginName),
      password: encodeCredential('Wrong2026a'),
      unitId: portal.unitId,
    })
  for (let i = 0; i < 6; i++) await wrong()
  const query = { keyword: account.loginName, everyone: true, locked: 'yes' as const }
  const { list: locked } = await world.ask(manageCalls.queryAccountList, query, admin.token)
  assert.ok(locked[0]?.lockedUntil)
  await world.ask(manageCalls.unlockAccount, { accountId: account.accountId }, admin.token)
  await signedIn(world, account.loginName, undefined, portal.unitId)
  for (let i = 0; i < 6; i++) await wrong()
  const { password } = await world.ask(
    manageCalls.resetPassword,
    { accountId: account.accountId },
    admin.token,
  )
  await signedIn(world, account.loginName, password, portal.unitId)
  await assert.rejects(signedIn(world, account.loginName, undefined, portal.unitId))
  const [row] = await world.db`select must_change_password from accounts where id = ${account.accountId}`
  assert.equal(row!.mustChangePassword, true)
})

test('who gave an account its password or its number is known, through whatever hands', async () => {
  const given = async (accountId: string) => {
    const rows = await world.db`
      select giver_id from account_accesses where account_id = ${accountId} and given_at > moment() - access_counts()`
    return rows.map(({ giverId }) => giverId as string).toSorted()
  }
  const all = (...givers: BuiltAccount[]) => givers.map(({ accountId }) => accountId).toSorted()
  const { accountId } = await added()
  assert.deepEqual(await given(accountId), all(admin))
  const other = await anAccount(world, portal, { role: 'unit' })
  assert.deepEqual(await given(other.accountId), [])
  await world.ask(manageCalls.resetPassword, { accountId: other.accountId }, root.token)
  assert.deepEqual(await given(other.accountId), all(root))
  await world.ask(manageCalls.resetPassword, { accountId: other.accountId }, admin.token)
  assert.deepEqual(await given(other.accountId), all(admin, root), 'nobody is washed off by who comes later')
  const third = await anAccount(world, portal, { role: 'unit' })
  const [row] = await world.db`select revision from accounts where id = ${third.accountId}`
  const form = aForm({ loginName: third.loginName })
  const changed = { ...form, accountId: third.accountId, revision: row!.revision as number }
  await world.ask(manageCalls.addAccount, changed, admin.token)
  assert.deepEqual(await given(third.accountId), all(admin))
  await world.db.begin((tx) => giveAccess(tx, root.accountId, admin.accountId))
  await world.ask(manageCalls.resetPassword, { accountId }, admin.token)
  assert.deepEqual(await given(accountId), all(admin, root))
  await world.db`delete from account_accesses where account_id = ${admin.accountId}`
})

test('an account is disabled, enabled and deleted in that order; a deleted one is gone and its name is free', async () => {
  const form = aForm()
  const { accountId } = await world.ask(manageCalls.addAccount, form, admin.token)
  assert.equal(
    (await world.call(manageCalls.disableAccount, { accountId, disabled: false }, admin.token)).respCode,
    409,
  )
  await world.ask(manageCalls.disableAccount, { accountId }, admin.token)
  assert.equal((await world.call(manageCalls.disableAccount, { accountId }, admin.token)).respCode, 409)
  await assert.rejects(signedIn(world, form.loginName, 'Demo2026a', portal.unitId))
  await world.ask(manageCalls.disableAccount, { accountId, disabled: false }, admin.token)
  assert.equal(await status(accountId), 'active')
  await world.ask(manageCalls.deleteAccount, { accountId }, admin.token)
  assert.equal((await world.call(manageCalls.deleteAccount, { accountId }, admin.token)).respCode, 404)
  assert.equal((await add(form)).respCode, 200)
  const unbound = await added()
  assert.equal(
    (await world.call(manageCalls.unbindOpenId, { accountId: unbound.accountId }, admin.token)).respCode,
    409,
  )
})

test('nobody disables, deletes, resets or weakens themselves', async () => {
  const { accountId } = admin
  for (const call of [
    manageCalls.disableAccount,
    manageCalls.deleteAccount,
    manageCalls.resetPassword,
    manageCalls.endSessions,
  ]) {
    assert.match((await world.call(call, { accountId }, admin.token)).respDesc, /自己/)
  }
  assert.match((await add(aForm({ accountId }))).respDesc, /自己/)
  await world.ask(sessionCalls.getAccountInfo, {}, admin.token)
})

test('other roles and names are given; the roles end the sessions, a name does not', async () => {
  const form = aForm()
  const { accountId, password } = await world.ask(manageCalls.addAccount, form, admin.token)
  const token = await signedIn(world, form.loginName, password!, portal.unitId)
  const { mobile: _same, ...withoutMobile } = form
  assert.deepEqual(
    await world.ask(
      manageCalls.addAccount,
      { ...withoutMobile, accountId, revision: 1, userName: '王改名' },
      admin.token,
    ),
    {
      accountId,
      password: null,
    },
  )
  await world.ask(sessionCalls.getAccountInfo, {}, token)
  await world.ask(
    manageCalls.addAccount,
    { ...withoutMobile, accountId, revision: 2, roles: [{ roleId: portal.roles.admin }] },
    admin.token,
  )
  await assertSignedOut(token)
  const { list: found } = await world.ask(
    manageCalls.queryAccountList,
    { keyword: form.loginName },
    admin.token,
  )
  assert.deepEqual(
    found[0]!.roles.map((role) => role.roleName),
    ['管理员'],
  )
})

test('an edit names the revision it was read at: what another took away is not given back unseen', async () => {
  const form = aForm({
    roles: [{ roleId: portal.roles.admin }, { roleId: portal.roles.unit, unitId: portal.unitId }],
  })
  const { mobile: _kept, ...fields } = form
  const { accountId } = await world.ask(manageCalls.addAccount, form, admin.token)
  const save = (more: Partial<AccountForm>, by = admin) => add({ ...fields, accountId, ...more }, by.token)
  const none = await save({})
  assert.deepEqual([none.respCode, none.field], [422, 'revision'])
  assert.equal((await save({ revision: 1, roles: [fields.roles[0]!] })).respCode, 200)
  const late = await save({ revision: 1, userName: '王改名' }, root)
  assert.equal(late.respCode, 409)
  assert.deepEqual(
    late.stale?.map(({ field, by }) => [field, by]),
    [['roles', '陈管理']],
  )
  const read = async () => (await world.ask(manageCalls.queryAccountList, { accountId }, root.token)).list[0]!
  const { revision, roles, userName } = await read()
  assert.deepEqual([revision, roles.length, userName], [2, 1, form.userName])
  await world.ask(
    unitManagerCalls.addUnitManager,
    { accountId, roleId: portal.roles.unit, unitId: portal.unitId },
    admin.token,
  )
  assert.equal((await save({ revision: 2, roles: [fields.roles[0]!] }, root)).respCode, 409)
  assert.equal((await save({ revision: 3 }, root)).respCode, 200)
})

test('further roles in another order end no session', async () => {
  const further = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
  const [own, one, other] = [portal.unitId, ...further].map((unitId) => ({
    roleId: portal.roles.unit,
    unitId,
  }))
  const form = aForm({ roles: [own!, one!, other!] })
  const { accountId, password } = await world.ask(manageCalls.addAccount, form, admin.token)
  const token = await signedIn(world, form.loginName, password!, portal.unitId)
  for (const [i, roles] of [
    [own!, other!, one!],
    [own!, one!, other!],
  ].entries())
    await world.ask(manageCalls.addAccount, { ...form, accountId, revision: i + 1, roles }, admin.token)
  await world.ask(sessionCalls.getAccountInfo, {}, token)
})

test('the list finds and locks accounts by their indexes', async () => {
  const { projectId } = portal
  await world.db`
    insert into accounts (project_id, role_id, unit_id, login_name, user_name, password_hash)
    select ${projectId}, ${portal.roles.learner}, ${portal.unitId}, 'many' || n,
      chr(20000 + n % 5000) || chr(20000 + n % 4999) || chr(20000 + n % 4997), '-' from generate_series(1, 20000) n`
  await world.db`analyze accounts`
  const scan = async (condition: string) => {
    const plan = await world.db.unsafe(
      `explain select id from accounts a where a.project_id = '${projectId}' and a.status <> 'deleted' and ${condition}`,
    )
    return plan.map((row) => row['QUERY PLAN'] as string).join('\n')
  }
  assert.match(
    await scan(`(bigrams_of(a.user_name) @> bigrams_of('王小明')
      or starts_with(lower(a.login_name) collate "C", 'many19'))`),
    /accounts_named[\s\S]*accounts_login/,
  )
  assert.match(await scan(`left(a.user_name, 1) = '万'`), /accounts_family/)
  assert.match(
    await scan(`password_bucket(a.id, a.password_hash) = any(array(select about from tries))`),
    /accounts_guessed/,
  )
})

test('a unit’s manager manages the accounts of their subtree, with roles no stronger than theirs', async () => {
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const beside = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit' })
  const inside = await added({ roles: [{ roleId: portal.roles.unit, unitId: below }] }, manager.token)
  assert.equal(
    (await add(aForm({ roles: [{ roleId: portal.roles.unit, unitId: beside }] }), manager.token)).respCode,
    422,
  )
  assert.equal(
    (await add(aForm({ roles: [{ roleId: portal.roles.admin, unitId: below }] }), manager.token)).respCode,
    403,
  )
  const outside = await added({ roles: [{ roleId: portal.roles.unit, unitId: beside }] })
  const stronger = await anAccount(world, portal, { role: 'admin', unitId: below })
  const split = await added({
    roles: [
      { roleId: portal.roles.unit, unitId: below },
      { roleId: portal.roles.unit, unitId: beside },
    ],
  })
  const reset = (accountId: string) => world.call(manageCalls.resetPassword, { accountId }, manager.token)
  assert.equal((await reset(inside.accountId)).respCode, 200)
  assert.equal((await reset(outside.accountId)).respCode, 404)
  assert.equal((await reset(stronger.accountId)).respCode, 403)
  assert.equal((await reset(split.accountId)).respCode, 403)
  const { list: seen } = await world.ask(manageCalls.queryAccountList, {}, manager.token)
  const manageable = new Map(seen.map((row) => [row.id, row.manageable]))
  assert.equal(manageable.get(inside.accountId), true)
  assert.equal(manageable.get(stronger.accountId), false)
  assert.equal(manageable.get(split.accountId), false)
  assert.equal(manageable.get(manager.accountId), false)
  assert.ok(!manageable.has(outside.accountId))
})

test('who may do less cannot take over who may do more', async () => {
  const { id: roleId } = await world.ask(
    roleCalls.saveRole,
    { roleName: '人事', roleSystem: 1, menus: [list, `${list}#reset`, `${list}#add`, `${list}#disable`] },
    admin.token,
  )
  const clerk = await anAccount(
    world,
    { ...portal, roles: { ...portal.roles, admin: roleId } },
    { role: 'admin' },
  )
  for (const call of [manageCalls.resetPassword, manageCalls.disableAccount]) {
    assert.equal((await world.call(call, { accountId: root.accountId }, clerk.token)).respCode, 403)
  }
  assert.equal((await add(aForm({ roles: [{ roleId: portal.roles.admin }] }), clerk.token)).respCode, 403)
  const peer = await added({ roles: [{ roleId }] })
  assert.equal(
    (await world.call(manageCalls.resetPassword, { accountId: peer.accountId }, clerk.token)).respCode,
    200,
  )
  const learner = await aLearner(world, portal)
  assert.equal(
    (await world.call(manageCalls.resetPassword, { accountId: learner.accountId }, clerk.token)).respCode,
    403,
  )
})

test('the list finds by name, login name, number, role, unit and status, masks numbers, and lists only its kind', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const learner = await aLearner(world, portal, { name: '欧阳学员' })
  const form = aForm({ userName: '欧阳管理', roles: [{ roleId: portal.roles.unit, unitId }] })
  const { accountId } = await world.ask(manageCalls.addAccount, form, admin.token)
  const ids = async (input: object, token = admin.token) =>
    (await world.ask(manageCalls.queryAccountList, input, token)).list.map((row) => row.id)
  for (const input of [
    { keyword: '欧阳' },
    { keyword: '欧' },
    { keyword: form.loginName.toUpperCase() },
    { keyword: form.loginName },
    { keyword: form.mobile! },
    { unitId },
  ]) {
    assert.deepEqual(await ids(input), [accountId], JSON.stringify(input))
  }
  assert.deepEqual(await ids({ roleId: portal.roles.unit, unitId, status: 'disabled' }), [])
  assert.deepEqual(
    new Set(await ids({ keyword: '欧阳', everyone: true })),
    new Set([accountId, learner.accountId]),
  )
  const page = await world.ask(manageCalls.queryAccountList, { keyword: '欧阳' }, admin.token)
  assert.ok(!JSON.stringify(page).includes(form.mobile!))
  const manager = await anAccount(world, portal, { role: 'unit' })
  assert.equal(
    (await world.call(manageCalls.queryAccountList, { everyone: true }, manager.token)).respCode,
    403,
  )
  const outsider = await anAccount(world, await aPortal(world, { menus: [list] }), { role: 'admin' })
  assert.ok(!(await ids({}, outsider.token)).includes(accountId))
  assert.equal((await world.call(manageCalls.deleteAccount, { accountId }, outsider.token)).respCode, 404)
  const row = (await world.ask(manageCalls.queryAccountList, { keyword: manager.loginName }, admin.token))
    .list[0]!
  assert.equal(row.sessions, 1)
  assert.ok(row.lastLoginAt)
})

test('a learner with records is not deleted; one without is', async () => {
  const learner = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 100 })
  await world.ask(orderCalls.saveOrder, { classIds: [classId], expectedAmount: 100 }, learner.token)
  const remove = (accountId: string) => world.call(manageCalls.deleteAccount, { accountId }, admin.token)
  assert.equal((await remove(learner.accountId)).respCode, 409)
  assert.equal((await remove((await aLearner(world, portal)).accountId)).respCode, 200)
})

test('strangers and those without the button may nothing', async () => {
  const bare = await anAccount(world, await aPortal(world, { menus: [list], buttons: [] }), { role: 'admin' })
  const { accountId } = root
  for (const call of [
    manageCalls.disableAccount,
    manageCalls.deleteAccount,
    manageCalls.resetPassword,
    manageCalls.unbindOpenId,
    manageCalls.unlockAccount,
  ]) {
    assert.equal((await world.call(call, { accountId }, null)).respCode, 401)
    assert.equal((await world.call(call, { accountId }, bare.token)).respCode, 403)
  }
})
