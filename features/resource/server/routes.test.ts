import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { yearFromNow } from '../../../test/build/days.ts'
import { anAccount, aLearner, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { aBrowser, type Browser } from '../../../test/build/session.ts'
import { anotherLesson, aVideo, lesson } from '../../../test/build/resource.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sessionCalls } from '../../session/contract.ts'
import { encodeCredential } from '../../session/rules.ts'
import { resourceCalls } from '../contract.ts'
import { findTrialUrl, signPlayUrl, signSubtitlesUrl } from './actions.ts'

let world: World
let portal: BuiltPortal
let admin: string
let adminBrowser: Browser
let learnerId: string
/** The browser of the learner. */
let browser: Browser
let videoId: string
const bytes = lesson.bytes
const tools = mkdtempSync(join(tmpdir(), 'jixu-tools-'))
after(() => rmSync(tools, { recursive: true, force: true }))
before(async () => {
  world = await openWorld()
  process.env.PATH = tools
  portal = await aPortal(world, { menus: ['/resource-manage/video'] })
  const manager = await anAccount(world, portal, { role: 'admin' })
  admin = manager.token
  adminBrowser = await browserOf(manager.loginName)
  const learner = await aLearner(world, portal)
  learnerId = learner.accountId
  browser = await browserOf(learner.loginName)
  videoId = await aVideo(world, admin)
})

const sign = (input: { resourceId?: string; accountId?: string; seconds?: number } = {}) =>
  signPlayUrl(world.app.secrets, { resourceId: videoId, accountId: learnerId, seconds: 600, ...input })
/** Plays in the learner's browser, or in another. */
const fetch = (
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
  { cookies }: { cookies: Record<string, string> } = browser,
) => world.portal.http.inject({ method, url, headers, cookies })
async function browserOf(loginName: string, unitId = portal.unitId): Promise<Browser> {
  const signedIn = aBrowser(world)
  const { attribute } = await signedIn.call(sessionCalls.login, {
    account: encodeCredential(loginName),
    password: encodeCredential('Demo2026a'),
    unitId,
  })
  signedIn.token = attribute.data.tokenCode
  return signedIn
}
const changed = (url: string, change: (query: URLSearchParams) => void) => {
  const [path, query] = url.split('?')
  const params = new URLSearchParams(query)
  change(params)
  return `${path}?${params}`
}

test('the whole video, with what a player needs to know', async () => {
  const found = await fetch(sign())
  assert.equal(found.statusCode, 200)
  assert.equal(found.rawPayload.equals(bytes), true)
  assert.equal(found.headers['content-type'], 'video/mp4')
  assert.equal(found.headers['content-length'], String(bytes.length))
  assert.equal(found.headers['accept-ranges'], 'bytes')
  assert.match(String(found.headers['cache-control']), /no-store/)
  assert.match(String(found.headers.etag), /^"[0-9a-f]{32}"$/)
  assert.equal(found.headers['x-content-type-options'], 'nosniff')
})

test('parts of it, at the start, in the middle, at the end and beyond', async () => {
  const size = bytes.length
  const rows: [string, number, number][] = [
    ['bytes=0-0', 0, 1],
    ['bytes=0-', 0, size],
    ['bytes=1000-1999', 1000, 2000],
    [`bytes=${size - 1}-`, size - 1, size],
    ['bytes=-500', size - 500, size],
    [`bytes=${size - 10}-${size + 10}`, size - 10, size],
  ]
  for (const [range, start, end] of rows) {
    const part = await fetch(sign(), { range })
    assert.equal(part.statusCode, 206, range)
    assert.equal(part.headers['content-range'], `bytes ${start}-${end - 1}/${size}`)
    assert.equal(part.headers['content-length'], String(end - start))
    assert.equal(part.rawPayload.equals(bytes.subarray(start, end)), true, range)
  }
  const beyond = await fetch(sign(), { range: `bytes=${size}-` })
  assert.deepEqual([beyond.statusCode, beyond.headers['content-range']], [416, `bytes */${size}`])
  for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'pages=1-2', 'bytes=x']) {
    assert.equal((await fetch(sign(), { range })).statusCode, 200, range)
  }
})

