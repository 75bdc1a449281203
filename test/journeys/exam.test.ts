import { after, before, test } from 'node:test'
import { anEnrolment } from '../build/enrolment.ts'
import { aSittableExam } from '../build/exam.ts'
import { aLearner, aPortal } from '../build/portal.ts'
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

test('an exam keeps every answer through a reload, asks about what is left open, and is passed', async (t) => {
  const { world } = portal
  const built = await aPortal(world)
  const { examId, classId } = await aSittableExam(world, built, { questions: 5 })
  const { accountId, loginName } = await aLearner(world, built)
  const enrolmentId = await anEnrolment(world, built, { accountId, classId })
  const { page } = await openWindow(t, portal.url, { token: await portal.signIn(loginName) })
  const question = (no: number) => page.getByRole('group', { name: new RegExp(`^第 ${no} 题`) })

  await page.goto(`/detail-question?examId=${examId}&enrolmentId=${enrolmentId}`)
  await page.getByRole('button', { name: '开始考试' }).click()
  for (const no of [1, 2, 3, 4]) await question(no).getByText('乙').click()
  await expectText(page, /已保存/)
  await page.reload()
  for (const no of [1, 2, 3, 4])
    await question(no).getByRole('radio', { name: '乙', checked: true }).waitFor()

  await page.getByRole('button', { name: '交卷' }).first().click()
  await expectText(page, /还有 1 题/)
  await page.getByRole('button', { name: '确认交卷' }).click()
  await expectText(page, '合格，得 8 分')
})
