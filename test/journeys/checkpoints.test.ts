import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { expectText } from './expect.ts'
import { play } from './learner.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** The demo's learner in the class with a question and checks, none yet, whose question is at the third second. */
async function openClass() {
  const { world } = portal
  const [own] = await world.db<{ enrolmentId: string; itemId: string }[]>`
    select k.enrolment_id, k.item_id from captures k join accounts a on a.id = k.account_id
    where a.login_name = 'learner' limit 1`
  const { enrolmentId, itemId } = own!
  // What waits is the one appeal of this journey.
  await world.db`delete from capture_pictures`
  await world.db`delete from captures`
  await world.db`
    update questions set at_second = 3, rewind_to = 0
    where at_second is not null and resource_id = (select resource_id from course_items where id = ${itemId})`
  return { token: await portal.signIn('learner'), enrolmentId, itemId }
}

const isPaused = ({ page }: Visitor) =>
  page.locator('video').evaluate((media: HTMLVideoElement) => media.paused)

test('on a phone a video waits for its question and for its learner; a missed check is appealed, the office accepts it from its work queue, and the learner reads the answer', async (t) => {
  const { world } = portal
  const { token, enrolmentId, itemId } = await openClass()
  const soon = () => world.db`
    update play_leases set capture_left_ms = 1000 where enrolment_id = ${enrolmentId} and ended_at is null`
  const phone = await openWindow(t, portal.url, { width: 390, token })
  const { page } = phone
  await page.goto(`/student/study-page?enrolmentId=${enrolmentId}&itemId=${itemId}`)
  await page.getByRole('button', { name: '断开网络时哪些学习不计入？' }).tap()
  await expectText(page, '断开网络时，超过下一次随堂确认时刻的学习不计入')
  await expectText(page, '断开网络时不能答随堂题，0:03 处的题目之后的学习不计入')
  const checks = page.locator('summary').filter({ hasText: '我的随堂确认' })
  await checks.click()
  await play(phone)

  // The question: wrong, back to the beginning, right.
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '错误' }).focus()
  await page.keyboard.press('Space')
  assert.equal(await isPaused(phone), true)
  assert.deepEqual((await new AxeBuilder({ page }).include('dialog[open]').analyze()).violations, [])
  await dialog.getByRole('button', { name: '提交答案' }).click()
  await dialog.getByRole('button', { name: '从 0:00 再看' }).click()
  await dialog.getByRole('radio', { name: '正确' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: '提交答案' }).click()
  await expectText(page, '回答正确')
  await dialog.getByRole('button', { name: '继续播放' }).click()

  // A check, met by the keyboard.
  await soon()
  await dialog.getByRole('button', { name: '我在学习' }).waitFor()
  assert.match(await page.title(), /./)
  assert.deepEqual((await new AxeBuilder({ page }).include('dialog[open]').analyze()).violations, [])
  await page.keyboard.press('Enter')
  await expectText(page, '已确认，继续播放')
  assert.equal((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, true)

  // Another one, whose time ran out three times.
  await soon()
  await dialog.getByRole('button', { name: '我在学习' }).waitFor()
  await world.db`
    update captures set tries = 3, due_at = moment() - interval '1 second'
    where enrolment_id = ${enrolmentId} and status = 'open'`
  await dialog.getByRole('button', { name: '我在学习' }).click()
  // A beat may have told it before the press did.
  await expectText(page, /确认时间已过|这次确认没有完成/)
  await page.keyboard.press('Escape')
  await play(phone)
  await dialog.getByRole('button', { name: '我回来了，重新确认' }).click()
  await dialog.getByRole('button', { name: '我在学习' }).click()
  await page.getByRole('button', { name: /^申诉/ }).click()
  await dialog.getByRole('textbox', { name: '当时的情况' }).fill('当时断电了')
  await dialog.getByRole('button', { name: '申诉' }).click()
  await expectText(page, '申诉中')

  const office = await openWindow(t, portal.url, { width: 1440, token: await portal.signIn('admin') })
  await office.page.goto('/home/index')
  await office.page.getByRole('button', { name: /^待办/ }).click()
  await office.page
    .getByRole('dialog')
    .getByRole('link', { name: /待审核的随堂确认/ })
    .click()
  await office.page.waitForURL((url) => url.searchParams.get('enrolmentId') === enrolmentId)
  const row = office.page.getByRole('row').filter({ hasText: '申诉中' })
  await row.getByRole('button', { name: '审核' }).click()
  const decide = office.page.getByRole('dialog')
  await decide.getByText('认可，按已确认处理', { exact: true }).click()
  await expectText(office.page, '未完成的确认由 1 次变为 0 次，达到 9 次会暂停学习。')
  await decide.getByRole('textbox', { name: '原因' }).fill('情况属实')
  await decide.getByRole('button', { name: '审核' }).click()
  await expectText(office.page, '已审核，已通知学员')
  await office.page.getByRole('button', { name: /^待办/ }).click()
  const left = office.page.getByRole('dialog').locator('.work-list')
  await left.getByRole('link').first().waitFor()
  assert.equal(await left.getByRole('link', { name: /待审核的随堂确认/ }).count(), 0)

  await page.reload()
  await checks.click()
  await expectText(page, '人工认可')
  await expectText(page, '情况属实')
  await page.goto('/my?tab=messages')
  await expectText(page, '经人工核对已认可，可以继续学习')
})
