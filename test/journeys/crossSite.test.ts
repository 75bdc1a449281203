import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { encodeCredential } from '../../features/session/rules.ts'
import { openTicket } from '../../features/session/ticket/server/actions.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
let attacker: Server
before(async () => {
  portal = await startPortal({ environment: { captcha: false } })
  attacker = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end('<!doctype html><title>prizes</title>'),
  )
  await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve))
})
after(async () => {
  await closeBrowser()
  attacker.close()
  await portal.close()
})

/** The attacker's pages: another site, and another port of the same one. */
const attackPages = () =>
  ['localhost', '127.0.0.1'].map((host) => `http://${host}:${(attacker.address() as AddressInfo).port}/`)

async function signIn({ page }: Visitor, account: string): Promise<void> {
  await page.goto('/admin-login')
  await page.getByLabel('账号或手机号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill('Demo2026a')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/home/index')
}

const companionOf = async ({ context }: Visitor) =>
  (await context.cookies(portal.url)).find(({ name }) => name === 'sid')?.value
const tokenOf = ({ page }: Visitor) => page.evaluate(() => localStorage.getItem('token'))
const pathOf = ({ page }: Visitor) => new URL(page.url()).pathname

const openSessions = async () => {
  const rows = await portal.world.db`select id from sessions where revoked_at is null order by id`
  return rows.map(({ id }) => id as string)
}

test('forms, requests and links of an attack page sign nobody in and leave the victim’s cookie', async (t) => {
  // The refusals it reads are the browser's and the portal's.
  const victim = await openWindow(t, portal.url, { expected: /CORS|ERR_FAILED|Failed to load|Origin/ })
  await signIn(victim, 'finance')
  const own = { companion: await companionOf(victim), sessions: await openSessions() }
  assert.ok(own.companion)
  const login = `${portal.url}/api/login/login.action`
  const fields = { account: encodeCredential('admin'), password: encodeCredential('Demo2026a') }
  const token = await portal.signIn('admin')
  const sessions = await openSessions()
  for (const attackPage of attackPages()) {
    for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      for (const url of [login, `${login}?${new URLSearchParams(fields)}`]) {
        await victim.page.goto(attackPage)
        const answer = victim.page.waitForResponse((response) => response.url().startsWith(login))
        await victim.page.evaluate(
          ([action, type, values]) => {
            const form = document.createElement('form')
            Object.assign(form, { method: 'post', action, enctype: type })
            for (const [name, value] of Object.entries(values)) {
              form.append(Object.assign(document.createElement('input'), { name, value }))
            }
            document.body.append(form)
            form.submit()
          },
          [url, enctype, fields] as const,
        )
        assert.equal((await (await answer).json()).respCode, 403, `${attackPage} ${enctype}`)
      }
    }
    await victim.page.goto(attackPage)
    await victim.page.evaluate(
      async ([address, values]) => {
        const body = JSON.stringify(values)
        for (const mode of ['no-cors', 'cors'] as const) {
          for (const type of ['text/plain', 'application/json']) {
            const headers = { 'content-type': type }
            await fetch(address, { method: 'POST', mode, credentials: 'include', body, headers }).catch(
              () => {},
            )
          }
        }
        navigator.sendBeacon(address, new Blob([body], { type: 'text/plain' }))
      },
      [login, fields] as const,
    )
    for (const path of ['/api/login/login-out.action', '/api/login/get-account-info.action?handed=true']) {
      await victim.page.goto(attackPage)
      await victim.page.evaluate((href) => {
        const link = Object.assign(document.createElement('a'), { href })
        document.body.append(link)
        link.click()
      }, portal.url + path)
      await victim.page.waitForURL(`**${path}`)
    }
  }
  assert.deepEqual(await openSessions(), sessions)
  assert.equal(await companionOf(victim), own.companion)
  await victim.page.goto('/home/index')
  await victim.page
    .getByRole('button', { name: /周财务|财务/ })
    .first()
    .waitFor()
  assert.notEqual(await tokenOf(victim), token)
})

test('a live token in an address signs a stranger in only after the name of its owner was confirmed', async (t) => {
  const visitor = await openWindow(t, portal.url)
  const { page } = visitor
  for (const query of ['token', 'tokenCode']) {
    const token = await portal.signIn('learner')
    await page.goto(`/my?${query}=${token}`)
    await page.getByRole('heading', { name: '以这个账号登录？' }).waitFor()
    const [owner] = await portal.world.db`select user_name from accounts where login_name = 'learner'`
    await page.getByText(`${owner!.userName}（`).waitFor()
    assert.deepEqual(
      [await tokenOf(visitor), await companionOf(visitor), new URL(page.url()).search],
      [null, undefined, ''],
    )
    await page.getByRole('button', { name: '不登录' }).click()
    await page.getByRole('heading', { name: '以这个账号登录？' }).waitFor({ state: 'hidden' })
    assert.equal(await tokenOf(visitor), null)
    await page.reload()
    assert.equal(await tokenOf(visitor), null)
  }
  const token = await portal.signIn('learner')
  await page.goto(`/my?token=${token}`)
  await page.getByRole('button', { name: '是我的账号，登录' }).click()
  await page.waitForFunction((handed) => ![null, handed].includes(localStorage.getItem('token')), token)
  assert.ok(await companionOf(visitor))
  assert.equal(pathOf(visitor), '/my')
})

test('a ticket signs a stranger in without a question', async (t) => {
  const { db } = portal.world
  const [learner] = await db<{ id: string; roleId: string; unitId: string | null }[]>`
    select id, role_id, unit_id from accounts where login_name = 'learner'`
  const visitor = await openWindow(t, portal.url)
  await visitor.page.goto(`/my?token=${await db.begin((tx) => openTicket(tx, learner!))}`)
  await visitor.page.waitForFunction(() => /^[\w-]{43}$/.test(localStorage.getItem('token') ?? ''))
  assert.equal(pathOf(visitor), '/my')
})
