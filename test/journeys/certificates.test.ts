import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { aTemplate } from '../build/certificate.ts'
import { anEnrolment } from '../build/enrolment.ts'
import { aSittableExam } from '../build/exam.ts'
import { piecesOf } from '../build/pdf.ts'
import { aLearner, aPortal } from '../build/portal.ts'
import { withdrawSigningKey } from '../../app/admin.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-check-'))
let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ empty: true })
})
after(async () => {
  await closeBrowser()
  await portal.close()
  rmSync(folder, { recursive: true })
})

/** A learner who has watched everything of a class whose exam brings all hours of its year. */
async function nearTheEnd() {
  const { world } = portal
  const built = await aPortal(world, {
    settings: { requiredHoursTenths: { public: 10 }, totalHoursTenths: 10 },
  })
  await aTemplate(world, built.projectId, 'year')
  const { examId, classId } = await aSittableExam(world, built, { questions: 5 })
  const { accountId, loginName } = await aLearner(world, built, { name: '欧阳清风' })
  const enrolmentId = await anEnrolment(world, built, { accountId, classId })
  await world.db`update enrolments set study_done_at = moment(), progress = 10000 where id = ${enrolmentId}`
  return { loginName, exam: `/detail-question?examId=${examId}&enrolmentId=${enrolmentId}` }
}

/** Content of the QR code in a picture of a page's. */
async function codeOf(page: Page, path: string): Promise<string> {
  const answer = await page.context().request.get(path)
  const { data, info } = await sharp(await answer.body())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)!.data
}

test('a certificate of a year is earned by an exam, printed, and verified by the saved page without a network', async (t) => {
  const { loginName, exam } = await nearTheEnd()
  const learner = await openWindow(t, portal.url, { token: await portal.signIn(loginName) })
  const { page } = learner
  await page.goto('/my?tab=certificates')
  await expectText(page, '还没有证书')
  await page.goto(exam)
  await page.getByRole('button', { name: '开始考试' }).click()
  for (const no of [1, 2, 3, 4])
    await page
      .getByRole('group', { name: new RegExp(`^第 ${no} 题`) })
      .getByText('乙')
      .click()
  await page.getByRole('button', { name: '交卷' }).first().click()
  await page.getByRole('button', { name: '确认交卷' }).click()
  await expectText(page, '合格，得 8 分')

  await page.goto('/my?tab=certificates')
  const card = page.getByRole('listitem').filter({ hasText: '年度证书' })
  await card.waitFor()
  await assertAccessible(page, 'every')
  const pdf = await page
    .context()
    .request.get((await card.getByRole('link', { name: /^打印/ }).getAttribute('href'))!)
  assert.equal(piecesOf(await pdf.body()).length, 1)
  const code = await codeOf(page, (await card.getByRole('img').getAttribute('src'))!)

  const stranger = await openWindow(t, portal.url, { fresh: true })
  await stranger.page.goto(code)
  await expectText(stranger.page, '证书有效')
  await expectText(stranger.page, '年度证书')
  await assertAccessible(stranger.page, 'every')
  const savePage = async (name: string) => {
    const download = stranger.page.waitForEvent('download')
    await stranger.page.getByRole('link', { name: '下载离线查验页' }).click()
    const path = join(folder, name)
    await (await download).saveAs(path)
    await stranger.context.setOffline(true)
    await stranger.page.goto(pathToFileURL(path).href)
  }
  await savePage('check.html')
  const check = async (content: string) => {
    await stranger.page.getByRole('textbox', { name: '二维码内容' }).fill(content)
    await stranger.page.getByRole('button', { name: '查验' }).click()
  }
  await check(code)
  await expectText(stranger.page, '签名有效：由本平台签发，内容未被改动')
  await expectText(stranger.page, '欧阳清风')
  await assertAccessible(stranger.page, 'every')
  const at = code.indexOf('#') + 40
  await check(code.slice(0, at) + (code[at] === 'A' ? 'B' : 'A') + code.slice(at + 1))
  await expectText(stranger.page, '签名无效：不是由本平台签发，或内容被改动过')
  assert.equal(await stranger.page.getByText('欧阳清风').count(), 0, 'nothing is shown of what was altered')
  await assertAccessible(stranger.page, 'every')
  await withdrawSigningKey(portal.world.app, ['1', 'stolen', '服务器被入侵'])
  await stranger.context.setOffline(false)
  await stranger.page.goto(code)
  await expectText(stranger.page, '证书有效')
  await savePage('check-later.html')
  await check(code)
  await expectText(stranger.page, '不能离线确认：签名密钥已于')
  assert.equal(
    await stranger.page.getByText('欧阳清风').count(),
    0,
    'nothing is shown of what anyone may have signed',
  )
  assert.match((await stranger.page.getByRole('status').getByRole('link').getAttribute('href'))!, /\/check$/)
  await assertAccessible(stranger.page, 'every')
  await page.goto('/my?tab=certificates')
  await check(await codeOf(page, (await card.getByRole('img').getAttribute('src'))!))
  await expectText(stranger.page, '签名有效：由本平台签发，内容未被改动')
})
