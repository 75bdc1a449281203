import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aBank, aQuestion } from '../build/exam.ts'
import { aLearner, aPortal } from '../build/portal.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ empty: true })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** Answers the question on the page, whose right answer reads 乙, and waits for what it does to the book. */
async function answer(page: Page, text: '甲' | '乙', outcome: string): Promise<void> {
  await page.getByText(text, { exact: true }).click()
  await page.getByRole('button', { name: '核对答案' }).click()
  await expectText(page, outcome)
}
const next = (page: Page) => page.getByRole('button', { name: '下一题' }).click()

test('a book of wrong questions is emptied on two devices: a right answer of one counts on the other', async (t) => {
  const { world } = portal
  const built = await aPortal(world)
  const bankId = await aBank(world, built, { practice: true, name: '公共课题库' })
  for (let i = 0; i < 3; i++) await aQuestion(world, built, bankId)
  const { loginName } = await aLearner(world, built)
  const desk = await openWindow(t, portal.url, { token: await portal.signIn(loginName) })
  const phone = await openWindow(t, portal.url, { width: 390, token: await portal.signIn(loginName) })

  await desk.page.goto(`/detail-question?bankId=${bankId}`)
  await answer(desk.page, '甲', '已加入错题本，连续答对两次后移出')
  await next(desk.page)
  await answer(desk.page, '甲', '已加入错题本，连续答对两次后移出')
  await desk.page.getByRole('button', { name: '收藏此题' }).click()
  await desk.page.getByRole('button', { name: '已收藏，点按取消' }).waitFor()
  await assertAccessible(desk.page)

  await phone.page.goto('/my?tab=exams')
  const book = phone.page.getByRole('listitem').filter({ hasText: '错题' })
  await book.getByRole('link', { name: /收藏.*1/ }).waitFor()
  await assertAccessible(phone.page)
  await book.getByRole('link', { name: /错题.*2/ }).tap()
  await expectText(phone.page, '错题本 2')
  await answer(phone.page, '乙', '再连续答对一次，就移出错题本')
  await next(phone.page)
  await answer(phone.page, '乙', '再连续答对一次，就移出错题本')
  await assertAccessible(phone.page)

  await desk.page.goto('/my?tab=exams')
  await desk.page.getByRole('link', { name: /错题.*2/ }).click()
  await answer(desk.page, '乙', '已移出错题本')
  await next(desk.page)
  await answer(desk.page, '乙', '已移出错题本')

  await phone.page.goto(`/detail-question?bankId=${bankId}&only=wrong`)
  await expectText(phone.page, '这里没有题目')
  await expectText(phone.page, '错题本 0')
  await phone.page.goto('/my?tab=exams')
  await phone.page.getByRole('link', { name: /收藏/ }).waitFor()
  assert.equal(await phone.page.getByRole('link', { name: /错题/ }).count(), 0)
})
