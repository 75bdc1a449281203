import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { until } from '../until.ts'
import { lightPaths, weigh, weightLimits } from '../weights.ts'
import { expectText } from './expect.ts'
import { enter, go, shown, startClass, tabNames, tabs, tool, startOffice } from './frame.ts'
import { button, choose, open } from './manager.ts'
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

test('a list keeps its search in its tab and its columns for its reader, and loads its rows again', async (t) => {
  const manager = await enter(t, portal, '/resource-manage/video')
  const { page } = manager
  await shown(manager, '视频')
  await open(manager, '培训管理', '班级')
  await shown(manager, '班级')
  await choose(page, page.getByRole('combobox', { name: '状态', exact: true }), '已上架')
  await button(page, '查询').click()
  await page.waitForURL('**/train-manage/class?status=*')
  await page.locator('summary:visible', { hasText: '列设置' }).click()
  await page.getByRole('checkbox', { name: '价格' }).click()
  await page.getByRole('columnheader', { name: '价格' }).waitFor({ state: 'hidden' })
  await go(manager, '视频')
  const again = page.waitForRequest('**/find-page-list.action')
  await go(manager, '班级')
  await again
  await page.waitForURL('**/train-manage/class?status=*')
  await page.reload()
  await page.getByRole('columnheader', { name: '状态' }).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: '价格' }).count(), 0)
  assert.deepEqual(await tabNames(manager), ['首页', '视频', '班级'], 'tabs survive a reload')
})

test('Back undoes a search in the list of its tab, and Forward searches again', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  const rows = page.locator('.crud:visible tbody tr[data-row-key]')
  await rows.first().waitFor()
  const all = await rows.count()
  await choose(page, page.getByRole('combobox', { name: '状态', exact: true }), '草稿')
  await button(page, '查询').click()
  await page.waitForURL('**/train-manage/class?status=draft')
  await expectRows(all, false)
  await go(manager, '首页')
  await go(manager, '班级')
  await page.waitForURL('**/train-manage/class?status=draft')
  await page.goBack()
  await shown(manager, '首页')
  await page.goBack()
  await shown(manager, '班级')
  await page.goBack()
  await page.waitForURL('**/train-manage/class')
  await expectRows(all, true)
  await page.goForward()
  await page.waitForURL('**/train-manage/class?status=draft')
  await expectRows(all, false)

  async function expectRows(count: number, is: boolean) {
    await until(async () => ((await rows.count()) === count) === is)
  }
})

test('a list shows fourteen rows and eight columns, and keeps its filter and its heads in sight', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  for (const path of [
    '/train-manage/class',
    '/student-manage/student',
    '/order-manage/list',
    '/unit-manage/list',
    '/student-manage/student',
  ]) {
    await page.goto(path)
    const row = page.locator('.crud-table tbody tr:visible')
    await row.nth(13).waitFor()
    const box = (await page.locator('.crud-scroll:visible').boundingBox())!
    const bottom = box.y + box.height
    assert.ok(bottom <= 900, `${path} ends at ${bottom}`)
    // The place of the table follows the height of the page's head, which is known once that is drawn.
    await page.waitForFunction(() => {
      const shown = (each: Element) => each.getBoundingClientRect().height > 0
      const place = [...document.querySelectorAll('.crud-scroll')].find(shown)!.getBoundingClientRect()
      const rows = [...document.querySelectorAll('.crud-table tbody tr')].filter(shown)
      return rows.filter((each) => each.getBoundingClientRect().bottom <= place.bottom).length >= 14
    })
    const heads = await Promise.all(
      (await page.locator('.crud-table th[scope]:visible').all()).map(
        async (each) => (await each.boundingBox())!,
      ),
    )
    const edge = heads.at(-1)!.x
    const whole = heads.filter(({ x, width }, i) => i === heads.length - 1 || x + width <= edge + 1)
    assert.ok(whole.length >= 8, `${path}: ${whole.length} columns`)
  }
  const places = async () =>
    Promise.all(
      [
        '.shell-top',
        '.shell-tabs',
        '.crud-search:visible',
        '.crud-table:visible th:last-child',
        '.crud-pager:visible',
      ].map(async (part) => (await page.locator(part).first().boundingBox())!.y),
    )
  const before = await places()
  const scroll = page.locator('.crud-scroll:visible')
  await scroll.hover()
  await page.mouse.wheel(0, 4000)
  await until(async () => (await scroll.evaluate((part) => part.scrollTop)) > 0)
  assert.deepEqual(await places(), before)
  // What gets the focus by the keyboard is not below the heads.
  await page.locator('.crud-table:visible tbody tr').last().getByRole('link').focus()
  for (let i = 0; i < 60; i++) await page.keyboard.press('Shift+Tab')
  const focused = await page.evaluate(() => document.activeElement!.getBoundingClientRect().top)
  const head = (await page.locator('.crud-table:visible thead').boundingBox())!
  assert.ok(focused >= head.y + head.height || focused < head.y, `${focused} is below the heads`)
})

