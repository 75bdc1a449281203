import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { type Order, orderCalls } from '../../features/order/contract.ts'
import type { World } from '../harness.ts'
import { expectText } from './expect.ts'
import { readCode, scan, type Visitor } from './visitor.ts'

export interface Person {
  realName: string
  cardNumber: string
  mobile: string
  loginName: string
  password: string
}

/** Moves the piece to the gap, by keyboard or pointer. Only the answer is read from the database: it is visual. */
export async function solveSlider(
  { page }: Visitor,
  world: World,
  how: 'keyboard' | 'pointer',
): Promise<void> {
  const handle = page.getByRole('slider', { name: '拼图位置' })
  await page.locator('.slider-picture img').first().waitFor()
  const [captcha] = await world.db`
    select x from captchas where verification_hash is null order by expires_at desc limit 1`
  const x = captcha!.x as number
  if (how === 'keyboard') {
    await handle.focus()
    for (let at = 0; at + 20 <= x; at += 20) await page.keyboard.press('Shift+ArrowRight')
    for (let at = x - (x % 20); at + 2 <= x; at += 4) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
  } else {
    const track = (await page.locator('.slider-track').boundingBox())!
    const grip = (await handle.boundingBox())!
    const pixel = track.width / 310
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
    await page.mouse.down()
    await page.mouse.move(track.x + (x + 25) * pixel, grip.y + 10, { steps: 8 })
    await page.mouse.up()
  }
  await handle.waitFor({ state: 'hidden' })
}

