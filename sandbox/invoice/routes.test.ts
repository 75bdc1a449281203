import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { unzipSync } from 'fflate'
import type { InvoiceProvider, NewInvoice, NewRedForm } from '../../server/channels/invoicing.ts'
import { nuonuo } from '../../server/channels/nuonuo.ts'
import {
  demoContract,
  demoTaxNo,
  nuonuoPath,
  openInvoicing,
  openSeller,
} from '../../server/channels/openInvoicing.ts'
import { readEnvironment } from '../../server/environment.ts'
import { moveClock, stopClock } from '../../test/clock.ts'
import { freePort } from '../../test/freePort.ts'
import { openWorld, type World } from '../../test/harness.ts'
import { textOf } from '../../test/build/pdf.ts'
import { setCredit } from './drawer.ts'
import { until } from '../../test/until.ts'
import { turnKnob } from './knobs.ts'
import { answerAsBuyer, beginAsBuyer } from './redForms.ts'

let world: World
let provider: InvoiceProvider
let callbackUrl: string
/** Bodies of the callbacks, and what answers them. */
const callbacks: string[] = []
let acknowledges = true

const folder = mkdtempSync(join(tmpdir(), 'jixu-invoices-'))
const called = createServer((request, reply) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    callbacks.push(body)
    reply.end(JSON.stringify(acknowledges ? provider.callbackAnswer : {}))
  })
})

before(async () => {
  const port = await freePort()
  const environment = readEnvironment({
    DATA_DIR: folder,
    PORT: String(port),
    CAPTCHA: 'off',
    LOG_LEVEL: 'silent',
  })
  world = await openWorld({ environment })
  await stopClock(world.db)
  provider = openInvoicing(environment, world.app.secrets)!
  await world.portal.http.listen({ port, host: '127.0.0.1' })
  await new Promise<void>((done) => called.listen(0, '127.0.0.1', done))
  callbackUrl = `http://127.0.0.1:${(called.address() as { port: number }).port}/callback`
})
after(() => {
  called.close()
  rmSync(folder, { recursive: true, force: true })
})

const nobody = { address: null, phone: null, bank: null, bankAccount: null }
const seller = { ...nobody, name: '演示培训机构', taxNo: demoTaxNo }
let count = 0
function aBlue(change: Partial<NewInvoice> = {}): NewInvoice {
  const line = { taxCode: '3070201020000000000', quantity: 1, rate: 300, policy: '01' } as const
  return {
    serial: `FP${++count}`,
    kind: 'ordinary',
    buyer: { ...nobody, name: `某公司${count}`, taxNo: '91330106MA2AYNWD8M', isNatural: false },
    seller,
    drawer: '李明',
    lines: [
      { ...line, name: '公需课培训费', amount: 12_100, tax: 352 },
      { ...line, name: '专业课培训费', quantity: 3, amount: 10_000, tax: 291 },
    ],
    remark: '2023 年度',
    callbackUrl,
    ...change,
  }
}
const aForm = (blue: NewInvoice, number: string, change: Partial<NewRedForm> = {}): NewRedForm => ({
  serial: `HZ${++count}`,
  redSerial: `FH${count}`,
  blue: { number, kind: blue.kind, buyer: blue.buyer, seller },
  reason: 'serviceEnded',
  lines: null,
  callbackUrl,
  ...change,
})

let moved = 0
/** Moves the clock on, and stops it there: what waits for a second waits until a test lets it pass. */
async function pass(seconds: number): Promise<void> {
  moved += seconds
  await moveClock(world.db, `${moved} seconds`)
  await stopClock(world.db)
}

/** Lets time pass, and the tax bureau work through what is due. */
async function work(seconds = 2): Promise<void> {
  await pass(seconds)
  await until(async () => {
    await world.portal.drainJobs()
    const due = await world.db`
      select from jobs where type in ('sandbox.issue', 'sandbox.callback')
        and (status = 'running' or (status = 'queued' and run_at <= moment())) limit 1`
    return due.length === 0
  })
}