test('on a telephone a list has cards that fit the screen', async (t) => {
  for (const width of [390, 320]) {
    const { page } = await enter(t, portal, '/train-manage/class', { width })
    await page.getByRole('list', { name: '列表' }).getByRole('listitem').nth(3).waitFor()
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width)
    await button(page, '筛选').click()
    const sheet = page.getByRole('dialog', { name: '筛选' })
    await sheet.getByLabel('名称或编号').fill('没有这样的班级')
    await button(sheet as never, '查询').click()
    await page.getByText('没有符合条件的记录').waitFor()
    await page.goBack()
    await page.getByRole('list', { name: '列表' }).getByRole('listitem').nth(3).waitFor()
  }
})

test('a button shows that it is loading, and stops when done', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  await page.getByRole('row').nth(3).waitFor()
  const held = Promise.withResolvers<void>()
  await page.route('**/find-page-list.action', async (route) => {
    await held.promise
    await route.continue()
  })
  await button(page, '刷新').click()
  const sign = page.locator('[aria-busy=true] .office-spinner:visible').first()
  await sign.waitFor()
  held.resolve()
  await sign.waitFor({ state: 'hidden' })
  await button(page, '刷新').waitFor()
})

test('the pager shows total, sizes, previous, pages, next and jumper, in this order', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  const pager = page.locator('.crud-pager:visible')
  await pager.getByText(/^共 \d+ 条$/).waitFor()
  const places = await Promise.all(
    [pager.getByText(/^共 \d+ 条$/), pager.getByLabel('每页条数')].map((part) => part.boundingBox()),
  )
  for (const part of [
    pager.getByRole('button', { name: '上一页' }),
    pager.getByRole('button', { name: '第 1 页' }),
    pager.getByRole('button', { name: '下一页' }),
    pager.getByRole('textbox'),
  ])
    places.push(await part.boundingBox())
  const x = places.map((place) => place!.x)
  assert.deepEqual(
    x,
    [...x].sort((a, b) => a - b),
  )
  assert.deepEqual(await pager.getByRole('option').allTextContents(), [
    ...['5 条/页', '10 条/页', '20 条/页', '30 条/页', '50 条/页'],
  ])
})

test('the home and every list of the back office load no more than their budget before something is opened', async (t) => {
  for (const path of lightPaths) {
    const { page } = await enter(t, portal, '/healthz')
    const fetched = weigh(page)
    await page.goto(portal.url + path)
    await page.waitForLoadState('networkidle')
    assert.ok(fetched.scripts > 100, 'the pages are the built ones')
    assert.ok(fetched.scripts <= weightLimits.office, `${path}: ${fetched.scripts} KB`)
  }
})

test('a refresh through /redirect reloads one view and leaves the others as they are', async (t) => {
  const manager = await enter(t, portal, '/resource-manage/video')
  const { page } = manager
  const name = await startClass(manager, '还在')
  await tabs(manager).getByRole('button', { name: '视频', exact: true }).click({ button: 'right' })
  const requested = page.waitForRequest('**/resource/query.action')
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await requested
  await shown(manager, '视频')
  assert.equal(new URL(page.url()).pathname, '/resource-manage/video')
  await go(manager, '新建班级')
  assert.equal(await name.inputValue(), '还在')
  await page.getByRole('button', { name: '关闭 新建班级' }).click()
  await page.getByRole('button', { name: '仍要离开' }).click()
  await tabs(manager).filter({ hasText: '新建班级' }).waitFor({ state: 'hidden' })
  await page.goto('/redirect/train-manage/class?status=onShelf')
  await page.waitForURL((url) => url.pathname === '/train-manage/class' && url.search === '?status=onShelf')
  await shown(manager, '班级')
})