test('HEAD, and conditions on the tag', async () => {
  const head = await fetch(sign(), {}, 'HEAD')
  assert.deepEqual(
    [head.statusCode, head.headers['content-length'], head.rawPayload.length],
    [200, String(bytes.length), 0],
  )
  const etag = String(head.headers.etag)
  const ranged = await fetch(sign(), { range: 'bytes=0-9' }, 'HEAD')
  assert.deepEqual([ranged.statusCode, ranged.headers['content-length']], [206, '10'])
  assert.equal((await fetch(sign(), { 'if-none-match': etag })).statusCode, 304)
  assert.equal((await fetch(sign(), { range: 'bytes=0-9', 'if-range': etag })).statusCode, 206)
  assert.equal((await fetch(sign(), { range: 'bytes=0-9', 'if-range': '"older"' })).statusCode, 200)
})

test('an address changed in any part, or over, plays nothing', async () => {
  const url = sign()
  const otherId = (await aLearner(world, portal)).accountId
  const otherVideo = await aVideo(world, admin, { bytes: anotherLesson('other') })
  const wrong = [
    changed(url, (q) => q.set('who', otherId)),
    changed(url, (q) => q.set('who', 'trial')),
    changed(url, (q) => q.set('until', String(Number(q.get('until')) + 1))),
    changed(url, (q) => q.set('until', `${q.get('until')}0`)),
    changed(url, (q) =>
      q.set(
        'signature',
        q.get('signature')!.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
      ),
    ),
    changed(url, (q) => q.set('signature', '')),
    changed(url, (q) => q.delete('who')),
    changed(url, (q) => q.append('who', otherId)),
    changed(url, (q) => q.delete('until')),
    url.split('?')[0]!,
    url.replace(videoId, otherVideo),
    url.replace(videoId, 'no-video'),
    url.replace('/video/', '/subtitles/').replace(videoId, otherVideo),
    sign({ seconds: -1 }),
  ]
  for (const address of wrong) {
    const reply = await fetch(address, { range: 'bytes=0-9' })
    assert.equal(reply.statusCode, 403, address)
    assert.equal(reply.headers['cache-control'], 'no-store')
    assert.ok(reply.rawPayload.length < 300)
  }
  assert.equal((await fetch(url)).statusCode, 200)
})

test('time is the database’s', async () => {
  const url = sign({ seconds: 3600 })
  await world.moveClock('61 minutes')
  assert.equal((await fetch(url)).statusCode, 403)
  await world.moveClock('0')
  assert.equal((await fetch(url)).statusCode, 200)
})

test('an address plays only in a browser in which its account is signed in, and until it signs out', async () => {
  const owner = await aLearner(world, portal)
  const url = sign({ accountId: owner.accountId })
  const own = await browserOf(owner.loginName)
  const range = { range: 'bytes=0-9' }
  const stranger = aBrowser(world)
  assert.equal((await fetch(url, range, 'GET', stranger)).statusCode, 404)
  assert.equal((await fetch(url, range)).statusCode, 404, 'another learner')
  stranger.cookies.sid = 'no cookie of ours'
  assert.equal((await fetch(url, range, 'GET', stranger)).statusCode, 404)
  assert.equal((await fetch(url, range, 'GET', own)).statusCode, 206)
  const kept = { cookies: { ...own.cookies } }
  await own.call(sessionCalls.loginOut, {})
  assert.equal((await fetch(url, range, 'GET', kept)).statusCode, 404)
  const again = await browserOf(owner.loginName)
  assert.equal((await fetch(url, range, 'GET', again)).statusCode, 206)
  await world.db`update accounts set sessions_from = moment() + interval '1 second' where id = ${owner.accountId}`
  assert.equal((await fetch(url, range, 'GET', again)).statusCode, 404)
})