async function opened(blue: NewInvoice) {
  assert.deepEqual(await provider.issue(blue), { state: 'opening' })
  await work()
  const found = await provider.query(blue.serial)
  assert.equal(found.state, 'opened', JSON.stringify(found))
  return found as Extract<typeof found, { state: 'opened' }>
}
const stateOf = async (serial: string) => (await provider.query(serial)).state
const formOf = async (serial: string) => {
  const found = await provider.queryRed(serial)
  assert.equal(found.state, 'form')
  return (found as Extract<typeof found, { state: 'form' }>).form
}

test('an invoice is asked for, issued a moment later, and called back; its papers are marked as samples', async () => {
  const blue = aBlue()
  assert.deepEqual(await provider.issue(blue), { state: 'opening' })
  assert.equal(await stateOf(blue.serial), 'opening')
  callbacks.length = 0
  await work()
  const found = await provider.query(blue.serial)
  assert.equal(found.state, 'opened')
  if (found.state !== 'opened') return
  assert.match(found.number, /^\d{20}$/)
  assert.deepEqual([found.amount, found.tax], [22_100, 643])
  assert.deepEqual(
    callbacks.map((body) => provider.readCallback(Buffer.from(body))),
    [blue.serial],
  )
  const [pdf, ofd, xml] = await Promise.all(
    [found.files.pdf, found.files.ofd, found.files.xml].map((address) => provider.download(address!)),
  )
  const text = textOf(pdf!)
  for (const part of ['样票', found.number, '贰佰贰拾壹元整', '某公司', '专业课培训费'])
    assert.ok(text.includes(part), part)
  const parts = unzipSync(ofd!)
  assert.match(new TextDecoder().decode(parts['OFD.xml']), /样票[\s\S]*221\.00/)
  assert.match(xml!.toString(), new RegExp(`样票[\\s\\S]*${found.number}`))
  assert.equal(provider.name, 'sample')
})

test('a serial is issued once: asked for again it is what it was', async () => {
  const blue = aBlue()
  const first = await opened(blue)
  assert.deepEqual(await provider.issue(blue), first)
  const waiting = aBlue()
  await provider.issue(waiting)
  assert.deepEqual(await provider.issue(waiting), { state: 'opening' })
  const [row] =
    await world.db`select count(*)::int as n from sandbox_invoices where order_no = ${waiting.serial}`
  assert.equal(row!.n, 1)
  assert.deepEqual(await provider.query('FPNONE'), { state: 'unknown' })
})

test('a lost answer is silence, and the query finds what happened', async () => {
  const blue = aBlue()
  await turnKnob(world.db, 'loseAnswer', { buyerName: blue.buyer.name })
  assert.deepEqual(await provider.issue(blue), { state: 'silent', code: null })
  assert.equal(await stateOf(blue.serial), 'opening')
  await work()
  assert.equal(await stateOf(blue.serial), 'opened')
})

test('callbacks are lost, doubled, and repeated until acknowledged', async () => {
  const calls = async (knob: 'loseCallback' | 'doubleCallback') => {
    const blue = aBlue()
    await turnKnob(world.db, knob, { buyerName: blue.buyer.name })
    callbacks.length = 0
    await opened(blue)
    return callbacks.length
  }
  assert.deepEqual([await calls('loseCallback'), await calls('doubleCallback')], [0, 2])
  callbacks.length = 0
  acknowledges = false
  await opened(aBlue())
  acknowledges = true
  assert.equal(callbacks.length, 1)
  await work(3600)
  assert.equal(callbacks.length, 2)
})

test('a knob counts for one buyer’s next invoices, as often as it says', async () => {
  const blue = aBlue()
  await turnKnob(world.db, 'delay', { buyerName: blue.buyer.name, times: 2 })
  for (const one of [blue, aBlue({ buyer: blue.buyer })]) {
    await provider.issue(one)
    await work()
    assert.equal(await stateOf(one.serial), 'opening')
  }
  await opened(aBlue())
  await opened(aBlue({ buyer: blue.buyer }))
  await work(3600)
  assert.equal(await stateOf(blue.serial), 'opened')
})

