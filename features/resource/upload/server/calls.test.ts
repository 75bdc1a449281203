import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { Upload } from 'tus-js-client'
import { runJob } from '../../../../test/build/job.ts'
import { sendForm } from '../../../../test/build/file.ts'
import { anAccount, aLearner, aPortal, type BuiltPortal, signedIn } from '../../../../test/build/portal.ts'
import {
  anotherLesson,
  createUpload,
  lesson,
  sendBytes,
  sendVideo,
  tus,
} from '../../../../test/build/resource.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { resourceCalls } from '../../contract.ts'
import { uploadCalls } from '../contract.ts'
import { uploadLimits } from '../../../upload/rules.ts'
import { uploadFolder } from '../../../upload/server/actions.ts'
import { videoLimits } from '../rules.ts'

let world: World
let portal: BuiltPortal
let admin: string
let other: string
before(async () => {
  world = await openWorld()
  // Without ffmpeg, so that what is found does not depend on the machine.
  process.env.PATH = ''
  portal = await aPortal(world, { menus: ['/resource-manage/video'] })
  admin = (await anAccount(world, portal, { role: 'admin' })).token
  other = (await anAccount(world, portal, { role: 'admin' })).token
})

const announce = (bytes: number, token = admin) =>
  world.ask(uploadCalls.getUploadToken, { name: 'lesson.mp4', bytes }, token)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const uploadRow = async (id: string) =>
  (
    await world.db`
      select status, found->>'fileKey' as file_key, found->>'sha256' as sha256, found->'facts' as facts, refusal
      from uploads where id = ${id}`
  )[0]
const waitingFiles = () => readdirSync(uploadFolder(world.app.environment))

test('a video sent in parts, broken off in between, arrives with an equal checksum', async () => {
  await world.portal.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.portal.http.server.address() as AddressInfo
  const announced = await announce(lesson.bytes.length)
  const options = {
    endpoint: `http://127.0.0.1:${port}${announced.endpoint}`,
    chunkSize: 300_000,
    headers: { token: admin },
    metadata: { token: announced.token, name: 'lesson.mp4' },
  }
  const url = await new Promise<string>((resolve, reject) => {
    const first: Upload = new Upload(lesson.bytes, {
      ...options,
      onError: reject,
      onChunkComplete: () => void first.abort().then(() => resolve(first.url!), reject),
    })
    first.start()
  })
  const middle = await tus(world, 'HEAD', `/upload/tus/${announced.uploadId}`, admin)
  assert.deepEqual([middle.status, middle.headers['upload-offset']], [200, '300000'])
  await new Promise<void>((resolve, reject) => {
    new Upload(lesson.bytes, {
      ...options,
      uploadUrl: url,
      onError: reject,
      onSuccess: () => resolve(),
    }).start()
  })
  const row = (await uploadRow(announced.uploadId))!
  assert.equal(row.status, 'ready')
  assert.equal(row.sha256, sha256(lesson.bytes))
  assert.equal(sha256(readFileSync(world.app.files.path(row.fileKey as string))), sha256(lesson.bytes))
  assert.deepEqual(row.facts, {
    mime: 'video/mp4',
    direct: true,
    hls: 'copy',
    durationSeconds: row.facts.durationSeconds,
    width: 960,
    height: 540,
  })
  assert.ok(row.facts.durationSeconds > 60 && row.facts.durationSeconds < 120)
  assert.ok(!waitingFiles().some((name) => name.startsWith(announced.uploadId)))
})

test('a number in the name that comes with the bytes is masked before it is stored', async () => {
  const { token, uploadId } = await announce(lesson.bytes.length)
  const reply = await createUpload(world, admin, {
    token,
    bytes: lesson.bytes.length,
    name: '13987654321 张三.mp4',
  })
  assert.equal(reply.status, 201)
  const [row] = await world.db`select name from uploads where id = ${uploadId}`
  assert.equal(row!.name, '139****4321 张三.mp4')
})

test('a finished upload reports it to a returning client, and accepts no more', async () => {
  const { uploadId } = await sendVideo(world, admin)
  const size = String(lesson.bytes.length)
  const head = await tus(world, 'HEAD', `/upload/tus/${uploadId}`, admin)
  assert.deepEqual(
    [head.status, head.headers['upload-offset'], head.headers['upload-length']],
    [200, size, size],
  )
  assert.equal((await sendBytes(world, admin, uploadId, 0, lesson.bytes)).status, 410)
})

