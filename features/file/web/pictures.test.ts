import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { openWindow } from '../../../test/window.ts'

openWindow()

/** A request that the test answers. */
class FakeRequest extends EventTarget {
  static all: FakeRequest[] = []
  upload = new EventTarget()
  status = 200
  responseText = ''
  line = ''
  headers: Record<string, string> = {}
  isAborted = false
  open(method: string, url: string) {
    this.line = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader = () => 'application/json'
  send() {
    FakeRequest.all.push(this)
  }
  abort() {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  async answer(envelope: object) {
    this.responseText = JSON.stringify({ attribute: null, respDesc: '', ...envelope })
    this.dispatchEvent(new Event('load'))
    await settled()
  }
  async break() {
    this.dispatchEvent(new Event('error'))
    await settled()
  }
}
Object.assign(globalThis, { XMLHttpRequest: FakeRequest })
const settled = () => new Promise((resolve) => setImmediate(resolve))

const { currentNotices } = await import('../../../web/notice.ts')
const { hindrance, openPictures } = await import('./pictures.ts')

const image = (name: string, bytes = 9, type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type })
const arrived = (name: string) => ({
  respCode: 200,
  attribute: { data: { imagePath: `/media/image/${name}`, key: name, width: 60, height: 40 } },
})
beforeEach(() => {
  FakeRequest.all = []
})

test('two pictures are sent concurrently and show their progress; the others wait their turn', async () => {
  const pictures = openPictures()
  pictures.add([image('a'), image('b'), image('c')])
  await settled()
  const states = () => pictures.get().map(({ state }) => state)
  assert.deepEqual(states(), ['sending', 'sending', 'waiting'])
  const [a] = FakeRequest.all
  assert.equal(a!.line, 'PUT /api/upload/upload-image.action')
  a!.progress(3, 4)
  assert.equal(pictures.get()[0]!.sent, 0.75)
  await a!.answer(arrived('a.png'))
  assert.deepEqual(states(), ['arrived', 'sending', 'sending'])
  assert.deepEqual(pictures.get()[0]!.saved, { src: '/media/image/a.png', width: 60, height: 40 })
})

test('a failed picture shows the message of the specification only in its row, and can be sent again', async () => {
  const pictures = openPictures()
  pictures.add([image('a')])
  await settled()
  await FakeRequest.all[0]!.break()
  const [failed] = pictures.get()
  assert.deepEqual([failed!.state, failed!.problem], ['failed', 'Upload failed'])
  pictures.retry(failed!.key)
  await settled()
  await FakeRequest.all[1]!.answer({ respCode: -1, respDesc: 'Upload failed' })
  assert.equal(pictures.get()[0]!.problem, 'Upload failed')
  pictures.retry(failed!.key)
  await settled()
  await FakeRequest.all[2]!.answer({ respCode: 429, respDesc: '今天上传的图片太多，请明天再试' })
  assert.deepEqual(
    [pictures.get()[0]!.state, pictures.get()[0]!.problem],
    ['failed', '今天上传的图片太多，请明天再试'],
  )
  pictures.retry(failed!.key)
  await settled()
  await FakeRequest.all[3]!.answer(arrived('a.png'))
  assert.deepEqual([pictures.get()[0]!.state, pictures.get()[0]!.problem], ['arrived', null])
  assert.deepEqual(currentNotices(), [])
})

test('what is no image or too large is never sent', async () => {
  const pictures = openPictures()
  pictures.add([image('a.pdf', 1, 'application/pdf'), image('big.png', 10_240 * 1024 + 1)])
  await settled()
  assert.deepEqual(
    pictures.get().map(({ state, problem }) => [state, problem]),
    [
      ['refused', 'Image only'],
      ['refused', 'Image exceeds size limit: 10240kb'],
    ],
  )
  assert.deepEqual(FakeRequest.all, [])
})

test('nothing is placed until every picture has arrived and is described; one taken off holds nothing up', async () => {
  const pictures = openPictures()
  pictures.add([image('a'), image('b'), image('c')])
  const [a, b, c] = pictures.get().map(({ key }) => key)
  for (const key of [a!, b!]) pictures.describe(key, '课堂')
  await settled()
  const [first, second] = FakeRequest.all
  assert.equal(hindrance(pictures.get()), 'pending', 'on the way')
  await first!.answer(arrived('a.png'))
  pictures.remove(c!)
  await settled()
  assert.ok(FakeRequest.all[2]!.isAborted)
  assert.equal(hindrance(pictures.get()), 'pending', 'one on the way')
  await second!.break()
  assert.equal(hindrance(pictures.get()), 'pending', 'one failed')
  pictures.remove(b!)
  assert.equal(hindrance(pictures.get()), null)
  pictures.describe(a!, '  ')
  assert.equal(hindrance(pictures.get()), 'undescribed')
})