test('a failure has its reason, and so has an empty credit line', async () => {
  const fail = async (knob: 'fail' | 'noCredit') => {
    const blue = aBlue()
    await turnKnob(world.db, knob, {
      buyerName: blue.buyer.name,
      reason: knob === 'fail' ? '税号不存在' : null,
    })
    await provider.issue(blue)
    await work()
    return provider.query(blue.serial)
  }
  assert.deepEqual(await fail('fail'), { state: 'failed', code: 'STATUS_22', message: '税号不存在' })
  assert.deepEqual(await fail('noCredit'), { state: 'failed', code: 'STATUS_22', message: '授信额度不足' })
})

test('the credit line goes down with each invoice and bounds what is issued', async () => {
  const own = demoContract(world.app.secrets, '91330106MA2AYNWD8M')
  const other = openSeller(world.app.environment, own)
  await world.db.begin((tx) => setCredit(tx, own.taxNo, 30_000))
  const theirs = () => aBlue({ seller: { ...seller, taxNo: own.taxNo } })
  const first = theirs()
  await other.issue(first)
  await work()
  assert.equal((await other.query(first.serial)).state, 'opened')
  assert.deepEqual(await other.credit(), { left: 30_000 - 22_100 + 643, total: 30_000, code: null })
  const second = theirs()
  await other.issue(second)
  await work()
  assert.deepEqual(await other.query(second.serial), {
    state: 'failed',
    code: 'STATUS_22',
    message: '授信额度不足',
  })
  assert.deepEqual(
    await provider.query(first.serial),
    { state: 'unknown' },
    'sellers do not see each other’s',
  )
})

for (const purpose of ['login', 'identity'] as const) {
  test(`an invoice waits for the drawer (${purpose}), who scans, and goes on`, async () => {
    const blue = aBlue()
    await turnKnob(world.db, purpose, { buyerName: blue.buyer.name })
    await provider.issue(blue)
    await work()
    const found = await provider.query(blue.serial)
    assert.equal(found.state, 'waitingDrawer', JSON.stringify(found))
    if (found.state !== 'waitingDrawer') return
    assert.equal(found.code.purpose, purpose)
    assert.deepEqual((await provider.credit()).code, found.code)
    assert.equal(await provider.confirmDrawer(found.code), false, 'nobody has scanned')
    const page = await (await fetch(found.code.qr!)).text()
    assert.match(page, /<form method="post">/)
    assert.match(await (await fetch(found.code.qr!, { method: 'POST' })).text(), /已确认/)
    assert.equal((await fetch(found.code.qr!)).status, 404, 'a code is scanned once')
    assert.equal(await provider.confirmDrawer(found.code), true)
    await work()
    assert.equal(await stateOf(blue.serial), 'opened')
    assert.equal((await provider.credit()).code, null)
  })
}

test('a code is over after five minutes, and another one is there at the next question', async () => {
  const blue = aBlue()
  await turnKnob(world.db, 'login', { buyerName: blue.buyer.name })
  await provider.issue(blue)
  const first = await provider.query(blue.serial)
  await pass(360)
  const second = await provider.query(blue.serial)
  assert.ok(first.state === 'waitingDrawer' && second.state === 'waitingDrawer')
  assert.notEqual(first.code.qr, second.code.qr)
  assert.equal((await fetch(first.code.qr!, { method: 'POST' })).status, 404)
  await fetch(second.code.qr!, { method: 'POST' })
  assert.equal(await provider.confirmDrawer(second.code), true)
})

test('an invoice that failed for want of the drawer goes on under its serial', async () => {
  const blue = aBlue()
  await turnKnob(world.db, 'fail', { buyerName: blue.buyer.name, reason: '请扫码登录电子税务局' })
  await provider.issue(blue)
  await work()
  const other = aBlue()
  await turnKnob(world.db, 'login', { buyerName: other.buyer.name })
  await provider.issue(other)
  const found = await provider.query(blue.serial)
  assert.equal(found.state, 'waitingDrawer')
  if (found.state !== 'waitingDrawer') return
  await fetch(found.code.qr!, { method: 'POST' })
  assert.equal(await provider.confirmDrawer(found.code), true)
  assert.equal((await provider.reissue(blue.serial)).state, 'opening')
  await work()
  assert.equal(await stateOf(blue.serial), 'opened')
})

