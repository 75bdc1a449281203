import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addAdministrator } from '../../app/admin.ts'
import { countClicks } from './clicks.ts'
import { expectText } from './expect.ts'
import { button, choose, dialog, importQuestions, makeTemplate, open } from './manager.ts'
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

const video = fileURLToPath(new URL('../../db/seed/media/carbon-accounting.mp4', import.meta.url))
const most = 20

test('a class with category, course, video, exam and certificate is written and published without leaving its form', async (t) => {
  const manager = await openWindow(t, portal.url)
  const { page } = manager
  const password = await addAdministrator(portal.world.app, 'founder')
  await page.goto('/admin-login')
  await page.getByRole('textbox', { name: '账号' }).fill('founder')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await button(page, '登录').click()
  await page.getByRole('textbox', { name: '原密码' }).fill(password)
  await page.getByRole('textbox', { name: '新密码' }).fill('Meadow55lark')
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.waitForURL('**/home/index')
  await makeTemplate(manager, '结业证书')
  await importQuestions(manager, '双碳题库', 12)
  const clicks = await countClicks(page)

  await open(manager, '培训管理', '班级')
  await button(page, '新建班级').click()
  const form = page.locator('.class-form')
  await form.getByLabel('班级名称').fill('双碳与绿色发展')
  await form.getByLabel('售价（元）').fill('60')
  const checks = form.getByRole('region', { name: '上架前检查' })
  await checks.getByText('还差 4 项才能上架').waitFor()

  await form.getByLabel('类别').click()
  await button(page, '新建类别').click()
  await dialog(page).getByLabel('名称').fill('公共素养')
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  // The select has the focus again, and says its choice to a screen reader too.
  await form.getByText('公共素养').filter({ visible: true }).waitFor()

  await button(form, '添加课程').click()
  await button(dialog(page), '新建课程').click()
  const drawer = page.locator('.ant-drawer-open')
  await drawer.getByLabel('课程名称').fill('双碳入门')
  await drawer.getByLabel('学时').fill('8')
  await button(drawer, '添加视频').click()
  const picker = page.getByRole('dialog', { name: '选择视频' })
  await button(picker, '上传视频').click()
  await page.locator('.ant-drawer input[type=file]').setInputFiles(video)
  await expectText(page, '已入库')
  await page.keyboard.press('Escape')
  await picker.getByRole('button', { name: '加入 (已选 1 个)' }).click()
  await page.keyboard.press('Control+s')
  await checks.getByText('还差 1 项才能上架').waitFor()
  assert.equal(await form.getByLabel('学时', { exact: true }).inputValue(), '8.0')
  await form.getByLabel('有效天数').fill('90')
  await checks.getByText('可以上架了').waitFor()

  await choose(page, form.getByLabel('证书模板'), '结业证书')
  await button(form, '保存草稿并设置考试').click()
  await button(dialog(page), '新建试卷').click()
  const paper = dialog(page)
  await paper.getByText('随机试卷', { exact: true }).click()
  await choose(page, paper.getByLabel('题型'), '判断题')
  await paper.getByText('双碳题库').waitFor()
  await paper.getByLabel('每题分值').fill('10')
  await paper.getByLabel('抽题数').fill('10')
  await page.keyboard.press('Control+s')
  await expectText(page, '试卷已保存')
  await button(dialog(page), '保存并发布').click()
  await expectText(page, '考试已发布')
  await button(form, '保存并上架').click()
  await expectText(page, '已上架“双碳与绿色发展”')

  const pressed = clicks()
  t.diagnostic(`a class on sale: ${pressed} clicks`)
  assert.ok(pressed <= most, `${pressed} clicks`)
  const [row] = await portal.world.db`
    select c.status, c.hours_tenths, c.certificate_template_id is not null as certified,
      exists (select from exams x where x.class_id = c.id and x.status = 'active') as examined
    from train_classes c where c.name = '双碳与绿色发展'`
  assert.deepEqual(row && { ...row }, {
    status: 'on_shelf',
    hoursTenths: 80,
    certified: true,
    examined: true,
  })
})
