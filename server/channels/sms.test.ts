import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aCarrier, aMailServer, carrierKey } from '../../test/build/carrier.ts'
import { aliyunSignature, canonicalQuery } from './aliyun.ts'
import { CarrierRefused } from './carrier.ts'
import { tencentIdentity } from './identity.ts'
import { smtpMail } from './mail.ts'
import { aliyunSms } from './aliyunSms.ts'
import type { SmsChannel } from './sms.ts'
import { tencentSms } from './tencentSms.ts'

let carrier: Awaited<ReturnType<typeof aCarrier>>
let server: Awaited<ReturnType<typeof aMailServer>>
before(async () => {
  carrier = await aCarrier(
    { SMS_1: '验证码 ${code}，${minutes} 分钟内有效', '2001': '验证码 {1}，{2} 分钟内有效' },
    {
      reportOf: ({ mobile }) =>
        mobile.endsWith('9')
          ? 'failed'
          : mobile.endsWith('8')
            ? null
            : mobile.endsWith('7')
              ? 'unlisted'
              : 'delivered',
    },
  )
  server = await aMailServer()
})
after(() => Promise.all([carrier.close(), server.close()]))

const { appId, ...key } = carrierKey
const drivers = (keySecret = key.keySecret): [SmsChannel, string][] => {
  const given = { ...key, keySecret, baseUrl: carrier.baseUrl }
  return [
    [aliyunSms(given), 'SMS_1'],
    [tencentSms(given, appId), '2001'],
  ]
}
const refused = (code: RegExp, again: boolean) => (error: unknown) =>
  error instanceof CarrierRefused && code.test(error.code) && error.again === again
const draft = (templateId: string, outId: string, mobile = '13900000001') => ({
  mobile,
  sign: '测试',
  templateId,
  outId,
  values: [
    [templateId === '2001' ? '1' : 'code', '123456'],
    [templateId === '2001' ? '2' : 'minutes', '5'],
  ] as const,
})