test('a seal that failed is made again, twenty times a day', async () => {
  const blue = aBlue()
  await turnKnob(world.db, 'failSeal', { buyerName: blue.buyer.name, times: 21 })
  await provider.issue(blue)
  await work()
  const unsealed = await provider.query(blue.serial)
  assert.equal(unsealed.state, 'sealFailed')
  for (let i = 0; i < 20; i++) assert.deepEqual(await provider.reissue(blue.serial), unsealed)
  assert.deepEqual(await provider.reissue(blue.serial), { state: 'silent', code: 'E9613' })
  await pass(86_400)
  const sealed = await provider.reissue(blue.serial)
  assert.equal(sealed.state, 'opened')
  assert.deepEqual(await provider.reissue(blue.serial), sealed, 'what is sealed is not touched')
  assert.deepEqual(await provider.reissue('FPNONE'), { state: 'unknown' })
})

test('a red form needs nobody where the buyer has not booked, and turns the invoice red whole', async () => {
  const blue = aBlue()
  const { number } = await opened(blue)
  const asked = aForm(blue, number)
  const requested = await provider.requestRed(asked)
  assert.equal(requested.state, 'form', JSON.stringify(requested))
  if (requested.state !== 'form') return
  const { form } = requested
  assert.deepEqual(
    [form.state, form.amount, form.tax, form.reason],
    ['noneNeeded', 22_100, 643, 'serviceEnded'],
  )
  assert.equal(form.redNumber, null)
  await work()
  const red = await provider.query(asked.redSerial)
  assert.ok(red.state === 'opened')
  assert.deepEqual([red.amount, red.tax], [-22_100, -643])
  assert.deepEqual(await formOf(asked.serial), { ...form, redSerial: asked.redSerial, redNumber: red.number })
  // The same form again is itself; another one, or a red one of the red one, is refused.
  assert.equal((await provider.requestRed(asked)).state, 'form')
  const again = await provider.requestRed(aForm(blue, number))
  assert.ok(again.state === 'failed' && again.code === 'E9103')
  const ofRed = await provider.requestRed(aForm(blue, red.number))
  assert.ok(ofRed.state === 'failed' && /红字发票不能冲红/.test(ofRed.message))
  assert.ok((await provider.download(red.files.pdf!)).length > 1000)
})

test('parts turn red line by line, never more than a line has left', async () => {
  const blue = aBlue()
  const { number } = await opened(blue)
  const line = blue.lines[1]!
  const part = (amount: number, tax: number, change: object = {}) => ({
    ...line,
    index: 2,
    quantity: null,
    amount,
    tax,
    ...change,
  })
  const ask = (lines: NewRedForm['lines'], change: Partial<NewRedForm> = {}) =>
    provider.requestRed(aForm(blue, number, { lines, ...change }))
  const first = await ask([part(4000, 117)])
  assert.ok(first.state === 'form')
  assert.deepEqual(first.form.lines, [{ index: 2, amount: 4000, tax: 117 }])
  for (const [lines, change] of [
    [[part(6001, 174)], {}],
    [[part(6000, 175)], {}],
    [[part(1000, 29, { index: 3 })], {}],
    [[part(1000, 29), part(1000, 29)], {}],
    [[part(1000, 29, { taxCode: '1'.repeat(19) })], {}],
    [[part(1000, 29)], { reason: 'error' }],
    [null, {}],
    [[part(1000, 29)], { blue: { ...aForm(blue, number).blue, kind: 'special' } }],
  ] as const) {
    const refused = await ask(lines, change)
    assert.equal(refused.state, 'failed', JSON.stringify([lines, change]))
  }
  const rest = await ask([part(6000, 174, { quantity: 3 })])
  assert.equal(rest.state, 'form')
  const whole = await ask([{ ...blue.lines[0]!, index: 1 }])
  assert.equal(whole.state, 'form')
  await work()
  const [row] = await world.db`
    select sum(amount)::int as left from sandbox_invoices i
    where number = ${number} or form_id in (select form_id from sandbox_red_forms where blue_number = ${number})`
  assert.equal(row!.left, 0)
  assert.deepEqual(await ask([]), { state: 'failed', code: 'amount', message: '' })
})

