import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Call, Envelope, InputOf, OutputOf } from '../contract/call.ts'
import { registerCalls } from '../features/login/register/contract.ts'
import { messageCalls } from '../features/message/contract.ts'
import { codeCalls } from '../features/session/code/contract.ts'
import { sessionCalls } from '../features/session/contract.ts'
import { credentialCalls } from '../features/session/credential/contract.ts'
import { encodeCredential } from '../features/session/rules.ts'
import { connect } from '../server/db.ts'
import { readEnvironment } from '../server/environment.ts'
import { aCarrier, carrierKey } from '../test/build/carrier.ts'
import { moveClock } from '../test/clock.ts'
import { openDatabase } from '../test/harness.ts'
import { until } from '../test/until.ts'
import { addAdministrator, withPortal } from './admin.ts'

const folder = mkdtempSync(join(tmpdir(), 'jixu-carriers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const mobile = '16012340001'

test('without the demo a learner registers and resets a password by codes that the configured carrier sends', async () => {
  const carrier = await aCarrier({ SMS_2001: '您的验证码为 ${pin}，${time} 分钟内有效，请勿告诉他人。' })
  const databaseUrl = await openDatabase('empty')
  const environment = { DATA_DIR: folder, DATABASE_URL: databaseUrl, DEMO: '0', LOG_LEVEL: 'silent' }
  const db = connect(databaseUrl, { max: 1 })
  const first = await withPortal(readEnvironment(environment), (app) => addAdministrator(app, 'chief'))
  const child = spawn(process.execPath, [fileURLToPath(new URL('./start.ts', import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      ...environment,
      PORT: '0',
      CAPTCHA: 'off',
      SMS_PROVIDER: 'aliyun',
      SMS_KEY_ID: carrierKey.keyId,
      SMS_KEY_SECRET: carrierKey.keySecret,
      SMS_BASE_URL: carrier.baseUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = new Promise((resolve) => child.on('exit', resolve))
  after(async () => {
    child.kill('SIGTERM')
    await exit
    await Promise.all([carrier.close(), db.end()])
  })
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const found = /ready: (http:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.on('exit', () => reject(new Error(output)))
  })
  async function call<C extends Call>(
    what: C,
    input: InputOf<C>,
    token = '',
  ): Promise<Envelope<OutputOf<C>>> {
    const response = await fetch(`${address}/api${what.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify(input),
    })
    return response.json() as Promise<Envelope<OutputOf<C>>>
  }
  async function ask<C extends Call>(what: C, input: InputOf<C>, token = ''): Promise<OutputOf<C>> {
    const envelope = await call(what, input, token)
    assert.equal(envelope.respCode, 200, `${what.path}: ${envelope.respDesc} ${envelope.field ?? ''}`)
    return envelope.attribute
  }
  const signIn = async (account: string, password: string) => {
    const credentials = { account: encodeCredential(account), password: encodeCredential(password) }
    return (await ask(sessionCalls.login, credentials)).data.tokenCode
  }

  // Nothing is open until the administrator has named the template.
  assert.match((await call(codeCalls.sendMsgCode, { mobile })).respDesc, /短信/)
  const initial = await signIn('chief', first)
  const { data } = await ask(
    credentialCalls.modifyPassword,
    { oldPassword: first, password: 'Harbour55wind' },
    initial,
  )
  const token = data.tokenCode
  const route: InputOf<typeof messageCalls.saveRoute> = {
    kind: 'session.code',
    channel: 'sms',
    isEnabled: true,
    templateId: 'SMS_2001',
    slots: [
      { place: 'pin', param: 'code' },
      { place: 'time', param: 'minutes' },
    ],
  }
  const early = await call(messageCalls.saveRoute, route, token)
  assert.deepEqual([early.respCode, early.field], [422, 'smsSign'])
  await ask(messageCalls.saveConfig, { smsSign: '江海继续教育', dailySms: 100, dailyToNumber: 10 }, token)
  await ask(messageCalls.saveRoute, route, token)

  let read = 0
  async function code(codeCall: (typeof codeCalls)['sendMsgCode']) {
    const { codeToken } = await ask(codeCall, { mobile })
    await until(async () => carrier.taken.length > read)
    const { text, mobile: to } = carrier.taken[read++]!
    assert.equal(to, mobile)
    const [, msgCode] = /^【江海继续教育】您的验证码为 (\d{6})，5 分钟内有效，请勿告诉他人。$/.exec(text)!
    return { codeToken, msgCode: msgCode! }
  }
  await ask(registerCalls.doRegister, {
    loginName: 'newcomer',
    password: 'Garden88tree',
    realName: '林知夏',
    mobile,
    cardNumber: '110101199003070118',
    agreement: true,
    ...(await code(codeCalls.sendMsgCode)),
  })
  await signIn('newcomer', 'Garden88tree')
  // A minute lies between two codes.
  assert.equal((await call(codeCalls.sendMsgCodeByForget, { mobile })).respCode, 429)
  await moveClock(db, '2 minutes')
  const password = 'River77stone'
  await ask(registerCalls.forgetPassword, {
    mobile,
    password,
    ...(await code(codeCalls.sendMsgCodeByForget)),
  })
  const learner = await signIn('newcomer', password)
  const { list } = await ask(messageCalls.findMine, {}, learner)
  assert.deepEqual(
    list.map(({ kind }) => kind),
    ['account.passwordChanged'],
  )
  assert.equal((await fetch(`${address}/dev/outbox`)).status, 404)
})
