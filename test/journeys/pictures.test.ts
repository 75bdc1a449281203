import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { enter, startOffice } from './frame.ts'
import { button } from './manager.ts'
import type { VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startOffice()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** A browser's error for an upload that was aborted on purpose. */
const aborted = /ERR_FAILED/

test('pictures come into a text once all are uploaded and described, and a stranger sees them', async (t) => {
  const [{ id }] = (await portal.world.db`
    select id from train_classes where status = 'on_shelf' and study_to > moment() limit 1`) as [
    { id: string },
  ]
  const { page } = await enter(t, portal, `/train-manage/train-class-detail?id=${id}&tab=write`, {
    expected: aborted,
  })
  const text = page.getByRole('textbox', { name: '班级介绍' })
  await until(async () => (await text.boundingBox())?.height === 360)
  // The card above arrives late, and would move the button from under the press.
  await page.getByText('允许离开考试页面的次数').waitFor()
  await button(page, '图片').click()
  const pictures = page.getByRole('dialog', { name: '插入图片' })
  const drawn = sharp({ create: { width: 640, height: 360, channels: 3, background: 'teal' } })
  const picture = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })
  await page.route('**/upload-image.action', (route) => route.abort(), { times: 1 })
  const buffer = await drawn.png().toBuffer()
  await pictures
    .locator('input[type=file]')
    .setInputFiles([picture('a.png', buffer), picture('b.png', buffer)])
  await pictures.getByText('Upload failed').waitFor()
  await pictures.getByText('已上传').waitFor()
  await button(pictures, '插入 2 张图片').click()
  await expectText(page, '请等待所有图片上传成功。如果网络有问题，请刷新页面后重新上传！')
  await pictures.getByRole('button', { name: /^重新上传/ }).click()
  await pictures.getByText('已上传').nth(1).waitFor()
  await pictures.getByRole('button', { name: '移除“b.png”' }).click()
  await button(pictures, '插入 1 张图片').click()
  await pictures.getByText('请填写图片说明').waitFor()
  await page.keyboard.type('课堂一角')
  await button(pictures, '插入 1 张图片').click()
  await pictures.waitFor({ state: 'hidden' })
  await page.keyboard.type('图片之后')
  await button(page, '保存').click()
  await expectText(page, '已保存')
  const stranger = await openWindow(t, portal.url)
  await stranger.page.goto(`/detail-public?id=${id}`)
  const seen = stranger.page.getByRole('img', { name: '课堂一角' })
  await seen.waitFor()
  await stranger.page.waitForFunction(
    (image) => (image as HTMLImageElement).naturalWidth === 640,
    await seen.elementHandle(),
  )
  await expectText(stranger.page, '图片之后')
})

test('an avatar is cut from a picture, which must be one, not too large and not too small', async (t) => {
  const manager = await enter(t, portal, '/home/index', { account: 'service', expected: aborted })
  const { page } = manager
  const picture = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  await page.getByRole('button', { name: '郑客服' }).click()
  await page.getByRole('menuitem', { name: '更换头像' }).click()
  const cropper = page.getByRole('dialog', { name: '更换头像' })
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    cropper.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await choose('a.txt', 'text/plain', Buffer.from('x'))
  await expectText(page, 'Image only')
  await choose('a.png', 'image/png', Buffer.alloc(10_240 * 1024 + 1))
  await expectText(page, 'Image exceeds size limit: 10240kb')
  await choose('a.png', 'image/png', await picture(199))
  await expectText(page, "Image's size is too low. Expected at least: 200*200")
  await choose('a.png', 'image/png', await picture(640))
  await cropper.getByLabel('缩放').fill('60')
  const save = button(cropper, '保存')
  await page.route('**/upload-image.action', (route) => route.abort())
  await save.click()
  await expectText(page, 'Upload failed')
  await page.unroute('**/upload-image.action')
  await save.click()
  await expectText(page, '头像已更新')
  const shown = page.locator('.shell-avatar')
  await shown.waitFor()
  const { width, height } = await sharp(
    await (await page.request.get((await shown.getAttribute('src'))!)).body(),
  ).metadata()
  assert.deepEqual([width, height], [200, 200])
})