test('an account that was disabled or is of another project plays nothing, whatever it was signed', async () => {
  const gone = await aLearner(world, portal)
  const url = sign({ accountId: gone.accountId })
  const own = await browserOf(gone.loginName)
  assert.equal((await fetch(url, {}, 'GET', own)).statusCode, 200)
  await world.db`update accounts set status = 'disabled' where id = ${gone.accountId}`
  assert.equal((await fetch(url, {}, 'GET', own)).statusCode, 404)
  const elsewhere = await aPortal(world)
  const foreign = await aLearner(world, elsewhere)
  const there = await browserOf(foreign.loginName, elsewhere.unitId)
  assert.equal((await fetch(sign({ accountId: foreign.accountId }), {}, 'GET', there)).statusCode, 404)
})

test('a deleted video stops immediately', async () => {
  const id = await aVideo(world, admin, { bytes: anotherLesson('deleted') })
  const url = sign({ resourceId: id })
  assert.equal((await fetch(url)).statusCode, 200)
  await world.ask(resourceCalls.delete, { id }, admin)
  assert.equal((await fetch(url)).statusCode, 404)
})

test('a manager’s preview plays, and its subtitles', async () => {
  const subtitles = readFileSync(lesson.path.replace('.mp4', '.vtt'), 'utf8')
  await world.ask(resourceCalls.save, { id: videoId, title: '预览', subtitles }, admin)
  const detail = await world.ask(resourceCalls.get, { id: videoId }, admin)
  assert.equal(detail.kind, 'file')
  assert.equal((await fetch(detail.playUrl, { range: 'bytes=0-99' }, 'GET', adminBrowser)).statusCode, 206)
  const found = await fetch(detail.subtitlesUrl!, {}, 'GET', adminBrowser)
  assert.deepEqual([found.statusCode, found.headers['content-type']], [200, 'text/vtt; charset=utf-8'])
  assert.match(found.payload, /^WEBVTT\n/)
  const bound = signSubtitlesUrl(world.app.secrets, {
    resourceId: videoId,
    accountId: learnerId,
    seconds: 9,
  })
  assert.equal((await fetch(changed(bound, (q) => q.set('who', 'trial')))).statusCode, 403)
})

test('a trial plays for everybody while its class is published', async () => {
  const { db, app } = world
  const [category] = await db`
    insert into class_categories ${db({ projectId: portal.projectId, classType: 'public', kind: 'base', name: '类' })}
    returning id`
  const [made] = await db`
    insert into train_classes ${db({
      projectId: portal.projectId,
      categoryId: category!.id,
      code: 'T1',
      name: '班',
      nameBigrams: [],
      classType: 'public',
      year: yearFromNow(),
      hoursTenths: 10,
      requiredHoursTenths: 10,
      price: 0,
      originalPrice: 0,
      trialResourceIds: [videoId],
      status: 'on_shelf',
    })} returning id`
  const classId = made!.id as string
  const trial = () => findTrialUrl(db, app.secrets, { classId, resourceId: videoId })
  assert.equal((await fetch((await trial())!, {}, 'GET', aBrowser(world))).statusCode, 200)
  const other = await aVideo(world, admin, { bytes: anotherLesson('no trial') })
  assert.equal(await findTrialUrl(db, app.secrets, { classId, resourceId: other }), null)
  await db`update train_classes set status = 'off_shelf' where id = ${classId}`
  assert.equal(await trial(), null)
})

/** A fake ffmpeg that records its arguments and produces the requested output. */
function installFfmpeg(log: string, ending: number | 'never' = 0): void {
  const file = join(tools, 'ffmpeg')
  writeFileSync(
    file,
    `#!${process.execPath}
const { appendFileSync, copyFileSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const args = process.argv.slice(2)
appendFileSync(${JSON.stringify(log)}, JSON.stringify(args) + '\\n')
if (!args.includes('hls')) process.exit(1)
const folder = dirname(args.at(-1))
writeFileSync(join(folder, 'init.mp4'), 'init')
writeFileSync(join(folder, '00000.m4s'), 'segment')
writeFileSync(args.at(-1), '#EXTM3U\\n#EXT-X-MAP:URI="init.mp4"\\n#EXTINF:6.0,\\n00000.m4s\\n#EXT-X-ENDLIST\\n')
${ending === 'never' ? 'setInterval(() => {}, 1000)' : `process.exit(${ending})`}
`,
  )
  chmodSync(file, 0o755)
}

