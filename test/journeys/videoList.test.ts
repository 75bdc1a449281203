import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aSheetFile } from '../build/import.ts'
import { anotherLesson } from '../build/resource.ts'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { button, dialog } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-videos-'))
const names = Array.from({ length: 20 }, (_, i) => `清单第${String(i + 1).padStart(2, '0')}讲.mp4`)
const paths = names.map((name) => join(folder, name))
const listPath = join(folder, '清单.xlsx')
const missing = names.slice(-2)

let portal: VisitedPortal
before(async () => {
  for (const [i, path] of paths.entries()) writeFileSync(path, anotherLesson(names[i]!))
  writeFileSync(
    listPath,
    aSheetFile([
      ['文件名', '视频名称', '目录'],
      ...names.map((name) => [name, name.replace('.mp4', ''), '']),
    ]),
  )
  portal = await startPortal({ environment: { captcha: false } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
  rmSync(folder, { recursive: true })
})

test('twenty videos are added by a list: its tab killed halfway and gone on with, two that were missing brought later', async (t) => {
  const { page: killed } = await openWindow(t, portal.url, { token: await portal.signIn('admin') })
  const drop = (on: Page, files: string[]) =>
    dialog(on).locator('input[type=file]').first().setInputFiles(files)
  const inLibrary = async () => {
    const [row] = await portal.world.db`
      select count(*)::int as videos from resources where title like '清单第%' and status = 'active'`
    return row!.videos as number
  }
  await killed.goto('/resource-manage/video')
  await button(killed, '导入视频清单').click()
  await drop(killed, [listPath, ...paths.slice(0, -2)])
  await expectText(killed, '清单里的文件')
  await dialog(killed).getByText('已传到，等待按清单入库').nth(3).waitFor()

  const page = await killed.context().newPage()
  await killed.close()
  await page.goto('/resource-manage/video')
  await button(page, '导入待确认').click()
  await dialog(page).getByText('还缺：').waitFor()
  await drop(page, paths.slice(0, -2))
  await expectText(page, '清单里的文件：已传到 18 个，还缺 2 个')
  await expectText(page, `还缺：${missing.join('、')}`)
  assert.equal(await inLibrary(), 0, 'nothing is added before a yes')
  await button(dialog(page), '导入 20 行').click()
  await expectText(page, '导入完成')
  await expectText(page, '还没有收到文件“清单第19讲.mp4”')
  assert.equal(await inLibrary(), 18)
  // None waits any more.
  await until(async () => (await dialog(page).getByText('已传到，等待按清单入库').count()) === 0)

  await button(dialog(page), '再导入一个文件').click()
  await drop(page, [listPath, ...paths.slice(-2)])
  await expectText(page, '清单里的文件：已传到 2 个，还缺 0 个')
  await button(dialog(page), '导入 2 行').click()
  await expectText(page, '导入完成')
  assert.equal(await inLibrary(), 20)
})
