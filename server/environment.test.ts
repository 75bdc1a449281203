import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { OperatorError, readEnvironment } from './environment.ts'

test('nothing set gives the demo on loopback', () => {
  const environment = readEnvironment({})
  assert.equal(environment.port, 8080)
  assert.equal(environment.host, '127.0.0.1')
  assert.equal(environment.demo, true)
  assert.equal(environment.captcha, true)
  assert.equal(environment.databaseUrl, null)
  assert.equal(environment.publicUrl, 'http://127.0.0.1:8080')
})

test('from outside, by host or address, there is a demo only where DEMO is set', () => {
  const demo = (env: Record<string, string>) => readEnvironment(env).demo
  for (const HOST of ['0.0.0.0', '::', '10.0.0.7', 'study.example.cn', '127.0.0.1.example.cn']) {
    assert.deepEqual([HOST, demo({ HOST }), demo({ HOST, DEMO: '1' })], [HOST, false, true])
  }
  for (const HOST of ['127.0.0.1', '127.8.0.1', 'localhost', '::1']) {
    assert.deepEqual([HOST, demo({ HOST }), demo({ HOST, DEMO: '0' })], [HOST, true, false])
  }
  assert.equal(demo({ PUBLIC_URL: 'https://study.example.cn' }), false)
})

test('a wrong value is one sentence that names the variable', () => {
  const wrong: Record<string, string> = {
    PORT: '80x',
    DATABASE_URL: 'mysql://localhost/x',
    DEMO: 'maybe',
    CAPTCHA: '2',
    SECRET_KEY: 'short',
    PUBLIC_URL: 'ftp://x',
    LOG_LEVEL: 'loud',
  }
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(
      () => readEnvironment({ [name]: value }),
      (error: Error) =>
        error instanceof OperatorError && error.message.startsWith(name) && !error.message.includes('\n'),
      name,
    )
  }
})

test('a secret is never repeated in the sentence', () => {
  assert.throws(
    () => readEnvironment({ DATABASE_URL: 'mysql://root:hunter2@localhost/x' }),
    (error: Error) => !error.message.includes('hunter2'),
  )
})

/** The refusal names the variable and never repeats a secret. */
const refused = (env: Record<string, string | undefined>, name: string) =>
  assert.throws(
    () => readEnvironment(env),
    (error: Error) =>
      error instanceof OperatorError && error.message.startsWith(name) && !error.message.includes('kkkk'),
    name,
  )

test('a contract with WeChat Pay is complete or refused by the name of what is missing or wrong', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-environment-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  writeFileSync(join(folder, 'private.pem'), pair.privateKey)
  writeFileSync(join(folder, 'public.pem'), pair.publicKey)
  const whole: Record<string, string> = {
    PUBLIC_URL: 'https://study.example/',
    WECHATPAY_APP_ID: 'wx1',
    WECHATPAY_MCH_ID: '1900000109',
    WECHATPAY_SERIAL: 'ABC',
    WECHATPAY_KEY_FILE: join(folder, 'private.pem'),
    WECHATPAY_API_V3_KEY: 'k'.repeat(32),
    WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
    WECHATPAY_PUBLIC_KEY_FILE: join(folder, 'public.pem'),
  }
  const { wechatPay } = readEnvironment(whole)
  assert.equal(wechatPay?.baseUrl, 'https://api.mch.weixin.qq.com')
  assert.equal(wechatPay.privateKey, pair.privateKey)
  assert.equal(readEnvironment({}).wechatPay, null)

  for (const name of Object.keys(whole).filter((key) => key.startsWith('WECHATPAY_'))) {
    refused({ ...whole, [name]: undefined }, name)
  }
  refused({ ...whole, WECHATPAY_API_V3_KEY: 'kkkkk' }, 'WECHATPAY_API_V3_KEY')
  refused({ ...whole, WECHATPAY_KEY_FILE: whole.WECHATPAY_PUBLIC_KEY_FILE }, 'WECHATPAY_KEY_FILE')
  refused({ ...whole, WECHATPAY_KEY_FILE: join(folder, 'absent.pem') }, 'WECHATPAY_KEY_FILE')
  refused({ ...whole, WECHATPAY_BASE_URL: 'http://api.mch.weixin.qq.com' }, 'WECHATPAY_BASE_URL')
  refused({ ...whole, PUBLIC_URL: 'http://study.example' }, 'PUBLIC_URL')
})

