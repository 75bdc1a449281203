import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../until.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** Opens the study records with an answer that no page can draw; returns the number the page shows instead. */
async function breakPage(page: Page): Promise<string> {
  await page.route('**/find-portfolio-page.action*', async (route) => {
    const answer = await route.fetch()
    const { attribute, ...rest } = await answer.json()
    await route.fulfill({ json: { ...rest, attribute: { ...attribute, list: [null] } } })
  })
  await page.goto('/train-manage/study-report')
  const shown = page.getByText(/^编号 /)
  await shown.waitFor()
  return (await shown.innerText()).replace('编号 ', '').trim()
}

test('an error of a page is found by the number it showed, resolved, and comes back when it happens again', async (t) => {
  const clerk = await openWindow(t, portal.url, {
    token: await portal.signIn('service'),
    expected: /null/,
  })
  const first = await breakPage(clerk.page)
  assert.match(first, /^[0-9a-f-]{36}$/)

  const { page, settled } = await openWindow(t, portal.url, { token: await portal.signIn('admin') })
  const find = async (traceId: string) => {
    // It is written down beside the answer, at most some seconds later.
    await until(async () => {
      const [row] = await portal.world.db`
        select count(*)::int as count from exception_logs where ${traceId} = any(trace_ids)`
      return row!.count === 1
    })
    await page.goto('/exception-manage/list')
    await page.getByLabel('关键字').fill(traceId)
    await page.getByRole('button', { name: /^查\s?询$/ }).click()
    await page.waitForURL(/keyword=/)
    const rows = page.locator('tbody [data-row-key], tr[data-row-key]')
    await rows.first().waitFor()
    await settled()
    assert.equal(await rows.count(), 1)
    return rows.first()
  }
  const row = await find(first)
  await row.getByText('/train-manage/study-report').waitFor()
  await row.getByText('未解决').waitFor()
  await settled()
  await assertAccessible(page)
  await row.getByRole('button', { name: /^查看/ }).click()
  const details = page.getByRole('dialog', { name: '详情' })
  await details.getByText(first).first().waitFor()
  await settled()
  await assertAccessible(page)
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })
  await row.getByRole('button', { name: /标为已解决/ }).click()
  await expectText(page, '已标为已解决；再次出现时会重新提醒')
  await row.getByText('已解决', { exact: true }).waitFor()

  const second = await breakPage(clerk.page)
  assert.notEqual(second, first)
  const again = await find(second)
  await again.getByText('再次出现').waitFor()
  await (await find(first)).getByText('再次出现').waitFor()
})