async function settled(id: string) {
  await world.portal.drainJobs()
  const found = async () =>
    (await world.db`select transcode_status, hls_key from resources where id = ${id}`)[0]!
  await until(async () => (await found()).transcodeStatus !== 'queued')
  return found()
}

test('where ffmpeg is, a video is put into segments whose parts carry the signature', async () => {
  const log = join(tools, 'calls')
  installFfmpeg(log)
  const id = await aVideo(world, admin, { bytes: anotherLesson('hls') })
  assert.equal((await settled(id)).transcodeStatus, 'done')
  const calls = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string[])
  for (const args of calls) {
    const input = args.indexOf('-i')
    assert.equal(args[args.indexOf('-protocol_whitelist') + 1], 'file')
    assert.ok(args.indexOf('-protocol_whitelist') < input && args.indexOf('-format_whitelist') < input)
  }
  assert.ok(calls.at(-1)!.includes('copy'))
  const url = sign({ resourceId: id })
  const playlist = await fetch(url)
  assert.equal(playlist.headers['content-type'], 'application/vnd.apple.mpegurl')
  const query = url.split('?')[1]!
  assert.match(playlist.payload, new RegExp(`URI="/media/video/${id}/hls/init.mp4\\?${query}"`))
  const segment = playlist.payload.split('\n').find((line) => line.includes('00000.m4s'))!
  assert.equal((await fetch(segment)).payload, 'segment')
  assert.equal((await fetch(changed(segment, (q) => q.set('who', 'trial')))).statusCode, 403)
  assert.equal((await fetch(url, { range: 'bytes=0-9' })).headers['content-type'], 'video/mp4')
  for (const name of ['..%2f..%2f..%2fsecret.key', 'index.html', '%2e%2e/index.m3u8', 'none.m4s']) {
    assert.equal((await fetch(`/media/video/${id}/hls/${name}?${query}`)).statusCode, 404, name)
  }
  const again = await aVideo(world, admin, { bytes: anotherLesson('hls') })
  assert.equal((await settled(again)).hlsKey, (await settled(id)).hlsKey)
})

test('where it fails the video plays as it is', async () => {
  installFfmpeg(join(tools, 'failed'), 1)
  const id = await aVideo(world, admin, { bytes: anotherLesson('failing') })
  assert.equal((await settled(id)).transcodeStatus, 'failed')
  assert.equal((await fetch(sign({ resourceId: id }))).statusCode, 200)
  assert.equal((await world.ask(resourceCalls.get, { id }, admin)).playable, true)
})

test('what no browser plays waits for its segments', async () => {
  const id = await aVideo(world, admin, { bytes: anotherLesson('not direct') })
  await settled(id)
  await world.db`update resources set direct = false, hls_key = null where id = ${id}`
  assert.equal((await fetch(sign({ resourceId: id }))).statusCode, 404)
  assert.equal((await world.ask(resourceCalls.get, { id }, admin)).playable, false)
  const folder = world.app.files.path(`hls/2023/${id}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.m3u8'), '#EXTM3U\n')
  await world.db`update resources set hls_key = ${`hls/2023/${id}`} where id = ${id}`
  const response = await fetch(sign({ resourceId: id }), { range: 'bytes=0-1' })
  assert.deepEqual([response.statusCode, response.payload], [200, '#EXTM3U\n'])
})

test('a portal that closes stops the work and leaves it to the next start', async () => {
  const closing = await openWorld()
  const itsPortal = await aPortal(closing, { menus: ['/resource-manage/video'] })
  const manager = (await anAccount(closing, itsPortal, { role: 'admin' })).token
  const log = join(tools, 'stopped')
  installFfmpeg(log, 'never')
  const id = await aVideo(closing, manager, { bytes: anotherLesson('stopped') })
  const begun = () => existsSync(log) && readFileSync(log, 'utf8').includes('"hls"')
  await until(begun)
  // The work never ends by itself: a portal that let it run would not close.
  await closing.portal.close()
  const [row] = await closing.db`
    select r.transcode_status, j.status from resources r join jobs j on j.key = r.id::text where r.id = ${id}`
  assert.deepEqual({ ...row }, { transcodeStatus: 'queued', status: 'queued' })
})