test('every request needs the session, the menu entry and the upload of one’s own', async () => {
  const learner = await aLearner(world, portal)
  const unit = await anAccount(world, portal, { role: 'unit' })
  const { token, uploadId } = await announce(1000)
  const elsewhere = await aPortal(world, { menus: ['/resource-manage/video'] })
  const foreign = await anAccount(world, elsewhere, { role: 'admin' })
  for (const [who, status] of [
    [null, 401],
    ['nonsense', 401],
    [learner.token, 403],
  ] as const) {
    assert.equal((await createUpload(world, who, { token, bytes: 1000 })).status, status)
  }
  assert.equal((await createUpload(world, admin, { token, bytes: 1000 })).status, 201)
  for (const [who, status] of [
    [null, 401],
    [learner.token, 403],
    [other, 404],
    [foreign.token, 404],
  ] as const) {
    const url = `/upload/tus/${uploadId}`
    assert.equal((await tus(world, 'HEAD', url, who)).status, status)
    assert.equal((await sendBytes(world, who, uploadId, 0, Buffer.alloc(10))).status, status)
    assert.equal((await tus(world, 'DELETE', url, who)).status, status)
  }
  assert.equal((await tus(world, 'HEAD', `/upload/tus/${uploadId}`, admin)).headers['upload-offset'], '0')
  for (const call of [uploadCalls.getUploadToken]) {
    assert.equal((await world.call(call, { name: 'a', bytes: 1 }, null)).respCode, 401)
    assert.equal((await world.call(call, { name: 'a', bytes: 1 }, learner.token)).respCode, 403)
    assert.equal((await world.call(call, { name: 'a', bytes: 1 }, unit.token)).respCode, 403)
  }
})

test('a token is good for one upload, of its size, by its account', async () => {
  const { token } = await announce(1000)
  const wrong = [
    createUpload(world, other, { token, bytes: 1000 }),
    createUpload(world, admin, { token, bytes: 1001 }),
    createUpload(world, admin, { token: `${token}x`, bytes: 1000 }),
    createUpload(world, admin, { token: '', bytes: 1000 }),
    createUpload(world, admin, { token: `../../${token}`, bytes: 1000 }),
  ]
  for (const reply of await Promise.all(wrong)) assert.equal(reply.status, 403)
  assert.equal((await createUpload(world, admin, { token, bytes: 1000 })).status, 201)
  const again = await createUpload(world, admin, { token, bytes: 1000 })
  assert.equal(again.status, 403)
  assert.equal(JSON.parse(again.text).respCode, 403)
})

test('the upload that was admitted is the one that is written, whatever else the address names', async () => {
  const [mine, theirs] = [await announce(1000, other), await announce(1000)]
  await createUpload(world, other, { token: mine.token, bytes: 1000 })
  await createUpload(world, admin, { token: theirs.token, bytes: 1000 })
  const offsetOf = async (id: string, token: string) =>
    (await tus(world, 'HEAD', `/upload/tus/${id}`, token)).headers['upload-offset']
  for (const address of [`?/${theirs.uploadId}`, `?a=/${theirs.uploadId}`, `;/${theirs.uploadId}`]) {
    await sendBytes(world, other, `${mine.uploadId}${address}`, 0, Buffer.alloc(10))
    assert.equal(await offsetOf(theirs.uploadId, admin), '0', address)
  }
  assert.equal(await offsetOf(mine.uploadId, other), '10')
})

test('a token begins an upload within the hour, and no more of them than may be open', async () => {
  const slow = await anAccount(world, portal, { role: 'admin' })
  const late = await announce(1000, slow.token)
  await world.moveClock('61 minutes')
  const back = await signedIn(world, slow.loginName)
  const refused = await createUpload(world, back, { token: late.token, bytes: 1000 })
  await world.moveClock('0')
  assert.equal(refused.status, 403)
  const busy = await anAccount(world, portal, { role: 'admin' })
  const announced = await Promise.all(
    Array.from({ length: uploadLimits.open + 5 }, () => announce(10, busy.token)),
  )
  const begun = await Promise.all(
    announced.map(({ token }) => createUpload(world, busy.token, { token, bytes: 10 })),
  )
  const statuses = begun.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [...Array(uploadLimits.open).fill(201), ...Array(5).fill(429)])
})