test('the signature of Alibaba Cloud is that of its documentation', () => {
  const headers = {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    'x-acs-action': 'RunInstances',
    'x-acs-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': '2014-05-26',
  }
  const query = canonicalQuery({
    RegionId: 'cn-shanghai',
    ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
  })
  assert.equal(
    aliyunSignature(
      'YourAccessKeySecret',
      { method: 'POST', query, headers, body: '' },
      Object.keys(headers),
    ),
    '06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test('both carriers take a signed text, know it by our number, and report what became of it', async () => {
  for (const [sms, templateId] of drivers()) {
    const outId = `out-${sms.name}`
    const since = new Date().toISOString()
    assert.equal(await sms.find({ mobile: '13900000001', outId, since }), null)
    assert.match(await sms.send(draft(templateId, outId)), /./)
    assert.equal(carrier.taken.at(-1)!.text, '【测试】验证码 123456，5 分钟内有效')
    assert.equal(carrier.taken.at(-1)!.outId, outId)
    const report = async (mobile: string, id: string) => {
      await sms.send(draft(templateId, id, mobile))
      return sms.find({ mobile, outId: id, since })
    }
    assert.equal((await sms.find({ mobile: '13900000001', outId, since }))!.state, 'delivered')
    const failed = await report('13900000009', `failed-${sms.name}`)
    assert.deepEqual([failed!.state, failed!.code !== null], ['failed', true])
    const open = await report('13900000008', `open-${sms.name}`)
    assert.ok(open === null || open.state === 'sent')
    const found = await sms.findTemplate(templateId)
    assert.deepEqual([found!.isApproved, found!.text.startsWith('验证码 ')], [true, true])
    assert.equal(await sms.findTemplate('9999'), null)
  }
})

test('a text is found whichever day it was taken on, among many, and not before the carrier lists it', async () => {
  const { taken } = carrier
  for (const [sms, templateId] of drivers()) {
    const mobile = '13900000017'
    const since = new Date().toISOString()
    const outId = `late-${sms.name}`
    await sms.send(draft(templateId, outId, mobile))
    assert.equal(await sms.find({ mobile, outId, since }), null)
    taken.find((text) => text.outId === outId)!.mobile = '13900000016'
    assert.equal((await sms.find({ mobile: '13900000016', outId, since }))!.state, 'delivered')
  }
  // Begun before midnight in Shanghai, taken after it: asked about on both days, and only on days that have come.
  const [aliyun] = drivers()[0]!
  const midnight = Math.floor((Date.now() + 8 * 3_600_000) / 86_400_000) * 86_400_000 - 8 * 3_600_000
  const begun = new Date(midnight - 1000).toISOString()
  const mobile = '13900000015'
  const outId = 'over-midnight'
  for (let i = 0; i < 60; i++) await aliyun.send(draft('SMS_1', i === 59 ? outId : `many-${i}`, mobile))
  for (const text of taken.filter((each) => each.mobile === mobile))
    text.at = new Date(midnight + 1000).toISOString()
  assert.equal((await aliyun.find({ mobile, outId, since: begun }))!.state, 'delivered')
  const dayBefore = new Date(midnight - 86_400_000 - 1000).toISOString()
  assert.equal(await aliyun.find({ mobile, outId, since: dayBefore }), null)
})

test('a wrong key, an unknown template and values that do not fit are refused for good, silence is not', async () => {
  const count = carrier.taken.length
  for (const [sms, templateId] of drivers('wrong')) {
    await assert.rejects(sms.send(draft(templateId, 'x')), refused(/Signature/, false))
  }
  for (const [sms, templateId] of drivers()) {
    await assert.rejects(sms.send(draft('7777', 'x')), refused(/TEMPLATE|Template/, false))
    const { values, ...rest } = draft(templateId, 'x')
    await assert.rejects(sms.send({ ...rest, values: values.slice(1) }), refused(/PARAM|Param/, false))
  }
  const silent = { ...key, baseUrl: 'http://127.0.0.1:1' }
  for (const sms of [aliyunSms(silent), tencentSms(silent, appId)]) {
    await assert.rejects(sms.send(draft('SMS_1', 'x')), refused(/noAnswer/, true))
    await assert.rejects(
      sms.send(draft('SMS_1', 'x')),
      (error: Error) => !error.stack!.includes('13900000001'),
    )
  }
  assert.equal(carrier.taken.length, count)
})

test('a changed word after signing is refused by the local carrier as by the real one', async () => {
  const forged = async (request: Request) => {
    const url = new URL(request.url)
    url.searchParams.set('PhoneNumbers', '13911111111')
    return fetch(new Request(url, request))
  }
  const sms = aliyunSms({ ...key, baseUrl: carrier.baseUrl, transport: forged })
  await assert.rejects(sms.send(draft('SMS_1', 'x')), refused(/SignatureDoesNotMatch/, false))
  const changed = async (request: Request) =>
    fetch(request.url, {
      method: 'POST',
      headers: request.headers,
      body: (await request.text()).replace('13900000001', '13911111111'),
    })
  const other = tencentSms({ ...key, baseUrl: carrier.baseUrl, transport: changed }, appId)
  await assert.rejects(other.send(draft('2001', 'x')), refused(/AuthFailure/, false))
})

test('a name and an ID are checked by a signed call; both answers are known, a wrong key is no answer', async () => {
  const pair = { realName: '林知夏', cardNumber: '110101199003070011' }
  const channel = tencentIdentity({ ...key, baseUrl: carrier.baseUrl })
  assert.equal(await channel.matches(pair), true)
  assert.equal(await channel.matches({ ...pair, realName: '假知夏' }), false)
  const wrong = tencentIdentity({ ...key, keySecret: 'wrong', baseUrl: carrier.baseUrl })
  await assert.rejects(wrong.matches(pair), refused(/AuthFailure/, false))
  const busy = tencentIdentity({
    ...key,
    baseUrl: carrier.baseUrl,
    transport: async () => Response.json({ Response: { Result: '-6', Description: '' } }),
  })
  await assert.rejects(busy.matches(pair), refused(/-6/, true))
})

test('a mail goes out by SMTP under our number; a refused box and a wrong password are final, a busy server is not', async () => {
  const from = 'Jixu <no-reply@example.cn>'
  const mail = smtpMail({ url: server.url, from })
  const sent = await mail.send({
    to: 'wang@example.cn',
    subject: '密码已修改',
    text: '您的密码',
    outId: 'o1',
  })
  assert.equal(sent, '<o1@example.cn>')
  assert.deepEqual(server.mails[0]!.to, ['wang@example.cn'])
  assert.match(server.mails[0]!.raw, /Message-ID: <o1@example\.cn>/)
  const one = { subject: 's', text: 't', outId: 'o2' }
  await assert.rejects(mail.send({ ...one, to: 'nobody@example.cn' }), refused(/550|EENVELOPE/, false))
  await assert.rejects(mail.send({ ...one, to: 'later@example.cn' }), refused(/450/, true))
  const busy = smtpMail({ url: server.url.replace('portal', 'busy'), from })
  await assert.rejects(busy.send({ ...one, to: 'wang@example.cn' }), refused(/454/, true))
  const wrong = smtpMail({ url: server.url.replace('mail-secret', 'other'), from })
  await assert.rejects(wrong.send({ ...one, to: 'wang@example.cn' }), refused(/535|EAUTH/, false))
  const silent = smtpMail({ url: 'smtp://127.0.0.1:1', from })
  await assert.rejects(silent.send({ ...one, to: 'wang@example.cn' }), refused(/./, true))
})
