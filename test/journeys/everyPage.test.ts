import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { allPages } from '../../app/webPages.ts'
import type { Page } from '../../web/page.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, visit } from './visitor.ts'

let portal: VisitedPortal
/** What a page needs in its address to have something to show. */
const queries: Record<string, string> = {}

before(async () => {
  portal = await startPortal()
  const [row] = await portal.world.db`
    select a.id as account, e.id as enrolment, e.class_id as class,
      (select id from orders o where o.account_id = a.id and o.status = 'paid' limit 1) as "order"
    from accounts a join enrolments e on e.account_id = a.id and e.status = 'active'
    where a.login_name = 'learner' order by e.id limit 1`
  const study = `?enrolmentId=${row!.enrolment}`
  const [exam] = await portal.world.db`
    select x.id, e.id as enrolment from exams x join enrolments e on e.class_id = x.class_id and e.status = 'active'
    join accounts a on a.id = e.account_id and a.login_name = 'learner' where x.status = 'active' limit 1`
  Object.assign(queries, {
    '/detail-public': `?id=${row!.class}`,
    '/v2/detail-public': `?id=${row!.class}`,
    '/student/study-page': study,
    '/hxtx/detail-study': study,
    '/go-pay': `?orderId=${row!.order}`,
    '/v2/go-pay': `?orderId=${row!.order}`,
    '/student/order-pay': `?orderId=${row!.order}`,
    '/detail-question': exam ? `?examId=${exam.id}&enrolmentId=${exam.enrolment}` : '',
    '/train-manage/train-class-detail': `?id=${row!.class}`,
    '/train-manage/study-report/student-detail': `?accountId=${row!.account}`,
    '/train-manage/study-report/study-detail': study,
  })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What a person who cannot see, or whose screen is small, would stumble over on each page. */
async function stumblingBlocks(
  pages: readonly Page[],
  look: { width: number; dark: boolean; locale: string },
) {
  const found: string[] = []
  const whose = (page: Page) => (page.frame === 'admin' ? 'admin' : 'learner')
  for (const account of ['learner', 'admin']) {
    const { page, context, complaints } = await visit(portal.url, look)
    const token = await portal.signIn(account)
    await context.addInitScript((given) => localStorage.setItem('token', given), token)
    for (const each of pages.filter((one) => whose(one) === account)) {
      await page.goto(`${each.path}${queries[each.path] ?? ''}`)
      await page.locator('h1, main, .ant-layout-content').first().waitFor()
      await page.waitForLoadState('networkidle')
      if ((await page.locator('.demo-bar').count()) !== 1)
        found.push(`${each.path}: does not say that it is a demo`)
      const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
      for (const { id, nodes } of violations)
        found.push(`${each.path}: ${id} at ${nodes.map((node) => node.target.join(' ')).slice(0, 3)}`)
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > look.width) found.push(`${each.path}: ${width} px wide on a screen of ${look.width}`)
      found.push(...complaints.splice(0).map((complaint) => `${each.path}: ${complaint}`))
    }
    await context.close()
  }
  return found
}

test('every page can be used by everybody, on a telephone, by day, in Chinese', async () => {
  assert.deepEqual(await stumblingBlocks(allPages, { width: 390, dark: false, locale: 'zh-CN' }), [])
})

test('every page can be used by everybody, on a desktop, by night, in English', async () => {
  assert.deepEqual(await stumblingBlocks(allPages, { width: 1440, dark: true, locale: 'en' }), [])
})

test('the icon that browsers ask for by themselves is there', async () => {
  const icon = await fetch(`${portal.url}/favicon.ico`)
  assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml'])
})