/** Registers as a newcomer does: with the code that was sent to the telephone. */
export async function register(
  visitor: Visitor,
  world: World,
  person: Person,
  how: 'keyboard' | 'pointer',
): Promise<void> {
  const { page, context } = visitor
  await page.goto('/register')
  await page.getByLabel('真实姓名').fill(person.realName)
  await page.getByLabel('身份证号').fill(person.cardNumber)
  await page.getByLabel('手机号').fill(person.mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await solveSlider(visitor, world, how)
  await expectText(page, '验证码已发送')
  await page.getByLabel('短信验证码').fill(await readCode(context, person.mobile))
  await page.getByRole('button', { name: '改用其他账号名' }).click()
  await page.getByLabel('账号', { exact: true }).fill(person.loginName)
  await page.getByLabel('密码', { exact: true }).fill(person.password)
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check()
  await page.getByRole('button', { name: '注册并登录' }).click()
  await page.waitForURL('**/my')
}

/** Orders the first class that a learner can buy, by the call. */
export async function orderAny(world: World, token: string): Promise<Order> {
  const classes = await world.db<{ id: string; price: number }[]>`
    select id, price from train_classes where status = 'on_shelf' and price > 0 and not need_review order by id`
  for (const { id, price } of classes) {
    const input = { classIds: [id], expectedAmount: price, acceptMismatch: [id] }
    const order = await world.call(orderCalls.saveOrder, input, token)
    if (order.respCode === 200) return order.attribute
  }
  return assert.fail('the demo has no class to buy')
}

/** From a class's page through the cart to a paid order; the telephone is a second window that scans the code. */
export async function buy(visitor: Visitor, amount: string): Promise<void> {
  const { page, context } = visitor
  await page.getByRole('button', { name: '加入购物车' }).click()
  await page.getByRole('link', { name: '去结算' }).first().click()
  await page.waitForURL('**/student/cart')
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.waitForURL('**/go-pay?orderId=*')
  const phone = await context.newPage()
  await phone.goto(await scan(page, /付款二维码/))
  await expectText(phone, amount)
  await phone.getByRole('button', { name: '确认支付' }).click()
  await expectText(phone, '支付成功')
  await phone.close()
  await expectText(page, '付款成功')
}

/** Begins to study what was just paid for. */
export async function study(page: Page): Promise<void> {
  // Until the page knows the class, the link leads to all of them.
  await page.locator('a[href*="study-page"]', { hasText: '去学习' }).tap()
  await page.waitForURL(/study-page/)
}

/** Counted seconds of the video that the page shows. */
export async function secondsCounted({ page }: Visitor): Promise<number> {
  const text = await page
    .getByText(/本节已计|本节 [\d:]+ 已全部计入/)
    .first()
    .innerText()
  const [, minutes, seconds] = /本节(?:已计)? (\d+):(\d\d)/.exec(text) ?? []
  assert.ok(minutes && seconds, text)
  return Number(minutes) * 60 + Number(seconds)
}

/** Remaining seconds of the video that the page shows; 0 once everything has been studied. */
export async function secondsLeft({ page }: Visitor): Promise<number> {
  const text = await page
    .getByText(/还需 [\d:]+|全部学完了/)
    .first()
    .innerText()
  if (text.includes('全部学完了')) return 0
  const [, minutes, seconds] = /还需 (\d+):(\d\d)/.exec(text) ?? []
  assert.ok(minutes && seconds, text)
  return Number(minutes) * 60 + Number(seconds)
}

/** Lets the video play where the browser did not begin by itself. */
export async function play({ page }: Visitor): Promise<void> {
  const video = page.locator('video')
  // Whether it begins by itself shows once there is something to play.
  await video.evaluate(
    (media: HTMLVideoElement) =>
      new Promise<void>((resolve) => {
        if (media.readyState >= media.HAVE_FUTURE_DATA) resolve()
        else media.addEventListener('canplay', () => resolve(), { once: true })
      }),
  )
  if (await video.evaluate((media: HTMLVideoElement) => media.paused))
    await page.getByRole('button', { name: '播放' }).first().click()
}

/** Waits until so many seconds are counted; a video counts no faster than it plays, but never stops. */
export async function watchUntil(visitor: Visitor, seconds: number): Promise<void> {
  for (;;) {
    const counted = await secondsCounted(visitor)
    if (counted >= seconds) return
    const time = `${Math.floor(counted / 60)}:${String(counted % 60).padStart(2, '0')}`
    await visitor.page
      .getByText(new RegExp(`本节(已计)? ${time}`))
      .first()
      .waitFor({ state: 'hidden' })
  }
}

/** Sits the exam that the page opens, by keyboard: every statement of it is true. */
export async function sitExam({ page }: Visitor, questions: number): Promise<void> {
  await page.getByRole('button', { name: '开始考试' }).click()
  await page.getByRole('radio', { name: '正确' }).first().waitFor()
  for (let no = 1; no <= questions; no++) {
    const group = page.getByRole('group', { name: new RegExp(`^第 ${no} 题`) })
    await group.getByRole('radio', { name: '正确' }).focus()
    await page.keyboard.press('Space')
  }
  await expectText(page, /已保存/)
  await page.getByRole('button', { name: '交卷' }).first().click()
  await page.getByRole('button', { name: '确认交卷' }).click()
  await expectText(page, '合格，得 100 分')
}

/** Prints the certificate of a class, which a stranger then verifies, by its code and by number and name. */
export async function getCertificate(
  { page, context }: Visitor,
  stranger: Visitor,
  { className, holder }: { className: string; holder: string },
): Promise<void> {
  await page.goto('/my?tab=certificates')
  await expectText(page, /证书编号|编号/)
  const picture = page.getByRole('img', { name: className })
  await picture.scrollIntoViewIfNeeded()
  await page.waitForFunction(
    (img) => (img as HTMLImageElement).naturalWidth > 1000,
    await picture.elementHandle(),
  )
  const pdf = await page.getByRole('link', { name: /^打印/ }).getAttribute('href')
  const printed = await context.request.get(pdf!)
  assert.equal((await printed.body()).subarray(0, 5).toString(), '%PDF-')
  const check = await page.getByRole('link', { name: /^查验页/ }).getAttribute('href')
  await stranger.page.goto(check!)
  await expectText(stranger.page, className)
  const number = await stranger.page.getByText(/^JH\d{4}-/).textContent()
  await stranger.page.goto('/check')
  await stranger.page.getByLabel('证书编号').fill(number!)
  await stranger.page.getByLabel('持证人姓名').fill(holder)
  await stranger.page.getByRole('button', { name: '查验' }).click()
  await expectText(stranger.page, className)
}

/** Every invariant of the product holds. */
export async function assertInvariants({ db }: World): Promise<void> {
  const folder = new URL('../invariants/', import.meta.url)
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.sql')) continue
    assert.deepEqual([...(await db.unsafe(await readFile(new URL(file, folder), 'utf8')))], [], file)
  }
}
