import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { before, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { runJob } from '../../../test/build/job.ts'
import { sendForm } from '../../../test/build/file.ts'
import { aLearner, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { aBrowser, type Browser } from '../../../test/build/session.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { fileCalls } from '../contract.ts'
import { imageLimits, picturePath } from '../rules.ts'
import { cleanHtml, personalPicturePath, publishPictures, takePersonal } from './actions.ts'

let world: World
let portal: BuiltPortal
let token: string
let accountId: string
let browser: Browser
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
  const learner = await aLearner(world, portal)
  ;({ token, accountId } = learner)
  browser = aBrowser(world)
  await browser.signIn(learner.loginName)
})

const upload = (bytes: Uint8Array, name = 'a.png', mime = 'image/png', by: string | null = token) =>
  sendForm(world, fileCalls.uploadImage, { file: { name, mime, bytes } }, by)
const fetch = (path: string, method: 'GET' | 'HEAD' = 'GET', { cookies } = browser) =>
  world.portal.http.inject({ method, url: path, cookies })
const storedFiles = () => {
  try {
    return readdirSync(world.app.files.path('image'), { recursive: true, withFileTypes: true }).filter((e) =>
      e.isFile(),
    ).length
  } catch {
    return 0
  }
}

const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif', channels: 3 | 4 = 3) =>
  sharp({ create: { width: 60, height: 40, channels, background: { r: 24, g: 144, b: 255, alpha: 0.5 } } })
    .toFormat(format)
    .toBuffer()

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A valid black-and-white PNG of any size: a flood in a few kilobytes. */
function blankPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('every accepted type is stored re-encoded and readable by its uploader', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    const { respCode, attribute } = await upload(await picture(format), `x.${format}`)
    assert.equal(respCode, 200, format)
    assert.equal(attribute.data.imagePath.split('?')[0], `/media/image/${attribute.data.key}`)
    assert.deepEqual([attribute.data.width, attribute.data.height], [60, 40])
    const found = await fetch(attribute.data.imagePath)
    assert.equal(found.statusCode, 200)
    assert.match(String(found.headers['cache-control']), /^private/)
    assert.equal(found.headers['x-content-type-options'], 'nosniff')
    const seen = await sharp(found.rawPayload).metadata()
    assert.deepEqual([seen.width, seen.height], [60, 40])
    assert.equal(found.headers['content-type'], seen.format === 'png' ? 'image/png' : 'image/jpeg')
  }
})

test('a picture without transparency is stored in few bytes', async () => {
  const scene = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="720"><defs><linearGradient id="g"><stop stop-color="#1890ff"/><stop offset="1" stop-color="#fa8c16"/></linearGradient></defs><rect width="1200" height="720" fill="url(#g)"/><circle cx="600" cy="360" r="300" fill="none" stroke="#fff" stroke-width="40"/></svg>',
  )
  const { attribute } = await upload(await sharp(scene).flatten().png().toBuffer())
  const { rawPayload } = await fetch(attribute.data.imagePath)
  const plain = await sharp(scene).flatten().jpeg({ quality: 82 }).toBuffer()
  assert.ok(rawPayload.length < plain.length, `${rawPayload.length} of ${plain.length} bytes`)
})

test('transparency stays', async () => {
  const { attribute } = await upload(await picture('png', 4))
  const { rawPayload } = await fetch(attribute.data.imagePath)
  assert.equal((await sharp(rawPayload).metadata()).hasAlpha, true)
})

test('HEAD returns size and type without the picture', async () => {
  const { attribute } = await upload(await picture('png'))
  const whole = await fetch(attribute.data.imagePath)
  const head = await fetch(attribute.data.imagePath, 'HEAD')
  assert.equal(head.statusCode, 200)
  assert.equal(head.headers['content-length'], String(whole.rawPayload.length))
  assert.equal(head.rawPayload.length, 0)
})

