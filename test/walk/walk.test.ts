import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { allPages } from '../../app/webPages.ts'
import { startPortal, type VisitedPortal } from '../journeys/portal.ts'
import { closeBrowser, visit } from '../journeys/visitor.ts'
import { shardOf } from '../shard.ts'

/**
 * Every page with the demo's data, as a person meets it who cannot see, or whose screen is small. One look a page in
 * each run, chosen by the run's seed; all of them with `npm test -- walk`.
 */
let portal: VisitedPortal
const tokens: Record<string, string> = {}
/** Queries a page needs in its address to have something to show. */
const queries: Record<string, string> = {}
/** Tabs of pages that are looked at beside the first, because lists of their own are in them. */
const tabs: Record<string, string> = {
  '/student-manage/student': 'certificates',
  '/train-manage/study-report/study-detail': 'captures',
}
/** Pages in which a unit's manager works, and not the provider. */
const ofUnit = /^\/train-manage\/(unit-class|creat-class|import-student|batch-pay-order|invoices)/

/** Queries of the pages of plans, sign-ups, fees and units, with what the demo has of each. */
async function ofOffice(): Promise<Record<string, string>> {
  const [row] = await portal.world.db`
    select (select id from train_plans where status = 'published' order by year desc, id limit 1) as plan,
      (select id from sign_ups where kind = 'training' and status = 'open' order by id limit 1) as training,
      (select id from sign_ups where kind = 'exam' and status = 'open' order by closes_at desc limit 1) as exam,
      (select id from orders where kind = 'cms' and payer_unit_id is not null limit 1) as fees,
      (select id from unit_classes where name = '年度全员培训') as unit_class,
      (select id from orders where kind = 'batch' and status = 'unpaid' order by id limit 1) as batch`
  const { plan, training, exam, fees, unitClass, batch } = row!
  for (const [name, id] of Object.entries(row!)) assert.ok(id, `the demo has no ${name}`)
  return {
    '/train-manage/train-plan-detail': `?id=${plan}`,
    '/cms-manage/apply-detail': `?id=${training}`,
    '/cms-manage/apply-exam-detail': `?id=${exam}`,
    '/cms-manage/cms-order-detail': `?id=${fees}`,
    '/train-manage/unit-class-detail': `?id=${unitClass}`,
    '/train-manage/import-student': `?id=${unitClass}`,
    '/train-manage/batch-pay-order': `?orderId=${batch}`,
    '/order-manage/batch-order': `?id=${batch}`,
  }
}

/** A priced class for others than the demo's learner, put into the cart: the page then asks for a confirmation. */
async function putAside(): Promise<void> {
  const { db } = portal.world
  const [put] = await db`
    insert into cart_items (account_id, class_id, price_seen)
    select a.id, c.id, c.price from accounts a join students s on s.account_id = a.id
    join train_classes c on c.project_id = a.project_id and c.status = 'on_shelf' and c.price > 0 and not c.need_review
      and coalesce(c.sold + c.held < c.quota, true) and coalesce(c.sign_up_from <= moment(), true)
      and coalesce(c.sign_up_to > moment(), true) and coalesce(c.study_to > moment(), true)
    where a.login_name = 'learner' and c.personnel_categories <> '{}'
      and not coalesce(s.personnel_category = any(c.personnel_categories), false)
      and not exists (select from enrolments e where e.account_id = a.id and e.class_id = c.id)
    order by c.id limit 1 on conflict do nothing returning class_id`
  assert.ok(put, 'the demo sells no class that is meant for others')
}

/** The numbers in tables that show less than they have: half a number is another number. */
const cutNumbers = () =>
  [...document.querySelectorAll<HTMLElement>('.crud-table .shell-copy')]
    .filter((number) => number.offsetWidth > number.closest<HTMLElement>('.crud-cell')!.clientWidth)
    .map((number) => number.textContent)