test('a buyer who has booked confirms or refuses; a form that nobody answers lapses after 72 hours', async () => {
  const booked = async () => {
    const blue = aBlue()
    await turnKnob(world.db, 'booked', { buyerName: blue.buyer.name })
    const { number } = await opened(blue)
    const asked = aForm(blue, number)
    assert.equal((await provider.requestRed(asked)).state, 'form')
    assert.equal((await formOf(asked.serial)).state, 'waitsForBuyer')
    return { blue, number, asked }
  }
  const answer = (serial: string, agrees: boolean) =>
    world.db.begin((tx) => answerAsBuyer(tx, demoTaxNo, serial, agrees))
  const agreed = await booked()
  await answer(agreed.asked.serial, true)
  assert.equal((await formOf(agreed.asked.serial)).state, 'confirmed')
  await work()
  assert.equal(await stateOf(agreed.asked.redSerial), 'opened')

  const refused = await booked()
  await answer(refused.asked.serial, false)
  assert.equal((await formOf(refused.asked.serial)).state, 'refused')
  assert.deepEqual(await provider.query(refused.asked.redSerial), { state: 'unknown' })

  const revoked = await booked()
  assert.deepEqual(await provider.revokeRed(revoked.asked.serial), { state: 'done' })
  assert.equal((await formOf(revoked.asked.serial)).state, 'revoked')
  const twice = await provider.revokeRed(revoked.asked.serial)
  assert.equal(twice.state, 'failed')

  const lapsed = await booked()
  await pass(72 * 3600 - 60)
  assert.equal((await formOf(lapsed.asked.serial)).state, 'waitsForBuyer')
  await pass(60)
  assert.equal((await formOf(lapsed.asked.serial)).state, 'lapsed')
  await assert.rejects(answer(lapsed.asked.serial, true))
  // Where one lapsed, another is asked for.
  assert.equal((await provider.requestRed(aForm(lapsed.blue, lapsed.number))).state, 'form')
})

test('a form that the buyer began is found by day, and answered', async () => {
  const begun = async () => {
    const blue = aBlue()
    const { number, issuedAt } = await opened(blue)
    const serial = await world.db.begin((tx) => beginAsBuyer(tx, number))
    assert.deepEqual(await provider.queryRed(serial), { state: 'unknown' }, 'nobody has fetched it')
    const day = new Date(Date.parse(issuedAt) + 8 * 3_600_000).toISOString().slice(0, 10)
    const found = await provider.listBuyerForms(day, day)
    const form = found.find((one) => one.serial === serial)
    assert.deepEqual([form?.state, form?.requester, form?.blueNumber], ['waitsForSeller', 'buyer', number])
    return serial
  }
  const agreed = await begun()
  const redSerial = `FH${++count}`
  assert.deepEqual(await provider.answerRed(agreed, { agrees: true, redSerial, callbackUrl }), {
    state: 'done',
  })
  await work()
  const form = await formOf(agreed)
  assert.deepEqual([form.state, form.redSerial], ['confirmed', redSerial])
  assert.equal(await stateOf(redSerial), 'opened')
  const refused = await begun()
  assert.deepEqual(
    await provider.answerRed(refused, { agrees: false, redSerial: `FH${++count}`, callbackUrl }),
    {
      state: 'done',
    },
  )
  assert.equal((await formOf(refused)).state, 'refused')
  const late = await provider.answerRed(refused, { agrees: true, redSerial: `FH${count}`, callbackUrl })
  assert.equal(late.state, 'failed')
})

