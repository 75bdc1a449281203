import { utils, write } from '@e965/xlsx'
import type { Locator, Page } from 'playwright-core'
import type { World } from '../harness.ts'
import { expectText } from './expect.ts'
import type { Visitor } from './visitor.ts'

/** A button of the back office, which sets two Chinese characters apart. */
export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) })
}

/** Chooses in a select of the back office, which lists its choices elsewhere on the page. */
export async function choose(page: Page, field: Locator, text: string): Promise<void> {
  if (await field.evaluate((input) => input instanceof HTMLSelectElement)) {
    await field.selectOption({ label: text })
    return
  }
  await field.click()
  const isOwn = await field.evaluate((input) => input.classList.contains('office-input'))
  if (isOwn) return await page.getByRole('option', { name: text, exact: true }).first().click()
  // Before it is positioned a list is far off screen, and a click would go there.
  const list = page.locator('.ant-select-dropdown:not([style*="-1000v"]):not([class*="-enter"]):visible')
  const option = list.getByText(text, { exact: true }).first()
  // Once it can be clicked it is clicked in one go: a list reloaded between press and release ignores both.
  await option.click({ trial: true })
  await option.dispatchEvent('click')
  const chosen = list
    .locator('[aria-selected="true"], .ant-select-item-option-selected')
    .getByText(text, { exact: true })
  await Promise.any([list.waitFor({ state: 'hidden' }), chosen.first().waitFor()])
}

/** The dialog or drawer on top. */
export function dialog(page: Page): Locator {
  return page.locator('.ant-modal:visible, .ant-drawer-open .ant-drawer-section').last()
}

/** Goes to a page by the sidebar, as managers do. */
export async function open({ page }: Visitor, group: string, entry: string): Promise<void> {
  // An entry is also called by what waits there.
  const menu = page.getByRole('navigation', { name: '后台菜单' })
  const link = menu.getByRole('link', { name: new RegExp(`^${entry}( \\d+ 项待办)?$`) })
  if (!(await link.isVisible())) await menu.getByRole('button', { name: group }).click()
  await link.click()
}

/** An Excel file to choose. */
export const sheetFile = (name: string, buffer: Buffer) => ({
  name,
  buffer,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
})

/** Units as the picker names them. */
export async function unitNames({ db }: World): Promise<string[]> {
  const rows = await db`
    select u.name || coalesce(' · ' || o.name, '') as name from units u left join units o on o.id = u.parent_id
    where u.status = 'active' order by length(u.path), u.name`
  return rows.map((row) => row.name as string)
}