test('Alipay is configured whole or not at all, for a seller of its own kind, and answers on https', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jixu-alipay-'))
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  writeFileSync(join(folder, 'private.pem'), pair.privateKey)
  writeFileSync(join(folder, 'public.pem'), pair.publicKey)
  const whole = {
    PUBLIC_URL: 'https://study.example',
    ALIPAY_APP_ID: '2021000000000001',
    ALIPAY_SELLER_ID: '2088000000000001',
    ALIPAY_KEY_FILE: join(folder, 'private.pem'),
    ALIPAY_PUBLIC_KEY_FILE: join(folder, 'public.pem'),
  }
  assert.equal(readEnvironment(whole).alipay?.gateway, 'https://openapi.alipay.com/gateway.do')
  assert.equal(readEnvironment({}).alipay, null)
  for (const name of Object.keys(whole).filter((key) => key.startsWith('ALIPAY_'))) {
    refused({ ...whole, [name]: undefined }, name)
  }
  refused({ ...whole, ALIPAY_SELLER_ID: 'me@example.cn' }, 'ALIPAY_SELLER_ID')
  refused({ ...whole, ALIPAY_KEY_FILE: whole.ALIPAY_PUBLIC_KEY_FILE }, 'ALIPAY_KEY_FILE')
  refused({ ...whole, ALIPAY_GATEWAY: 'http://openapi.alipay.com/gateway.do' }, 'ALIPAY_GATEWAY')
  refused({ ...whole, PUBLIC_URL: 'http://study.example' }, 'PUBLIC_URL')
})

test('the contract for invoices is whole or none, of a seller, and answers on https', () => {
  const whole = {
    PUBLIC_URL: 'https://study.example',
    NUONUO_APP_KEY: 'key',
    NUONUO_APP_SECRET: 'secret',
    NUONUO_TAX_NO: '91310000MA1K35X019',
  }
  assert.deepEqual(readEnvironment(whole).nuonuo, {
    appKey: 'key',
    appSecret: 'secret',
    token: null,
    taxNo: '91310000MA1K35X019',
    services: 'https://sdk.nuonuo.com/open/v1/services',
  })
  assert.equal(readEnvironment({ ...whole, NUONUO_TOKEN: 'forever' }).nuonuo?.token, 'forever')
  assert.equal(readEnvironment({}).nuonuo, null)
  for (const name of Object.keys(whole).filter((key) => key.startsWith('NUONUO_'))) {
    refused({ ...whole, [name]: undefined }, name)
  }
  refused({ ...whole, NUONUO_TAX_NO: '9131' }, 'NUONUO_TAX_NO')
  refused({ ...whole, NUONUO_SERVICES: 'http://sandbox.nuonuocs.cn/open/v1/services' }, 'NUONUO_SERVICES')
  refused({ ...whole, PUBLIC_URL: 'http://study.example' }, 'PUBLIC_URL')
})

test('a carrier is configured whole or not at all, and answers on https or on this machine', () => {
  const key = { SMS_KEY_ID: 'id', SMS_KEY_SECRET: 'secret' }
  assert.equal(readEnvironment({}).sms, null)
  assert.deepEqual(readEnvironment({ ...key, SMS_PROVIDER: 'aliyun' }).sms, {
    provider: 'aliyun',
    keyId: 'id',
    keySecret: 'secret',
    appId: null,
    baseUrl: 'https://dysmsapi.aliyuncs.com',
  })
  const tencent = { ...key, SMS_PROVIDER: 'tencent', SMS_APP_ID: '1400', SMS_BASE_URL: 'http://127.0.0.1:9' }
  assert.equal(readEnvironment(tencent).sms!.baseUrl, 'http://127.0.0.1:9')
  const identity = { IDENTITY_PROVIDER: 'tencent', IDENTITY_KEY_ID: 'id', IDENTITY_KEY_SECRET: 'secret' }
  assert.equal(readEnvironment(identity).identity!.baseUrl, 'https://faceid.tencentcloudapi.com')
  const mail = { MAIL_SMTP_URL: 'smtps://a:b@smtp.example.cn', MAIL_FROM: 'Jixu <no-reply@example.cn>' }
  assert.equal(readEnvironment(mail).mail!.from, mail.MAIL_FROM)
  const wrong: [Record<string, string>, RegExp][] = [
    [{ ...key }, /SMS_PROVIDER is not set/],
    [{ ...key, SMS_PROVIDER: 'pigeon' }, /SMS_PROVIDER is "pigeon"/],
    [{ ...key, SMS_PROVIDER: 'tencent' }, /SMS_APP_ID is not set/],
    [{ ...tencent, SMS_BASE_URL: 'http://sms.example.cn' }, /SMS_BASE_URL is/],
    [{ ...identity, IDENTITY_PROVIDER: 'x' }, /IDENTITY_PROVIDER is "x"/],
    [{ ...mail, MAIL_SMTP_URL: 'http://smtp.example.cn' }, /MAIL_SMTP_URL is "\*\*\*"/],
    [{ ...mail, MAIL_FROM: 'nobody' }, /MAIL_FROM is "nobody"/],
  ]
  for (const [env, sentence] of wrong) {
    assert.throws(
      () => readEnvironment(env),
      (error: Error) => error instanceof OperatorError && sentence.test(error.message),
    )
  }
})
