import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { faceCalls } from '../../features/face/contract.ts'
import { consentVersion } from '../../features/face/rules.ts'
import { localFace } from '../../server/channels/face.ts'
import { theDemo } from '../build/demo.ts'
import { aPortrait, aRealFace, sendFace } from '../build/face.ts'
import { aLearner, type BuiltPortal } from '../build/portal.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, type Visitor, type WindowOptions } from './visitor.ts'

let portal: VisitedPortal
let demo: BuiltPortal
before(async () => {
  portal = await startPortal()
  const face = localFace({ seconds: 600, idleSeconds: 3600 })
  // Its thread has loaded the model before a page waits for an answer.
  await face.describe(await aRealFace('one'))
  Object.assign(portal.world.app.channels, { face })
  demo = await theDemo(portal.world)
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** Puts somebody before the camera of a window; nobody is a camera that is not allowed. */
async function standBefore(page: Page, face: Buffer | null): Promise<void> {
  const seen = face && `data:image/jpeg;base64,${face.toString('base64')}`
  const place = (url: string | null) => Object.assign(window, { seen: url })
  await page.addInitScript(place, seen)
  await page.evaluate(place, seen)
}

/** Waits until the person before the camera is in the preview: the wall behind each has a shade of its own. */
async function appear(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { seen, drawn, shade } = window as unknown as { seen: string; drawn: string; shade: number }
    const context = new OffscreenCanvas(1, 1).getContext('2d')!
    context.drawImage(document.querySelector('video')!, 0, 0, 8, 8, 0, 0, 1, 1)
    const shown = context.getImageData(0, 0, 1, 1).data[0]!
    return seen === drawn && Math.abs(shown - shade) < 20
  })
}

/** A learner's window on a machine with a camera. */
async function arrive(t: TestContext, options: WindowOptions): Promise<Visitor> {
  const visitor = await openWindow(t, portal.url, { ...options, fresh: true })
  await visitor.context.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      const context = canvas.getContext('2d')!
      const now = () => (window as unknown as { seen: string | null }).seen
      if (!now()) throw new DOMException('', 'NotAllowedError')
      Object.assign(canvas, { width: 640, height: 480 })
      let shown: string | null = null
      let people = 0
      const image = new Image()
      setInterval(() => {
        if (now() && now() !== shown) {
          image.src = shown = now()!
          people++
        }
        if (!image.complete) return
        const shade = 100 + 50 * (people % 3)
        Object.assign(window, { drawn: shown, shade })
        context.fillStyle = `rgb(${shade} ${shade} ${shade})`
        context.fillRect(0, 0, 640, 480)
        const width = (480 * image.naturalWidth) / (image.naturalHeight || 1)
        context.drawImage(image, (640 - width) / 2, 0, width, 480)
      }, 50)
      return canvas.captureStream(20)
    }
  })
  return visitor
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Picture a camera takes of the same person at another moment. */
const anotherShot = () =>
  aRealFace('one', (picture) => picture.rotate(5, { background: '#999' }).modulate({ brightness: 0.85 }))

test('a learner reads the notice, agrees, and is confirmed by their own face, not by another’s; with the keyboard only', async (t) => {
  const { loginName } = await aLearner(portal.world, demo)
  const token = await portal.signIn(loginName)
  const { page } = await arrive(t, { width: 390, token })
  await page.goto('/student/info')
  await expectText(page, '请先在本页“照片”处上传本人正面照片')
  await aPortrait(portal.world, token, await aRealFace('one'))
  await standBefore(page, await aRealFace('two'))
  await page.reload()
  await expectText(page, '现场照片加密保存 30 天')
  await assertAccessible(page)
  await page.getByRole('button', { name: '同意并开始' }).focus()
  await page.keyboard.press('Enter')
  const shoot = page.getByRole('button', { name: '拍照' })
  await shoot.waitFor()
  await assertAccessible(page)
  await appear(page)
  await shoot.focus()
  await page.keyboard.press('Enter')
  await expectText(page, '还可以试 2 次')
  assert.equal(await focused(page), '再试一次')
  await standBefore(page, await anotherShot())
  await page.keyboard.press('Enter')
  await shoot.waitFor()
  await appear(page)
  await page.keyboard.press('Enter')
  await expectText(page, '核对一致')
  assert.equal(await focused(page), '完成')
  await page.keyboard.press('Enter')
  await expectText(page, '与档案照片比对一致')
  await page.getByRole('button', { name: '撤回同意并删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回同意并删除' }).click()
  await expectText(page, '已撤回，照片和特征值已删除')
  await expectText(page, '与档案照片比对一致')
})

test('staff see that a face is confirmed and when; a new portrait undoes it', async (t) => {
  const { world } = portal
  const { token, accountId } = await aLearner(world, demo)
  await aPortrait(world, token, await aRealFace('one'))
  await world.ask(faceCalls.consent, { version: consentVersion }, token)
  assert.equal((await sendFace(world, token, await anotherShot())).attribute.passed, true)
  const { page } = await openWindow(t, portal.url, { token: await portal.signIn('service') })
  const detail = `/student-manage/student-detail?accountId=${accountId}&tab=profile`
  await page.goto(detail)
  await expectText(page, /已核对（.+，人脸比对）/)
  await aPortrait(world, token, await aRealFace('one', (picture) => picture.flop()))
  await page.goto(detail)
  await expectText(page, '未核对')
})

test('anyone who allows no camera chooses a picture, or asks for a review by a person', async (t) => {
  const { loginName } = await aLearner(portal.world, demo)
  const token = await portal.signIn(loginName)
  await aPortrait(portal.world, token, await aRealFace('one'))
  const { page } = await arrive(t, { locale: 'en-US', dark: true, token })
  await page.goto('/student/info')
  await standBefore(page, null)
  await page.getByRole('button', { name: 'Agree and start' }).click()
  await expectText(page, 'The browser has blocked the camera')
  await assertAccessible(page)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose photo' }).click()
  const buffer = await aRealFace('three')
  await (await chosen).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  await expectText(page, '2 attempts left')
  await page.getByRole('dialog').getByRole('button', { name: 'Request manual review' }).click()
  await expectText(page, 'Sent to staff')
  await assertAccessible(page)
})