/** Uploads a video and waits until it can be played. */
export async function uploadVideo(visitor: Visitor, buffer: Buffer, title: string): Promise<void> {
  const { page } = visitor
  await open(visitor, '资源管理', '视频')
  await button(page, '上传视频').click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${title}.mp4`, mimeType: 'video/mp4', buffer })
  await expectText(page, '已入库')
  await page.keyboard.press('Escape')
  await page.locator('.ant-drawer-mask').waitFor({ state: 'hidden' })
  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByText('可播放').first().waitFor()
}

/** Creates a course of one video. */
export async function makeCourse(visitor: Visitor, course: { name: string; video: string; hours: number }) {
  const { page } = visitor
  await open(visitor, '资源管理', '课程')
  await button(page, '新建课程').click()
  const drawer = page.locator('.ant-drawer-open')
  await drawer.getByLabel('课程名称').fill(course.name)
  await drawer.getByLabel('学时').fill(String(course.hours))
  await button(drawer, '添加视频').click()
  const picker = page.getByRole('dialog', { name: '选择视频' })
  await picker.getByRole('checkbox', { name: course.video }).check()
  await picker.getByRole('button', { name: /加入/ }).click()
  await button(drawer, '保存').click()
  await expectText(page, course.name)
  await drawer.waitFor({ state: 'hidden' })
}

/** Creates a certificate template from the start design. */
export async function makeTemplate(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor
  await open(visitor, '资源管理', '证书模板')
  await button(page, '新建模板').click()
  await page.getByLabel('模板名称').fill(name)
  await button(page, '保存').click()
  await page.getByRole('row').filter({ hasText: name }).waitFor()
}

/**
 * An Excel file of true-or-false questions, all of them true, as a teacher fills in the template; the last row lacks
 * its answer.
 */
function questionSheet(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, i) => ({
    题型: '判断题',
    题干: `压力是身体对要求的反应，适度的压力有助于完成第 ${i + 1} 项工作。`,
    答案: i === count - 1 ? '' : '正确',
    解析: '适度的压力使人专注。',
  }))
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.json_to_sheet(rows), '题目')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

/** Creates a bank and imports questions; one of them is refused, and the page shows why. */
export async function importQuestions(visitor: Visitor, bank: string, good: number): Promise<void> {
  const { page } = visitor
  await open(visitor, '资源管理', '题库')
  await page.getByRole('button', { name: '新建题库' }).first().click()
  const modal = dialog(page)
  await modal.getByLabel('名称').fill(bank)
  await button(modal, '保存').click()
  await modal.waitFor({ state: 'hidden' })
  await button(page, '导入题目').click()
  const drawer = dialog(page)
  await drawer.locator('input[type=file]').setInputFiles(sheetFile('题目.xlsx', questionSheet(good + 1)))
  await expectText(page, `有 1 行有问题，其余 ${good} 行可以导入`)
  await drawer.getByText('选择题填字母').first().waitFor()
  await button(drawer, `导入 ${good} 行`).click()
  await expectText(page, '导入完成')
  await button(drawer, '查看题库').click()
  await drawer.waitFor({ state: 'hidden' })
}

/** Creates a class with its category, course, price and certificate; returns the address of its page. */
export async function makeClass(
  visitor: Visitor,
  made: {
    name: string
    category: string
    course: string
    hours: number
    price: number
    days: number
    template: string
  },
): Promise<void> {
  const { page } = visitor
  await open(visitor, '培训管理', '班级')
  await page.getByRole('button', { name: '新建类别' }).click()
  const modal = dialog(page)
  await modal.getByLabel('名称').fill(made.category)
  await modal.getByRole('button', { name: /保\s?存|确\s?定/ }).click()
  await modal.waitFor({ state: 'hidden' })
  await button(page, '新建班级').click()
  const form = page.locator('.class-form')
  await form.getByLabel('班级名称').fill(made.name)
  await choose(page, form.getByLabel('类别'), made.category)
  await button(form, '添加课程').click()
  const picker = dialog(page)
  await picker.getByRole('row').filter({ hasText: made.course }).getByRole('checkbox').check()
  await picker.getByRole('button', { name: '添加 1 门' }).click()
  await form.getByLabel('学时', { exact: true }).fill(String(made.hours))
  await form.getByLabel('售价（元）').fill(String(made.price))
  await form.getByLabel('有效天数').fill(String(made.days))
  await choose(page, form.getByLabel('证书模板'), made.template)
  await button(form, '保存').click()
  await page.waitForURL('**/train-manage/train-class-detail?*')
  await page.getByRole('heading', { name: made.name }).first().waitFor()
}

/** Sets up and publishes the exam of the class on the page: a paper drawn from a bank. */
export async function setExam({ page }: Visitor, bank: string, questions: number): Promise<void> {
  await page.getByRole('tab', { name: '考试' }).click()
  await button(page, '设置考试').click()
  await button(page, '新建试卷').click()
  const paper = dialog(page)
  await paper.getByText('随机试卷', { exact: true }).click()
  await choose(page, paper.getByLabel('题型'), '判断题')
  await paper.getByLabel('每题分值').fill(String(100 / questions))
  await paper.getByLabel('题库').click()
  await page.locator('.ant-select-dropdown:visible').getByText(bank).click()
  await paper.getByLabel('抽题数').fill(String(questions))
  await paper.getByLabel('及格分').fill('60')
  await button(paper, '保存试卷').click()
  await expectText(page, '试卷已保存')
  await button(page, '保存试卷').waitFor({ state: 'hidden' })
  await button(dialog(page), '保存并发布').click()
  await expectText(page, '考试已发布')
}

/** Publishes a class from the list. */
export async function publish(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor
  await open(visitor, '培训管理', '班级')
  const row = page.getByRole('row').filter({ hasText: name })
  await button(row, '上架').click()
  await row.getByText('已上架').waitFor()
}
