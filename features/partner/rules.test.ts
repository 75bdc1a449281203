import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { pathWithin, signedText } from './rules.ts'

test('what is signed names every field but the signature, sorted and encoded so that no two requests read alike', () => {
  const text = signedText({
    userName: '王 小明',
    partner: 'p1',
    nonce: 'n',
    sign: 'x',
    redirect: '/my?a=1&b=2',
  })
  assert.equal(
    text,
    'nonce=n&partner=p1&redirect=%2Fmy%3Fa%3D1%26b%3D2&userName=%E7%8E%8B%20%E5%B0%8F%E6%98%8E',
  )
  assert.notEqual(signedText({ a: '1&b=2' }), signedText({ a: '1', b: '2' }))
})

test('the worked example of the operations guide is right', () => {
  const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const of = (name: string) => {
    const line = new RegExp(`^${name}: \`(.+)\`$`, 'm').exec(guide)
    assert.ok(line, `the guide lacks ${name}`)
    return line[1]!
  }
  const fields = Object.fromEntries(new URL(of('Address'), 'http://portal').searchParams)
  assert.equal(signedText(fields), of('Signed text'))
  const sign = createHmac('sha256', of('Key')).update(signedText(fields)).digest('hex')
  assert.equal(sign, of('Signature'))
  assert.equal(fields.sign, sign)
})

test('a hand-over leads to a path of this portal or nowhere', () => {
  assert.equal(pathWithin('/my?tab=1'), '/my?tab=1')
  for (const other of [undefined, '', '//evil.cn', '/\\evil.cn', 'https://evil.cn', '/a\nb', 'my'])
    assert.equal(pathWithin(other), undefined)
})