test('a dialog with a changed form asks before it closes, an unchanged one does not', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  const field = page.getByRole('dialog', { name: '新建类别' }).getByLabel('名称')
  const openDialog = async () => {
    await page.getByRole('button', { name: '新建类别' }).click()
    await field.waitFor()
  }
  await openDialog()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
  await openDialog()
  await field.fill('写了一半')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 450),
    () => button(page.getByRole('dialog', { name: '新建类别' }), '取消').click(),
  ]) {
    await leave()
    await page.getByRole('button', { name: '继续编辑' }).click()
    await page.getByRole('button', { name: '继续编辑' }).waitFor({ state: 'hidden' })
    assert.equal(await field.inputValue(), '写了一半')
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '仍要离开' }).click()
  await field.waitFor({ state: 'hidden' })
})

test('pictures come into a text once all are uploaded and described, and a stranger sees them', async (t) => {
  const [{ id }] = (await portal.world.db`
    select id from train_classes where status = 'on_shelf' and study_to > moment() limit 1`) as [
    { id: string },
  ]
  const { page } = await enter(t, portal, `/train-manage/train-class-detail?id=${id}&tab=write`, {
    expected: aborted,
  })
  const text = page.getByRole('textbox', { name: '班级介绍' })
  assert.equal((await text.boundingBox())!.height, 360)
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

test('tabs close by the middle button, by Delete, all others, and all; home stays', async (t) => {
  const manager = await enter(t, portal, '/resource-manage/video')
  const { page } = manager
  await shown(manager, '视频')
  for (const [group, entry] of [
    ['培训管理', '班级'],
    ['订单管理', '订单'],
    ['资源管理', '课程'],
  ] as const) {
    await open(manager, group, entry)
    await shown(manager, entry)
  }
  await tabs(manager).getByRole('button', { name: '订单', exact: true }).click({ button: 'middle' })
  await tabs(manager).filter({ hasText: '订单' }).waitFor({ state: 'hidden' })
  await tabs(manager).getByRole('button', { name: '视频', exact: true }).focus()
  await page.keyboard.press('Delete')
  await tabs(manager).filter({ hasText: '视频' }).waitFor({ state: 'hidden' })
  assert.deepEqual(await tabNames(manager), ['首页', '班级', '课程'])
  await tabs(manager).getByRole('button', { name: '课程', exact: true }).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await page.getByRole('menuitem', { name: '关闭所有' }).waitFor({ state: 'hidden' })
  await tabs(manager).filter({ hasText: '班级' }).first().waitFor({ state: 'hidden' })
  assert.deepEqual(await tabNames(manager), ['首页', '课程'])
  await page.getByRole('button', { name: '标签页操作' }).click()
  await page.getByRole('menuitem', { name: '关闭所有' }).click()
  await shown(manager, '首页')
  assert.deepEqual(await tabNames(manager), ['首页'])
  assert.equal(await page.getByRole('button', { name: /^关闭 首页/ }).count(), 0)
})

test('a new size resizes every control, is announced, is saved in a cookie and reloads the view', async (t) => {
  const manager = await enter(t, portal, '/order-manage/list')
  const { page, context } = manager
  const height = async () => (await button(page, '查询').boundingBox())!.height
  await button(page, '查询').waitFor()
  const medium = await height()
  const sizes = ['Default', 'Medium', 'Small', 'Mini']
  for (const [size, differs] of [
    ['Default', (now: number) => now > medium],
    ['Small', (now: number) => now < medium],
    ['Mini', (now: number) => now < medium],
    ['Medium', (now: number) => now === medium],
  ] as const) {
    const requested = page.waitForRequest('**/find-page-list.action')
    await tool(manager, /^尺寸$/).click()
    const offered = page.getByRole('menuitemradio', { name: /^(Default|Medium|Small|Mini)$/ })
    await offered.first().waitFor()
    assert.deepEqual(await offered.allTextContents(), sizes)
    await page.getByRole('menuitemradio', { name: size, exact: true }).click()
    await expectText(page, 'Switch Size Success')
    await requested
    await page.waitForURL('**/order-manage/list')
    await shown(manager, '订单')
    await page.getByRole('row').nth(3).waitFor()
    assert.ok(differs(await height()), `${size}: ${await height()} beside ${medium}`)
    const cookies = await context.cookies()
    assert.equal(cookies.find((cookie) => cookie.name === 'size')?.value, size.toLowerCase())
  }
})

test('the colour is chosen in this browser and can be read on a button', async (t) => {
  const manager = await enter(t, portal, '/order-manage/list')
  const { page } = manager
  const filled = (color: string) =>
    page.waitForFunction((wanted) => {
      const shown = [...document.querySelectorAll('.office-button[data-type=primary]')].filter((one) =>
        one.checkVisibility(),
      )
      return shown.length > 0 && shown.every((one) => getComputedStyle(one).backgroundColor === wanted)
    }, color)
  await filled('rgb(10, 102, 194)')
  await tool(manager, /^主题颜色$/).click()
  await page.getByRole('menuitemradio', { name: '#0f766e' }).click()
  await page.waitForFunction(() => localStorage.getItem('themeColor') === '#0f766e')
  await page.reload()
  await filled('rgb(15, 116, 108)')
  await tool(manager, /^主题颜色$/).click()
  await page.getByRole('menuitemradio', { name: '恢复默认颜色' }).click()
  await filled('rgb(10, 102, 194)')
  assert.equal(await page.evaluate(() => localStorage.getItem('themeColor')), null)
})

test('full screen where the browser can, and the words of the specification where it cannot', async (t) => {
  const manager = await enter(t, portal)
  const { page } = manager
  await tool(manager, /^全屏$/).click()
  await page.waitForFunction(() => document.fullscreenElement !== null)
  await tool(manager, /^退出全屏$/).click()
  await page.waitForFunction(() => document.fullscreenElement === null)
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await tool(manager, /^全屏$/).click()
  await expectText(page, 'you browser can not work')
})

test('what failed in this window is counted, listed with its reference, copied and cleared', async (t) => {
  const manager = await enter(t, portal, '/order-manage/list')
  const { page, context } = manager
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('row').nth(3).waitFor()
  // Once: the list is refetched whenever the window gets the focus.
  await page.route(
    '**/find-page-list.action',
    (route) =>
      route.fulfill({
        json: { respCode: -1, respDesc: '数据库没有应答', attribute: null, traceId: 'trace-7' },
      }),
    { times: 1 },
  )
  await button(page, '刷新').click()
  await tool(manager, /^错误日志：1 条$/).click()
  const log = page.getByRole('dialog', { name: '错误日志' })
  await log.getByText('trace-7').waitFor()
  await log.getByText('find-page-list').waitFor()
  await log.getByRole('button', { name: '复制', exact: true }).click()
  await expectText(page, '已复制')
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /数据库没有应答\ntrace-7/)
  await log.getByRole('button', { name: '清空' }).click()
  await log.getByText('还没有出过错').waitFor()
  await page.keyboard.press('Escape')
  await tool(manager, /^错误日志$/).waitFor()
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

test('user info that cannot be loaded leads to the login with what was wanted, and shows why or "Has Error"', async (t) => {
  const { page } = await openWindow(t, portal.url)
  for (const [respDesc, text] of [
    ['数据库没有应答', '数据库没有应答'],
    ['', 'Has Error'],
  ] as const) {
    await page.route('**/get-account-info.action', (route) =>
      route.fulfill({ json: { respCode: -1, respDesc, attribute: null } }),
    )
    await page.goto('/404')
    await page.evaluate(() => localStorage.setItem('token', 'a token'))
    await page.goto('/order-manage/list?page=2')
    await expectText(page, text)
    const { pathname, searchParams } = new URL(page.url())
    assert.deepEqual(
      [pathname, searchParams.get('redirect'), searchParams.get('page')],
      ['/login', '/order-manage/list?page=2', '2'],
    )
    assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
  }
})

test('no column of a list is cut by the one that stays, and what a list is read by takes what is left', async (t) => {
  const { page } = await enter(t, portal, '/home/index', { locale: 'en' })
  for (const path of [
    '/train-manage/class',
    '/train-manage/study-report',
    '/resource-manage/course',
    '/unit-manage/list',
  ]) {
    await page.goto(path)
    await page.locator('tbody [data-row-key]:visible').first().waitFor()
    const [cut, name] = await page.locator('.crud-scroll:visible').evaluate((box) => {
      const edge = box.querySelector('th[data-fixed]')!.getBoundingClientRect().left
      const heads = [...box.querySelectorAll('th:not([data-fixed])')]
      const isCut = (head: Element) => {
        const { left, right } = head.getBoundingClientRect()
        return left < edge - 1 && right > edge + 1
      }
      return [
        heads.filter(isCut).map((head) => head.textContent),
        box.querySelector('th[data-wide]')?.clientWidth,
      ] as const
    })
    assert.deepEqual(cut, [], path)
    if (name !== undefined) assert.ok(name >= 190, `${path}: ${name} px`)
  }
})

test('on a telephone the rows of a list begin high, also beside a tree, which folds away after a choice', async (t) => {
  const { page } = await enter(t, portal, '/student-manage/student', { width: 390 })
  for (const path of ['/student-manage/student', '/order-manage/list', '/train-manage/class']) {
    await page.goto(path)
    const first = page.locator('[data-row-key]').first()
    await first.waitFor()
    const { y } = (await first.boundingBox())!
    assert.ok(y < 260, `${path}: the first row is at ${y} px`)
    await page.getByRole('button', { name: /^待办/ }).waitFor()
    await page.getByRole('button', { name: /任务/ }).waitFor()
    const small = await page.locator('.shell-top, .crud').evaluateAll((parts) =>
      parts.flatMap((part) =>
        [...part.querySelectorAll('a, button, select, summary')]
          .filter((control) => control.checkVisibility())
          .map((control) => [control.textContent, control.getBoundingClientRect()] as const)
          .filter(([, { width, height }]) => width < 24 || height < 24)
          .map(([name]) => name),
      ),
    )
    assert.deepEqual(small, [], path)
  }
  await page.getByRole('button', { name: '展开', exact: true }).click()
  await page.getByRole('treeitem').first().click()
  const toggle = page.locator('.side-toggle')
  assert.equal(await toggle.getAttribute('aria-expanded'), 'false')
  assert.equal(await toggle.evaluate((it) => it === document.activeElement), true)
})

test('on a telephone the name of the page opens the tabs, a sheet the named tools', async (t) => {
  const { page } = await enter(t, portal, '/train-manage/study-report', { width: 390 })
  await page.locator('[data-row-key]').first().waitFor()
  const top = async () => (await page.locator('[data-row-key]').first().boundingBox())!.y
  const first = await top()
  await page.getByRole('button', { name: /^待办/ }).waitFor()
  await page.getByRole('button', { name: '更多工具' }).click()
  const tools = page.getByRole('dialog', { name: '更多工具' })
  await tools.getByText('错误日志').waitFor()
  assert.equal(await top(), first, 'the page stays where it is')
  await tools.getByRole('button', { name: '尺寸' }).click()
  await page.getByRole('menuitemradio', { name: 'Medium' }).click()
  await tools.getByRole('button', { name: '快捷键' }).click()
  await page.getByRole('dialog', { name: '快捷键' }).waitFor()
  assert.equal(await tools.count(), 0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '列表工具' }).click()
  await page.getByRole('dialog', { name: '列表工具' }).getByText('刷新').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '学习档案 标签页操作' }).click()
  await page.getByRole('menuitem', { name: '首页' }).click()
  await page.waitForURL('**/home/index')
})