/** Measures how far a table scrolls sideways as the keyboard reaches its first row's visible actions. */
const movedByFocus = () => {
  document.querySelector<HTMLElement>('.crud-table td[data-fixed] button')?.focus()
  return document.querySelector('.crud-scroll')?.scrollLeft ?? 0
}

/** The tallest of the bars that stay in the window while the page is scrolled, in pixels. */
const tallestBar = () =>
  Math.max(
    0,
    ...[...document.querySelectorAll('#main *')]
      .filter((element) => {
        const { position, bottom } = getComputedStyle(element)
        return position === 'sticky' && bottom !== 'auto'
      })
      .map((element) => element.getBoundingClientRect().height),
  )

before(async () => {
  portal = await startPortal()
  await putAside()
  for (const account of ['learner', 'admin', 'unit']) tokens[account] = await portal.signIn(account)
  const [row] = await portal.world.db`
    select a.id as account, e.id as enrolment, e.class_id as class,
      (select id from orders o where o.account_id = a.id and o.status = 'paid' limit 1) as "order"
    from accounts a join enrolments e on e.account_id = a.id and e.status = 'active'
    where a.login_name = 'learner' order by e.id limit 1`
  const study = `?enrolmentId=${row!.enrolment}`
  const [checked] = await portal.world.db`
    select enrolment_id as id from captures where status = 'appealed' limit 1`
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
    '/train-manage/study-report/study-detail': `?enrolmentId=${checked!.id}`,
    '/customer/study-report': study,
    ...(await ofOffice()),
  })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const ofColours = ['color-contrast', 'link-in-text-block']
const looks = [390, 1440].flatMap((width) =>
  [false, true].flatMap((dark) => ['zh-CN', 'en'].map((locale) => ({ width, dark, locale }))),
)
const turn = Number(process.env.TEST_SEED ?? 0)
const everyLook = process.argv.includes('--every-look')
const views = allPages.flatMap((page) => [
  { page, tab: undefined },
  ...(tabs[page.path] ? [{ page, tab: tabs[page.path] }] : []),
])
const visits = views.flatMap((view, i) =>
  (everyLook ? looks : [looks[(i + turn) % looks.length]!]).map((look) => ({ ...view, look })),
)

/** The address of a page with what it needs, in one of its tabs. */
function addressOf(path: string, tab: string | undefined): string {
  const query = new URLSearchParams(queries[path])
  if (tab) query.set('tab', tab)
  return query.size > 0 ? `${path}?${query}` : path
}

for (const { page: each, tab, look } of shardOf(visits)) {
  const title = `${each.path}${tab ? `, ${tab},` : ''} at ${look.width} px, ${look.dark ? 'dark' : 'light'}, ${look.locale}`
  test(`everybody can use ${title}`, async () => {
    const who = each.frame !== 'admin' ? 'learner' : ofUnit.test(each.path) ? 'unit' : 'admin'
    const token = tokens[who]!
    const { page, complaints, settled, putAway } = await visit(portal.url, { ...look, token })
    await page.goto(addressOf(each.path, tab))
    await settled()
    assert.equal(await page.locator('.demo-bar').count(), 1, 'says that it is a demo')
    const rules = new AxeBuilder({ page })
    // By night a page differs in its colours only.
    const { violations } = await (look.dark
      ? rules.withRules(ofColours)
      : rules.withTags(standards)
    ).analyze()
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id} at ${nodes.map((node) => node.target.join(' ')).slice(0, 3)}`),
      [],
    )
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= look.width, `${width} px wide`)
    assert.deepEqual(await page.evaluate(cutNumbers), [])
    assert.equal(await page.evaluate(movedByFocus), 0, 'a row moves when what is done to it gets the focus')
    const isList = (await page.locator('.side-page').count()) > 0 && look.width > 1000
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    if (isList) assert.ok(height <= 900, `a list in a page that scrolls as well, ${height} px high`)
    if (look.width < 500) {
      const bar = await page.evaluate(tallestBar)
      assert.ok(bar <= 844 / 4, `a bar of ${bar} px covers the page`)
    }
    assert.deepEqual(complaints, [])
    await putAway()
  })
}