test('the list of a day has what was issued on it, page by page, blue and red', async () => {
  // The noon of a day of its own.
  const [row] = await world.db`
    select extract(epoch from date_trunc('day', local) + interval '36 hours' - local)::int as seconds,
      (local + interval '1 day')::date::text as day
    from (select moment() at time zone 'Asia/Shanghai' as local) t`
  await pass(row!.seconds as number)
  const blues = Array.from({ length: 51 }, () => aBlue())
  for (const blue of blues) assert.equal((await provider.issue(blue)).state, 'opening')
  await work()
  const first = await provider.query(blues[0]!.serial)
  assert.ok(first.state === 'opened')
  await provider.requestRed(aForm(blues[0]!, first.number))
  await work()
  const listed = await provider.list(row!.day as string)
  assert.equal(listed.length, 52)
  const { files: _, state: __, ...facts } = first
  assert.deepEqual(
    listed.find(({ serial }) => serial === blues[0]!.serial),
    { ...facts, serial: blues[0]!.serial, color: 'blue', buyerName: blues[0]!.buyer.name },
  )
  assert.equal(listed.filter(({ color }) => color === 'red').length, 1)
  assert.deepEqual(await provider.list('2001-01-01'), [])
})

test('what is signed by another, or says other sums than its lines, is refused', async () => {
  const { secrets, environment } = world.app
  const base = `http://127.0.0.1:${environment.port}${nuonuoPath}`
  const addresses = { services: `${base}/open/v1/services`, tokens: `${base}/accessToken` }
  const right = demoContract(secrets, demoTaxNo)
  assert.deepEqual(await nuonuo(right, addresses).check(), { result: 'right', code: null })
  assert.deepEqual(await nuonuo({ ...right, appSecret: 'wrong' }, addresses).check(), {
    result: 'refused',
    code: '070305',
  })
  assert.deepEqual(await nuonuo({ ...right, token: '1.x' }, addresses).check(), {
    result: 'refused',
    code: '070304',
  })
  assert.deepEqual(await nuonuo({ ...right, taxNo: '91330106MA2AYNWD8M' }, addresses).check(), {
    result: 'refused',
    code: '070101',
  })
  const given = await fetch(addresses.tokens, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: right.appKey,
      client_secret: right.appSecret,
      grant_type: 'client_credentials',
    }),
  })
  const { access_token: token } = (await given.json()) as { access_token: string }
  // The token is right and the signature is not.
  const forged = nuonuo({ ...right, appSecret: 'wrong', token }, addresses)
  assert.deepEqual(await forged.check(), { result: 'refused', code: '070201' })
  assert.deepEqual(await forged.issue(aBlue()), { state: 'silent', code: '070201' })

  const strangers = await provider.issue(aBlue({ seller: { ...seller, taxNo: '91330106MA2AYNWD8M' } }))
  assert.ok(strangers.state === 'failed' && /税号/.test(strangers.message))
})

test('without a demo, or with a contract, there is no such gateway', async () => {
  const { secrets } = world.app
  const given = { DATA_DIR: '/nonexistent', PUBLIC_URL: 'https://jixu.example', DEMO: '0' }
  assert.equal(openInvoicing(readEnvironment(given), secrets), null)
  const contract = { NUONUO_APP_KEY: 'a', NUONUO_APP_SECRET: 'b', NUONUO_TAX_NO: demoTaxNo }
  assert.equal(openInvoicing(readEnvironment({ ...given, ...contract }), secrets)?.name, 'nuonuo')
  assert.equal(openInvoicing(readEnvironment({ ...given, ...contract, DEMO: '1' }), secrets)?.name, 'nuonuo')
})

test('the page turns a knob and stands for the buyer', async () => {
  const base = `http://127.0.0.1:${world.app.environment.port}${nuonuoPath}`
  const send = (fields: Record<string, string>) =>
    fetch(base, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  assert.equal((await send({ knob: 'booked' })).status, 303)
  const blue = aBlue()
  const { number } = await opened(blue)
  const asked = aForm(blue, number)
  await provider.requestRed(asked)
  const page = await (await fetch(base)).text()
  assert.match(page, new RegExp(`name="form" value="${asked.serial}"`))
  await send({ form: asked.serial, seller: demoTaxNo, agrees: '1' })
  assert.equal((await formOf(asked.serial)).state, 'confirmed')
  const other = aBlue()
  const second = await opened(other)
  await send({ begin: second.number })
  const [row] = await world.db`
    select count(*)::int as n from sandbox_red_forms where blue_number = ${second.number} and requester = 'buyer'`
  assert.equal(row!.n, 1)
})
