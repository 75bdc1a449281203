import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { before, test } from 'node:test'
import { openWindow } from '../../../../test/window.ts'
import { payloadOf, signedBytes, type Stated, statedBytes } from '../rules.ts'

openWindow()
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const stated: Stated = {
  kind: 'skill',
  level: '3',
  number: 'JH2023-0000017',
  name: '阿依古丽',
  cardTail: '021X',
  title: '养老护理员',
  issuer: '继续教育',
  issued: '2023-11-21',
  year: 2023,
  hoursTenths: 0,
}
const signedBy = (no: number) => {
  const bytes = statedBytes(stated, no)
  return payloadOf(bytes, sign(null, signedBytes(bytes), privateKey))
}
const payload = signedBy(1)

before(async () => {
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
  const saved = document.createElement('script')
  saved.id = 'saved'
  saved.type = 'application/json'
  saved.textContent = JSON.stringify({
    keys: [
      { no: 1, key },
      // Late in the evening by UTC, the next day in Shanghai.
      { no: 2, key, withdrawn: { at: '2023-11-19T20:00:00.000Z', reason: 'stolen' } },
    ],
    portal: 'https://portal.example',
    day: '2023-11-21',
  })
  document.body.append(saved)
  await import('./savedPage.ts')
})

/** Checks a text as a person does. */
function check(text: string): HTMLElement {
  document.querySelector('textarea')!.value = text
  document.querySelector<HTMLButtonElement>('form button')!.click()
  return document.querySelector('[role=status]')!
}

test('a signed code leads to no certificate but by its number: the address before it is not signed', () => {
  for (const address of ['https://portal.example/check/another-code', 'https://elsewhere.example/check/x']) {
    const result = check(`${address}#${payload}`)
    assert.match(result.textContent, /JH2023-0000017/)
    assert.deepEqual(
      [...result.querySelectorAll('a')].map(({ href }) => href),
      ['https://portal.example/check'],
    )
  }
})

test('a code that nobody signed shows nothing and leads nowhere', () => {
  const result = check(`https://portal.example/check/x#${payload.slice(0, -2)}`)
  assert.equal(result.querySelector('h2')!.className, 'wrong')
  assert.doesNotMatch(result.textContent, /JH2023/)
  assert.equal(result.querySelectorAll('a').length, 0)
})

test('a code signed by a withdrawn key is not confirmed: the day is shown, nothing of it, and the way to the online check', () => {
  const result = check(`https://portal.example/check/x#${signedBy(2)}`)
  assert.match(result.textContent, /2023-11-20/)
  assert.match(result.textContent, /the signing key was withdrawn|密钥已于/)
  assert.doesNotMatch(result.textContent, /JH2023|阿依古丽|signature is valid|签名有效/)
  assert.equal(result.querySelector('h2')!.className, 'unsure')
  assert.deepEqual(
    [...result.querySelectorAll('a')].map(({ href }) => href),
    ['https://portal.example/check'],
  )
})
