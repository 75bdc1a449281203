import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  allPermissions,
  isPermission,
  menuUrls,
  pageOf,
  permissionName,
  withButtons,
} from '../../contract/menu.ts'
import { fc } from '../../test/dice.ts'
import { administratorMenus, grantFault, type Powers, roleFault, startRoles } from './rules.ts'

const menus: string[] = [...allPermissions]
const powers = fc.record({
  roleSystem: fc.constantFrom(1, 2, 3),
  dataScope: fc.constantFrom('kind' as const, 'subtree' as const),
  menus: fc.subarray(menus.slice(0, 12)).map((list) => new Set(list)),
})
const reach = ({ roleSystem, dataScope }: Powers) =>
  roleSystem === 3 ? 0 : roleSystem === 2 || dataScope === 'subtree' ? 1 : 2

test('what may be given never exceeds the giver, and giving on gains nothing', () => {
  fc.assert(
    fc.property(powers, powers, powers, (giver, role, further) => {
      const fault = grantFault(giver, role)
      const exceeds =
        role.roleSystem < giver.roleSystem ||
        reach(role) > reach(giver) ||
        [...role.menus].some((menu) => !giver.menus.has(menu))
      assert.equal(fault !== null, exceeds)
      assert.equal(grantFault(giver, giver), null)
      if (fault === null && grantFault(role, further) === null) assert.equal(grantFault(giver, further), null)
    }),
  )
})

test('a role has its buttons only with their page, a learner none, a unit nothing of the provider', () => {
  const of = (roleSystem: number, list: string[]) =>
    roleFault({ roleSystem, dataScope: 'kind', menus: new Set(list) })
  assert.equal(of(1, ['/order-manage/list', '/order-manage/list#free']), null)
  assert.equal(of(1, ['/order-manage/list#free']), 'buttonAlone')
  assert.equal(of(3, []), null)
  assert.equal(of(3, ['/home/index']), 'learnerMenus')
  assert.equal(of(2, ['/super-account/index']), 'providerMenu')
  assert.equal(of(1, ['/super-account/index']), null)
})

test('the roles a project starts with are sound, and the first of them administers it', () => {
  for (const role of startRoles) {
    const held = new Set(role.menus)
    assert.equal(held.size, role.menus.length, role.roleName)
    assert.deepEqual(
      role.menus.filter((menu) => !isPermission(menu)),
      [],
    )
    assert.equal(roleFault({ ...role, dataScope: 'kind', menus: held }), null, role.roleName)
  }
  const manager = startRoles.find(({ roleSystem }) => roleSystem === 2)!.menus
  assert.ok(manager.includes('/train-manage/study-report'))
  for (const decision of ['pass', 'capture'])
    assert.ok(!manager.includes(`/train-manage/study-report#${decision}`), decision)
  assert.ok(administratorMenus.every((menu) => startRoles[0]!.menus.includes(menu)))
  assert.equal(startRoles.filter((role) => role.roleSystem === 3).length, 1)
})

test('pages and buttons are named in both languages, a button after its page', () => {
  assert.equal(new Set(menus).size, withButtons(menuUrls).length)
  for (const url of menus) {
    const [zh, en] = permissionName(url)!
    assert.match(zh, /^[\u4e00-\u9fff]/)
    assert.match(en, /^[A-Z]/)
    if (url.includes('#')) assert.ok(zh.startsWith(`${permissionName(pageOf(url))![0]} · `))
  }
  for (const unknown of [
    '/order-manage/list#fly',
    '/order-manage',
    'toString',
    '/order-manage/list#toString',
  ])
    assert.equal(permissionName(unknown), null)
})
