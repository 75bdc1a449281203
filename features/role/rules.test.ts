import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { allPermissions, buttonsOf, menuPages, menuUrls, withButtons } from './menu/rules.ts'
import { administratorMenus, grantFault, type Powers, roleFault, startRoles } from './rules.ts'

const menus = [...allPermissions]
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
      role.menus.filter((menu) => !allPermissions.has(menu)),
      [],
    )
    assert.equal(roleFault({ ...role, dataScope: 'kind', menus: held }), null, role.roleName)
  }
  assert.ok(administratorMenus.every((menu) => startRoles[0]!.menus.includes(menu)))
  assert.equal(startRoles.filter((role) => role.roleSystem === 3).length, 1)
})

test('buttons are named once, each on its page, in both languages', () => {
  assert.equal(new Set(menus).size, withButtons(menuUrls).length)
  for (const page of menuPages) {
    assert.deepEqual(
      buttonsOf(page.url),
      page.buttons.map((button) => button.url),
    )
    for (const { url, name } of [page, ...page.buttons]) {
      assert.ok(url.split('#')[0] === page.url)
      assert.match(name[0], /^[\u4e00-\u9fff]/)
      assert.match(name[1], /^[A-Z]/)
    }
  }
})

test('a page is called in the role editor as it is called in the sidebar', async () => {
  const { globSync } = await import('node:fs')
  const titles = new Map<string, string[]>()
  for (const file of globSync('features/**/web/pages.ts')) {
    for (const [, path, zh, en] of readFileSync(file, 'utf8').matchAll(
      /path: '([^']+)',\s+frame: 'admin',\s+title: \['([^']+)', '([^']+)'\]/g,
    )) {
      titles.set(path!, [zh!, en!])
    }
  }
  const wrong = menuPages
    .filter((page) => titles.has(page.url) && String(titles.get(page.url)) !== String(page.name))
    .map((page) => `${page.url}: ${page.name} is ${titles.get(page.url)}`)
  assert.deepEqual(wrong, [])
})
