import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { allPages } from '../../app/webPages.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: false } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** The paths that need no token, as the specification lists them. */
const publicPaths = readFileSync(new URL('../../docs/ledger.tsv', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter((row) => row[2] === 'public-path')
  .map((row) => row[5]!)

test('a signed-out visitor opens every public page and is asked to sign in on none of them', async (t) => {
  const { page } = await openWindow(t, portal.url)
  await page.goto('/404')
  const lost: string[] = []
  const absent: string[] = []
  for (const path of publicPaths) {
    const title = allPages.find((one) => one.path === path)?.title?.[0]
    const hasPage = title !== undefined || ['/404', '/401'].includes(path)
    if (!hasPage) absent.push(path)
    const place = hasPage ? path : '/404'
    await page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    }, path)
    const isThere = page.waitForFunction(
      ([wanted, there]) =>
        location.pathname === there &&
        document.title.startsWith(wanted!) &&
        document.querySelector('h1, h2, h3') !== null,
      [title ?? '', place],
    )
    await isThere.catch(() => lost.push(`${path} → ${new URL(page.url()).pathname}`))
  }
  assert.deepEqual(lost, [])
  assert.deepEqual(absent, [])
})

test('account info that names nobody, or no role, signs out and shows why', async (t) => {
  const { page } = await openWindow(t, portal.url)
  for (const [info, text] of [
    [{ data: {} }, '请重新登录'],
    [{ manageAccountInfo: { userName: '某人', roleRP: null } }, 'getInfo: roles must be a non-null array!'],
  ] as const) {
    await page.route('**/get-account-info.action', (route) =>
      route.fulfill({ json: { respCode: 200, respDesc: 'success', attribute: info } }),
    )
    await page.goto('/404')
    await page.evaluate(() => localStorage.setItem('token', 'a token'))
    await page.goto('/order-manage/list')
    await page.waitForURL('**/login?redirect=*')
    await page.locator('.session-ended').filter({ hasText: text }).waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
  }
})

test('user info that cannot be loaded leads to the login with what was wanted, and shows why or "Has Error"', async (t) => {
  const { page } = await openWindow(t, portal.url)
  for (const [respDesc, text] of [
    ['数据库没有应答', '数据库没有应答'],
    ['', 'Has Error'],
  ] as const) {
    await page.route('**/get-account-info.action', (route) =>
      route.fulfill({ json: { respCode: -1, respDesc, attribute: null } }),
    )
    await page.goto('/404')
    await page.evaluate(() => localStorage.setItem('token', 'a token'))
    await page.goto('/order-manage/list?page=2')
    await expectText(page, text)
    const { pathname, searchParams } = new URL(page.url())
    assert.deepEqual(
      [pathname, searchParams.get('redirect'), searchParams.get('page')],
      ['/login', '/order-manage/list?page=2', '2'],
    )
    assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
  }
})