test('unfinished uploads of one account are limited in bytes', async () => {
  const busy = await anAccount(world, portal, { role: 'admin' })
  await world.db`
    insert into uploads (id, project_id, account_id, purpose, name, bytes)
    values (new_id(), ${portal.projectId}, ${busy.accountId}, 'video', 'a', ${uploadLimits.openBytes - 500})`
  assert.equal(
    (await world.call(uploadCalls.getUploadToken, { name: 'a.mp4', bytes: 400 }, busy.token)).respCode,
    200,
  )
  const refused = await world.call(uploadCalls.getUploadToken, { name: 'a.mp4', bytes: 501 }, busy.token)
  assert.equal(refused.respCode, 429)
  assert.match(refused.respDesc, /20 GB/)
  assert.equal(
    (await world.call(uploadCalls.getUploadToken, { name: 'a.mp4', bytes: 501 }, other)).respCode,
    200,
  )
  await world.db`delete from uploads where account_id = ${busy.accountId}`
})

test('no address leads out of the upload folder', async () => {
  for (const path of [
    '..%2fsecret.key',
    '..%2f..%2fetc%2fpasswd',
    'secret.key',
    '%00',
    '../../api/healthz',
  ]) {
    assert.equal((await tus(world, 'HEAD', `/upload/tus/${path}`, admin)).status, 404, path)
  }
})

test('more than the announced bytes are not taken', async () => {
  const { token, uploadId } = await announce(100)
  await createUpload(world, admin, { token, bytes: 100 })
  const reply = await sendBytes(world, admin, uploadId, 0, Buffer.alloc(101))
  assert.ok(reply.status >= 400, String(reply.status))
  assert.equal((await tus(world, 'HEAD', `/upload/tus/${uploadId}`, admin)).headers['upload-offset'], '0')
})

test('what is no playable video is refused with a sentence, and its bytes are gone', async () => {
  const mp4 = lesson.bytes
  const wrong: [string, Buffer, RegExp][] = [
    ['a page called a video', Buffer.from('<!doctype html><script>alert(1)</script>'), /不是能播放的视频/],
    [
      'a playlist that names the disk',
      Buffer.from('#EXTM3U\n#EXTINF:5,\nfile:///etc/passwd\n'),
      /不是能播放的视频/,
    ],
    ['noise', Buffer.alloc(5000, 'zufall'), /不是能播放的视频/],
    ['a head without a body', Buffer.concat([mp4.subarray(0, 4000), Buffer.alloc(4000)]), /视频/],
    ['a video cut off', mp4.subarray(0, mp4.length - 200_000), /不完整|不是能播放的视频/],
  ]
  const stored = () => {
    const folder = world.app.files.path('video')
    return existsSync(folder) ? readdirSync(folder, { recursive: true }) : []
  }
  const before = stored()
  for (const [what, bytes, sentence] of wrong) {
    const { uploadId, reply } = await sendVideo(world, admin, bytes)
    assert.equal(reply.status, 422, what)
    const envelope = JSON.parse(reply.text)
    assert.equal(envelope.respCode, 422)
    assert.match(envelope.respDesc, sentence, what)
    const row = (await uploadRow(uploadId))!
    assert.equal(row.status, 'refused')
    assert.match((row.refusal as { code: string }).code, /^media\.\w+$/, 'no sentence is stored')
    const saved = await world.call(resourceCalls.save, { uploadId, title: '假视频' }, admin)
    assert.deepEqual([saved.respCode, saved.respDesc], [422, envelope.respDesc])
    assert.equal((await tus(world, 'HEAD', `/upload/tus/${uploadId}`, admin)).status, 404)
    assert.equal(existsSync(join(uploadFolder(world.app.environment), uploadId)), false)
  }
  assert.deepEqual(stored(), before)
})

test('an upload that is not complete makes no video', async () => {
  const { token, uploadId } = await announce(lesson.bytes.length)
  await createUpload(world, admin, { token, bytes: lesson.bytes.length })
  await sendBytes(world, admin, uploadId, 0, lesson.bytes.subarray(0, 1000))
  assert.equal((await world.call(resourceCalls.save, { uploadId, title: '半个' }, admin)).respCode, 409)
})