test('hidden data of an image does not survive: location, orientation, and a page after the last byte', async () => {
  const turned = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .withExif({ IFD0: { ImageDescription: '<script>alert(1)</script>' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const polyglot = Buffer.concat([turned, Buffer.from('<html><script>alert(2)</script></html>')])
  const { respCode, attribute } = await upload(polyglot, 'page.html', 'text/html')
  assert.equal(respCode, 200)
  const { rawPayload, headers } = await fetch(attribute.data.imagePath)
  assert.equal(rawPayload.includes('script'), false)
  assert.equal(headers['content-type'], 'image/jpeg')
  const seen = await sharp(rawPayload).metadata()
  assert.deepEqual([seen.width, seen.height, seen.exif, seen.orientation], [40, 60, undefined, undefined])
})

test('what is no image is refused by its bytes, whatever it is called', async () => {
  const stored = storedFiles()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const wrong = [
    '<!doctype html><script>alert(1)</script>',
    svg,
    `<?xml version="1.0"?>${svg}`,
    '%PDF-1.7',
    'MZ',
    '',
  ]
  for (const text of wrong) {
    const { respCode, respDesc } = await upload(Buffer.from(text), 'face.png', 'image/png')
    assert.deepEqual([respCode, respDesc], [422, 'Image only'], text)
  }
  const none = await sendForm(world, fileCalls.uploadImage, {}, token)
  assert.deepEqual([none.respCode, none.respDesc], [422, 'Image only'])
  assert.equal(storedFiles(), stored)
})

test('an image that does not decode fails, and nothing is stored', async () => {
  const stored = storedFiles()
  const whole = await picture('png')
  const [had] = await world.db`select count(*) as n from images`
  for (const bytes of [whole.subarray(0, 40), Buffer.concat([whole.subarray(0, 33), Buffer.alloc(500, 7)])]) {
    const { respCode, respDesc } = await upload(bytes)
    assert.deepEqual([respCode, respDesc], [-1, 'Upload failed'])
  }
  assert.equal(storedFiles(), stored)
  const [has] = await world.db`select count(*) as n from images`
  assert.deepEqual(has, had)
})

test('a flood of pixels in a few kilobytes is not drawn; a large picture is, smaller', async () => {
  const flood = blankPng(8000, 8000)
  assert.ok(flood.length < 20_000)
  assert.equal((await upload(flood)).respDesc, 'Upload failed')
  const { respCode, attribute } = await upload(blankPng(7000, 700))
  assert.equal(respCode, 200)
  const { rawPayload } = await fetch(attribute.data.imagePath)
  assert.equal((await sharp(rawPayload).metadata()).width, imageLimits.side)
})

test('a file above 10,240 kb is refused with the size; one of exactly that is read', async () => {
  const large = await upload(Buffer.alloc(imageLimits.kilobytes * 1024 + 1))
  assert.deepEqual([large.respCode, large.respDesc], [422, 'Image exceeds size limit: 10240kb'])
  const small = await picture('png')
  const padded = Buffer.concat([small, Buffer.alloc(imageLimits.kilobytes * 1024 - small.length)])
  assert.equal((await upload(padded)).respCode, 200)
})

test('a picture taken for a face check or papers is shown only by its signed address where its reader is signed in, to the end of the next day, and sealed', async () => {
  const { secrets } = world.app
  const { key } = (await upload(await picture('png'))).attribute.data
  const other = (await upload(await picture('png'))).attribute.data.key
  const take = (by: string) => world.db.begin((tx) => takePersonal(tx, by, key))
  assert.equal(await take((await aLearner(world, portal)).accountId), false)
  const [stays] = await world.db`select is_personal from images where key = ${key}`
  assert.equal(stays!.isPersonal, false, 'by another account nothing is taken')
  assert.equal(await take(accountId), true)
  const another = await aLearner(world, portal)
  const elsewhere = aBrowser(world)
  await elsewhere.signIn(another.loginName)
  const address = personalPicturePath(secrets, { accountId }, key)
  const shown = await fetch(address)
  assert.equal(shown.statusCode, 200)
  assert.match(String(shown.headers['cache-control']), /^private/)
  const signed = new URLSearchParams(address.split('?')[1])
  const until = Number(signed.get('until'))
  const hours = (until - Date.now() / 1000) / 3600
  assert.ok(hours > 24 && hours <= 48, `${hours} hours`)
  const who = `who=${accountId}`
  const signature = (about: string, to: number, by = accountId) =>
    `who=${by}&until=${to}&signature=${secrets.sign('picture', `${about}|${by}|${to}`)}`
  const past = Math.floor(Date.now() / 1000) - 1
  for (const query of [
    '',
    'until=',
    `until=${until}&signature=${signed.get('signature')}`,
    `${who}&until=${until}`,
    `${who}&until=${until + 1}&signature=${signed.get('signature')}`,
    `${who}&until=${until}&until=${until}&signature=${signed.get('signature')}`,
    signature(other, until),
    signature(key, past),
    signature(key, until, another.accountId),
    signature(key, until, 'no account'),
  ]) {
    assert.equal((await fetch(`${picturePath(key)}?${query}`)).statusCode, 404, query)
  }
  for (const { cookies } of [elsewhere, aBrowser(world)]) {
    assert.equal((await fetch(address, 'GET', { ...browser, cookies })).statusCode, 404, 'not elsewhere')
  }
  assert.equal(
    (await fetch(picturePath(other))).statusCode,
    404,
    'nor by what is for all, while nobody has used it',
  )

  const file = world.app.files.path(key)
  await runJob(world, 'file.seal', { key })
  assert.ok(!existsSync(file), 'sealed, and sealed once more')
  const again = await fetch(address)
  assert.deepEqual(again.rawPayload, shown.rawPayload)
  assert.equal(again.headers['content-length'], String(shown.rawPayload.length))
  const [row] = await world.db`select picture_sealed from images where key = ${key}`
  const sealed = row!.pictureSealed as Buffer
  assert.ok(!sealed.includes(shown.rawPayload.subarray(0, 16)) && !sealed.includes('base64'))
  assert.equal((await fetch(picturePath(key))).statusCode, 404)
  assert.equal(personalPicturePath(secrets, { accountId }, null), null)
})

const publish = (by: string, key: string, html = '') =>
  world.db.begin((tx) =>
    publishPictures(tx, { accountId: by, projectId: portal.projectId }, { html, key, field: 'coverKey' }),
  )

test('an uploaded picture is its uploader’s until it is used for something everybody sees', async () => {
  const { key, imagePath } = (await upload(await picture('png'))).attribute.data
  assert.equal((await fetch(picturePath(key))).statusCode, 404)
  const early = await fetch(imagePath)
  assert.equal(early.statusCode, 200)
  assert.equal(early.headers['cache-control'], 'private, max-age=300')
  const stranger = aBrowser(world)
  assert.equal((await fetch(imagePath, 'GET', stranger)).statusCode, 404)
  await stranger.signIn((await aLearner(world, portal)).loginName)
  assert.equal((await fetch(imagePath, 'GET', stranger)).statusCode, 404)
  const other = (await aLearner(world, portal)).accountId
  await assert.rejects(publish(other, key), /may not be made public/)
  await publish(accountId, key)
  const shown = await fetch(picturePath(key))
  assert.match(String(shown.headers['cache-control']), /^public, max-age=31536000/)
  await publish(other, key)
  assert.equal(
    await world.db.begin((tx) => takePersonal(tx, accountId, key)),
    false,
    'nobody’s face any more',
  )
  const face = (await upload(await picture('png'))).attribute.data.key
  await world.db.begin((tx) => takePersonal(tx, accountId, face))
  await assert.rejects(publish(accountId, face), /may not be made public/)
})

test('a picture in a text is kept by its plain address, and one that is gone is refused', async () => {
  const { key, imagePath } = (await upload(await picture('png'))).attribute.data
  const html = `<p><img src="${imagePath.replaceAll('&', '&amp;')}" alt="图"></p>`
  assert.ok(cleanHtml(html).includes(`src="${picturePath(key)}"`))
  await publish(accountId, '', html)
  assert.equal((await fetch(picturePath(key))).statusCode, 200)
  await assert.rejects(
    publish(accountId, '', html.replace(key, `${key.slice(0, -6)}00.png`)),
    /upload it again/,
  )
})

test('a picture nobody used is removed after two days, one that is shown or taken stays, and so a replaced face goes', async () => {
  const keys: string[] = []
  for (let i = 0; i < 4; i++) keys.push((await upload(await picture('png'))).attribute.data.key)
  const [unused, used, face, former] = keys as [string, string, string, string]
  await publish(accountId, used)
  for (const key of [face, former]) await world.db.begin((tx) => takePersonal(tx, accountId, key))
  await world.db`update accounts set image_key = ${face} where id = ${accountId}`
  const isThere = async (key: string) => (await world.db`select from images where key = ${key}`).length === 1
  await world.db`update images set created_at = created_at - interval '47 hours'`
  await runJob(world, 'file.sweep')
  for (const key of keys) assert.ok(await isThere(key))
  await world.db`update images set created_at = created_at - interval '2 hours', used_at = used_at - interval '2 hours'`
  await runJob(world, 'file.sweep')
  assert.deepEqual([await isThere(unused), await isThere(former)], [false, false])
  assert.ok(!existsSync(world.app.files.path(unused)))
  assert.deepEqual([await isThere(used), await isThere(face)], [true, true])
  assert.ok(existsSync(world.app.files.path(used)))
})

test('a stranger may not upload images', async () => {
  assert.equal((await upload(await picture('png'), 'a.png', 'image/png', null)).respCode, 401)
})

test('an account may upload so many a day, and again the next', async () => {
  const learner = await aLearner(world, portal)
  const facts = { projectId: portal.projectId, accountId: learner.accountId, bytes: 1, width: 1, height: 1 }
  const rows = Array.from({ length: imageLimits.perDay }, (_, i) => ({ ...facts, key: `full-${i}` }))
  await world.db`insert into images ${world.db(rows)}`
  const bytes = await picture('png')
  assert.equal((await upload(bytes, 'a.png', 'image/png', learner.token)).respCode, 429)
  await world.db`update images set created_at = created_at - interval '25 hours' where account_id = ${learner.accountId}`
  assert.equal((await upload(bytes, 'a.png', 'image/png', learner.token)).respCode, 200)
})

test('no address leaves the pictures', async () => {
  const { attribute } = await upload(await picture('png'))
  const { key } = attribute.data
  for (const path of [
    '../secret.key',
    '%2e%2e/%2e%2e/secret.key',
    '..%2f..%2fsecret.key',
    `image/2023/..%2f..%2f${key}`,
    `${key}/../../../secret.key`,
    key.replace('image/', 'video/'),
    key.replaceAll('/', '%5c'),
    `${key}%00.png`,
    '',
  ]) {
    const { statusCode } = await fetch(`/media/image/${path}`)
    assert.equal(statusCode, 404, path)
  }
  const [, query] = attribute.data.imagePath.split('?')
  assert.equal((await fetch(`/media/image/${encodeURIComponent(key)}?${query}`)).statusCode, 200)
})