test('on a telephone a finger hits every control of a list, and what is chosen is acted on at the lower edge', async (t) => {
  const { page } = await enter(t, portal, '/train-manage/study-report', { width: 390 })
  await page.locator('[data-row-key]').first().waitFor()
  const small = (within: string) =>
    page
      .locator(`${within} :is(button, select, summary, .crud-tick-box, input:not([type=checkbox]))`)
      .evaluateAll((all) =>
        all
          .filter((control) => control.checkVisibility())
          .map((control) => [control.textContent, control.getBoundingClientRect().height] as const)
          .filter(([, height]) => height < 44),
      )
  assert.deepEqual(await small('.crud'), [])
  await page.getByText('选择本页全部').click()
  const every = page.getByRole('button', { name: /^选择全部 \d+ 条符合条件的$/ })
  const { y, height } = (await every.boundingBox())!
  assert.ok(y > 422 && y + height <= 844, `it is at ${y} px`)
  await page.getByRole('button', { name: '筛选' }).click()
  await page.getByLabel('证件号').waitFor()
  assert.deepEqual(await small('.crud-sheet'), [])
  const sides = await page.locator('.crud-sheet .crud-field').evaluateAll((all) => [
    ...new Set(
      all.map((field) => {
        // Of a range both inputs together.
        const boxes = [...field.querySelectorAll('input, select')].map((each) => each.getBoundingClientRect())
        const left = Math.min(...boxes.map((box) => box.left))
        return JSON.stringify([left, Math.round(Math.max(...boxes.map((box) => box.right)) - left)])
      }),
    ),
  ])
  assert.equal(sides.length, 1, `all fields are as wide as each other: ${sides.join(' ')}`)
})