test('one can be given up', async () => {
  const { token, uploadId } = await announce(5000)
  await createUpload(world, admin, { token, bytes: 5000 })
  assert.equal((await tus(world, 'DELETE', `/upload/tus/${uploadId}`, admin)).status, 204)
  assert.equal((await tus(world, 'HEAD', `/upload/tus/${uploadId}`, admin)).status, 404)
  assert.equal(await uploadRow(uploadId), undefined)
})

test('too large a video and too many unfinished ones are refused before a byte is sent', async () => {
  const large = await world.call(
    uploadCalls.getUploadToken,
    { name: 'a.mp4', bytes: videoLimits.bytes + 1 },
    admin,
  )
  assert.deepEqual([large.respCode, large.field], [422, 'bytes'])
  const busy = await anAccount(world, portal, { role: 'admin' })
  for (let i = 0; i < uploadLimits.open; i++) {
    const { token } = await announce(10, busy.token)
    await createUpload(world, busy.token, { token, bytes: 10 })
  }
  const more = await world.call(uploadCalls.getUploadToken, { name: 'a.mp4', bytes: 10 }, busy.token)
  assert.equal(more.respCode, 429)
})

const check = (type: string, bytes: Uint8Array, token: string | null = admin) =>
  sendForm(
    world,
    uploadCalls.uploadResourceCheck,
    { fields: { type }, file: { name: 'a', mime: 'text/plain', bytes } },
    token,
  )

test('a file is checked by its first bytes before it is sent', async () => {
  assert.deepEqual((await check('video', lesson.bytes.subarray(0, 65_536))).attribute, {
    mime: 'video/mp4',
    cues: null,
  })
  assert.deepEqual(
    (await check('subtitles', readFileSync(lesson.path.replace('.mp4', '.vtt')))).attribute.mime,
    'text/vtt',
  )
  assert.equal((await check('video', Buffer.from('<html></html>'))).respCode, 422)
  assert.equal((await check('subtitles', Buffer.from('<html></html>'))).respCode, 422)
  const cue = (words: string) => `1\r\n00:00:01,000 --> 00:00:03,000\r\n${words}\r\n`
  const gbk = Buffer.concat([Buffer.from(cue('')).subarray(0, -2), Buffer.from('b0b2c8abc9fab2fa', 'hex')])
  for (const bytes of [gbk, Buffer.from(`\uFEFF${cue('安全')}`, 'utf16le')]) {
    assert.equal((await check('subtitles', bytes)).attribute.cues, 1)
  }
  const damaged = await check('subtitles', gbk.subarray(0, -1))
  assert.deepEqual([damaged.respCode, damaged.field], [422, 'file'])
  assert.match(damaged.respDesc, /UTF-8/)
  assert.equal((await check('picture', lesson.bytes.subarray(0, 65_536))).respCode, 422)
  assert.equal((await check('video', lesson.bytes.subarray(0, 65_536), null)).respCode, 401)
})

test('uploads nobody continues with are swept away after a day; those on their way stay', async (t) => {
  t.after(() => world.moveClock('0'))
  const stale = await announce(1000)
  await createUpload(world, admin, { token: stale.token, bytes: 1000 })
  const unused = await sendVideo(world, admin, anotherLesson('unused'))
  const { fileKey } = (await uploadRow(unused.uploadId))!
  await world.moveClock('25 hours')
  const tomorrow = (await anAccount(world, portal, { role: 'admin' })).token
  const fresh = await announce(1000, tomorrow)
  await createUpload(world, tomorrow, { token: fresh.token, bytes: 1000 })
  await runJob(world, 'resource.sweep')
  assert.equal(await uploadRow(stale.uploadId), undefined)
  assert.equal(await uploadRow(unused.uploadId), undefined)
  assert.ok(await uploadRow(fresh.uploadId))
  const left = waitingFiles().map((name) => name.slice(0, 36))
  assert.deepEqual([left.includes(stale.uploadId), left.includes(fresh.uploadId)], [false, true])
  assert.equal(existsSync(world.app.files.path(fileKey as string)), false)
})
